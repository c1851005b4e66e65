import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { walletsPerAccount } from '../../../contract/limits.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { hasEngine } from '../../support/database.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { newWallet, signed, type Wallet } from '../../support/wallets.ts';

const emails: Email[] = [];
const password = 'Correct7horse';
let it: TestServer;

beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});
beforeAll(async () => {
  if (!hasEngine()) return;
  const mailer = { send: async (email: Email) => void emails.push(email) };
  it = await openTestServer({ mailer });
});
afterAll(() => it?.close());

let count = 0;
async function newPerson() {
  count += 1;
  const email = `wallets${count}@example.org`;
  const { token, id } = await register(it, { email, password, password_confirmation: password });
  return { token, id, email };
}

async function proofOf(token: string, action = 'methods') {
  const body = { for: { action }, method: 'password', password };
  return (await it.post('/auth/step-up', body, { token })).body.data.proof as string;
}

const linkMessage = (wallet: Wallet, token: string) =>
  signed(it, wallet, { path: '/auth/methods/wallet/nonce', token });
const loginMessage = (wallet: Wallet) => signed(it, wallet);

async function link(token: string, body: object, proof?: string) {
  return it.post('/auth/methods/wallet', body, {
    token,
    headers: { 'step-up': proof ?? (await proofOf(token)) },
  });
}
const walletsOf = async (token: string) => (await it.get('/auth/methods', { token })).body.data.metamask;
const openBy = async (wallet: Wallet) => it.post('/auth/metamask', await loginMessage(wallet));

test('a person with a password adds a wallet, is written to, and comes in by it; adding it again changes nothing', async () => {
  const { token, id, email } = await newPerson();
  const wallet = newWallet();
  const body = await linkMessage(wallet, token);
  expect(body.message).toContain('Add this wallet to the login methods of my Zesto account.');
  expect(body.message).toContain(`Request ID: ${id}`);
  const refused = await it.post('/auth/methods/wallet', body, { token });
  expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['password'] } });
  // The message was not used up by what was refused before it was read.
  expect((await link(token, body)).status).toBe(204);
  expect(await walletsOf(token)).toEqual([wallet.address]);
  expect((await openBy(wallet)).body.data.user.id).toBe(id);
  expect((await link(token, await linkMessage(wallet, token))).status).toBe(204);
  expect(await walletsOf(token)).toEqual([wallet.address]);
  await it.rest();
  const told = emails.filter(({ to, subject }) => to === email && subject.includes('login method was added'));
  expect(told).toHaveLength(1);
});

test('a message that logs in adds no wallet, one that adds a wallet logs nobody in and proves nothing', async () => {
  const { token } = await newPerson();
  const wallet = newWallet();
  const login = await loginMessage(wallet);
  expect(await link(token, login)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', fields: { message: 'mismatch' } },
  });
  // It was no message of that call, so it is still good for its own.
  expect((await it.post('/auth/metamask', login)).status).toBe(200);

  const other = newWallet();
  const adding = await linkMessage(other, token);
  expect(await it.post('/auth/metamask', adding)).toMatchObject({
    status: 401,
    body: { code: 'NONCE_UNKNOWN', fields: { message: 'mismatch' } },
  });
  const own = newWallet();
  expect((await link(token, await linkMessage(own, token))).status).toBe(204);
  const proof = { for: { action: 'methods' }, method: 'wallet', ...(await linkMessage(own, token)) };
  expect((await it.post('/auth/step-up', proof, { token })).body.code).toBe('FORBIDDEN');
  expect((await link(token, adding)).status).toBe(204);
});

test('a message is for the account that asked for it, and for once', async () => {
  const [mine, theirs] = [await newPerson(), await newPerson()];
  const wallet = newWallet();
  const body = await linkMessage(wallet, theirs.token);
  expect((await link(mine.token, body)).body.fields).toEqual({ message: 'mismatch' });
  expect(await walletsOf(mine.token)).toEqual([]);
  const tampered = { ...body, message: body.message.replace(theirs.id, mine.id) };
  expect((await link(theirs.token, tampered)).body.fields).toEqual({ message: 'mismatch' });
  expect((await link(theirs.token, body)).body.fields).toEqual({ message: 'used' });
  const late = await linkMessage(wallet, theirs.token);
  it.clock.advance(5 * 60_000);
  expect((await link(theirs.token, late)).body.fields).toEqual({ message: 'expired' });
});

