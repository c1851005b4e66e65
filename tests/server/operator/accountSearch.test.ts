import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { register, testServer } from '../../support/server.ts';
import { signed } from '../../support/wallets.ts';

const wallet = privateKeyToAccount(`0x${'d7'.repeat(32)}`);
const server = testServer();
const ask = async (path: string) => (await server.it.operator('GET', path)).body;

test('an account is found by its whole username, in any letters, also without an email, and once', async () => {
  const person = await register(server.it);
  const username = String(person.username);
  const told = expect.objectContaining({ id: person.id, username });
  for (const q of [username, username.toUpperCase()])
    expect((await ask(`/accounts?q=${q}`)).data).toEqual([told]);
  expect((await ask(`/accounts?q=${username.slice(0, -1)}`)).data).not.toContainEqual(told);
  const { query } = server.it.database;
  await query('UPDATE users SET email = $2 WHERE id = $1', [
    person.id,
    `${username.toLowerCase()}@example.org`,
  ]);
  expect((await ask(`/accounts?q=${username}`)).data).toEqual([told]);
  await query('UPDATE users SET email = NULL, email_confirmed_at = NULL WHERE id = $1', [person.id]);
  expect((await ask(`/accounts?q=${username}`)).data).toEqual([told]);
});

test('an account is found by the beginning of its email, in any letters, and by its ID', async () => {
  const person = await register(server.it);
  const { email } = person;
  const told = { id: person.id, email, status: 'active', freeze: null, proposal: null };
  for (const q of [email, email.toUpperCase(), email.slice(0, -4)]) {
    const { data } = await ask(`/accounts?q=${encodeURIComponent(q)}`);
    expect(data).toContainEqual(expect.objectContaining(told));
  }
  expect(await ask(`/accounts?q=${person.id}`)).toEqual({
    data: [expect.objectContaining(told)],
    meta: { next: null },
  });
  expect((await ask(`/accounts/${person.id}`)).data).toMatchObject(told);
});

test('signs of patterns are letters like others, and what nobody begins with finds nobody', async () => {
  await register(server.it);
  for (const q of ['%%%', '___', 'a%b', "a' OR true", 'nobody@', '\u{10ffff}aa'])
    expect(await ask(`/accounts?q=${encodeURIComponent(q)}`)).toEqual({ data: [], meta: { next: null } });
  expect(await ask('/accounts?q=ab')).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { q: 'too_short' },
  });
  expect(await ask('/accounts')).toMatchObject({ code: 'VALIDATION_FAILED', fields: { q: 'required' } });
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await ask(`/accounts?q=${nobody}`)).data).toEqual([]);
  expect((await ask(`/accounts/${nobody}`)).code).toBe('NOT_FOUND');
});

test('frozen accounts are listed with their reason, and with who has proposed to lift the freeze', async () => {
  const person = await register(server.it);
  const { email } = person;
  await server.it.operator('POST', '/accounts/freeze', { email, reason: 'legal', note: 'A court order.' });
  expect((await ask('/freezes')).data[0]).toMatchObject({
    email,
    status: 'frozen',
    freeze: { reason: 'legal', note: 'A court order.', since: '2026-11-20T09:00:00.000Z' },
    proposal: null,
  });
  const first = await newOperator(server.it, 'first', 'compliance');
  const second = await newOperator(server.it, 'second', 'compliance');
  const lifting = await operate(server.it, 'POST', '/accounts/unfreeze', { email }, { token: first.token });
  expect(lifting.body.code).toBe('APPROVAL_REQUIRED');
  const { proposal } = (await ask('/freezes')).data[0];
  expect(proposal).toEqual({ number: expect.any(Number), proposed_by: 'first' });
  await operate(
    server.it,
    'POST',
    '/proposals/approve',
    { number: proposal.number },
    { token: second.token },
  );
  expect((await ask('/freezes')).data).toEqual([]);
  expect((await ask(`/accounts/${person.id}`)).data).toMatchObject({
    status: 'active',
    freeze: null,
    proposal: null,
  });
});

const eyes = testServer();
let proposer: { readonly token: string };
let approver: { readonly token: string };
beforeAll(async () => {
  if (!hasEngine()) return;
  proposer = await newOperator(eyes.it, 'first', 'compliance');
  approver = await newOperator(eyes.it, 'second', 'compliance');
});
const askEyes = async (path: string) => (await eyes.it.operator('GET', path)).body;

test('an account without an email is frozen, its freeze lifted and its sessions ended by its ID', async () => {
  const { body } = await eyes.it.post('/auth/metamask', await signed(eyes.it, wallet));
  const { token } = body.data;
  const { id } = body.data.user;
  const account = id.toUpperCase();
  const frozen = await eyes.it.operator('POST', '/accounts/freeze', { account, reason: 'legal' });
  expect(frozen.body.data).toMatchObject({ id, email: null, status: 'frozen' });
  const lifting = () =>
    operate(eyes.it, 'POST', '/accounts/unfreeze', { account }, { token: proposer.token });
  expect((await lifting()).body.code).toBe('APPROVAL_REQUIRED');
  expect((await lifting()).body.code).toBe('APPROVAL_REQUIRED');
  const { proposal } = (await askEyes(`/accounts/${id}`)).data;
  expect(proposal).toEqual({ number: expect.any(Number), proposed_by: 'first' });
  const { number } = proposal;
  const by = { token: approver.token };
  const approved = await operate(eyes.it, 'POST', '/proposals/approve', { number }, by);
  expect(approved.body.data.result.data).toMatchObject({ id, status: 'active' });
  expect((await eyes.it.operator('POST', '/accounts/sign-out', { account })).status).toBe(200);
  expect((await eyes.it.get('/profile', { token })).status).toBe(401);
});

test('a proposal to lift a freeze is about the account that had the name when it was made', async () => {
  const [person, other] = [await register(eyes.it), await register(eyes.it)];
  const { database } = eyes.it;
  const [row] = await database.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [
    person.id,
  ]);
  const account = row?.username.toUpperCase();
  for (const name of [{ account }, { account: person.email }, { email: other.email }])
    expect((await eyes.it.operator('POST', '/accounts/freeze', name)).body.data.status).toBe('frozen');
  await operate(eyes.it, 'POST', '/accounts/unfreeze', { account }, { token: proposer.token });
  const { number } = (await askEyes(`/accounts/${person.id}`)).data.proposal;
  await database.query("UPDATE users SET username = 'moved', username_key = 'moved' WHERE id = $1", [
    person.id,
  ]);
  await database.query('UPDATE users SET username = $2, username_key = lower($2) WHERE id = $1', [
    other.id,
    account ?? '',
  ]);
  await operate(eyes.it, 'POST', '/proposals/approve', { number }, { token: approver.token });
  expect((await askEyes(`/accounts/${person.id}`)).data.status).toBe('active');
  expect((await askEyes(`/accounts/${other.id}`)).data.status).toBe('frozen');
});

test('a proposal to lift a freeze that named an email stays with its account when another one has the email', async () => {
  const [person, other] = [await register(eyes.it), await register(eyes.it)];
  const { email } = person;
  for (const account of [person.id, other.id])
    await eyes.it.operator('POST', '/accounts/freeze', { account });
  await operate(eyes.it, 'POST', '/accounts/unfreeze', { email }, { token: proposer.token });
  const { number } = (await askEyes(`/accounts/${person.id}`)).data.proposal;
  const move = (id: string, to: string) =>
    eyes.it.database.query('UPDATE users SET email = $2 WHERE id = $1', [id, to]);
  await move(person.id, `moved-${email}`);
  await move(other.id, email);
  await operate(eyes.it, 'POST', '/proposals/approve', { number }, { token: approver.token });
  expect((await askEyes(`/accounts/${person.id}`)).data.status).toBe('active');
  expect((await askEyes(`/accounts/${other.id}`)).data.status).toBe('frozen');
});

test('who names an account names one, and an account that is closed has no name', async () => {
  const { id, email } = await register(eyes.it);
  const freeze = async (body: object) => (await eyes.it.operator('POST', '/accounts/freeze', body)).body;
  for (const body of [{}, { email, account: id }])
    expect(await freeze(body)).toMatchObject({ code: 'VALIDATION_FAILED', fields: { account: 'required' } });
  for (const account of ['nobody', '%', "a' OR true", '00000000-0000-4000-8000-000000000000', 'x@y.example'])
    expect((await freeze({ account })).code).toBe('NOT_FOUND');
  await eyes.it.database.query(
    'UPDATE users SET closed_at = $2, closed_email = email, email = NULL WHERE id = $1',
    [id, eyes.it.clock.now()],
  );
  expect((await freeze({ account: id })).code).toBe('NOT_FOUND');
  await eyes.it.database.query('UPDATE users SET closed_at = NULL, closed_email = NULL WHERE id = $1', [id]);
});