test('another account’s wallet is refused, the proof stays good for one that is free, and is then used up', async () => {
  const [owner, person] = [await newPerson(), await newPerson()];
  const taken = newWallet();
  await link(owner.token, await linkMessage(taken, owner.token));
  const proof = await proofOf(person.token);
  expect(await link(person.token, await linkMessage(taken, person.token), proof)).toMatchObject({
    status: 409,
    body: { code: 'WALLET_TAKEN', fields: { metamask_address: 'taken' } },
  });
  expect(await walletsOf(owner.token)).toEqual([taken.address]);
  const forged = { ...(await linkMessage(newWallet(), person.token)), signature: `0x${'11'.repeat(65)}` };
  expect((await link(person.token, forged, proof)).status).toBe(403);
  expect((await link(person.token, await linkMessage(newWallet(), person.token), proof)).status).toBe(204);
  expect((await link(person.token, await linkMessage(newWallet(), person.token), proof)).body.code).toBe(
    'STEP_UP_REQUIRED',
  );
  const wrong = await proofOf(person.token, 'email');
  expect((await link(person.token, await linkMessage(newWallet(), person.token), wrong)).body.code).toBe(
    'STEP_UP_REQUIRED',
  );
});

test('of two accounts that add one wallet at once one gets it, and no account has more than ten', async () => {
  const people = [await newPerson(), await newPerson()];
  const wallet = newWallet();
  const bodies = await Promise.all(people.map(({ token }) => linkMessage(wallet, token)));
  const answers = await Promise.all(people.map(({ token }, at) => link(token, bodies[at] ?? {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);

  const { token } = await newPerson();
  const ready = [];
  for (let each = 0; each < walletsPerAccount + 2; each += 1) {
    ready.push({ body: await linkMessage(newWallet(), token), proof: await proofOf(token) });
  }
  const all = await Promise.all(ready.map(({ body, proof }) => link(token, body, proof)));
  expect(all.filter(({ status }) => status === 204)).toHaveLength(walletsPerAccount);
  expect(all.filter(({ body }) => body?.code === 'WALLET_LIMIT')).toHaveLength(2);
  expect(await walletsOf(token)).toHaveLength(walletsPerAccount);
});

test('a wallet takes the place of the last login method', async () => {
  const first = newWallet();
  const opened = (await openBy(first)).body.data;
  const proveBy = async (wallet: Wallet) => {
    const body = { for: { action: 'methods' }, method: 'wallet', ...(await loginMessage(wallet)) };
    return (await it.post('/auth/step-up', body, { token: opened.token })).body.data.proof;
  };
  const second = newWallet();
  const linked = await link(opened.token, await linkMessage(second, opened.token), await proveBy(first));
  expect(linked.status).toBe(204);
  const removal = await it.post(
    '/auth/methods/removal',
    { method: 'wallet', address: first.address },
    { token: opened.token, headers: { 'step-up': await proveBy(first) } },
  );
  expect(removal.status).toBe(204);
  expect((await openBy(second)).body.data.user.id).toBe(opened.user.id);
  expect((await openBy(first)).body.data.user.id).not.toBe(opened.user.id);
});

test('a password that is reset by email takes away the wallets that were added, whoever added them', async () => {
  const { token, id, email } = await newPerson();
  await it.rest();
  const tokenIn = (name: string) =>
    emails
      .filter(({ to }) => to === email)
      .map(({ text }) => new RegExp(`#${name}=([\\w-]{43})`).exec(text)?.[1])
      .filter((found) => found !== undefined)
      .at(-1);
  expect((await it.post('/auth/email/confirm', { token: tokenIn('confirm_token') })).status).toBe(204);
  it.clock.advance(60_000);
  const wallet = newWallet();
  expect((await link(token, await linkMessage(wallet, token))).status).toBe(204);
  const waiting = { body: await linkMessage(newWallet(), token), proof: await proofOf(token) };
  await it.post('/auth/password/forgotten', { email });
  await it.rest();
  const fresh = { password: 'Lemons2027', password_confirmation: 'Lemons2027' };
  const reset = await it.post('/auth/password/reset', { token: tokenIn('reset_token'), ...fresh });
  expect(reset.status).toBe(204);
  expect((await openBy(wallet)).body.data.user.id).not.toBe(id);
  expect((await link(token, waiting.body, waiting.proof)).status).toBe(401);
});
