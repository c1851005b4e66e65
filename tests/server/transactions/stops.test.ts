import { expect, test } from 'vitest';
import { addressesOf } from '../../../server/addresses/derivation.ts';
import { demoNetwork } from '../../../server/demo/chain/network.ts';
import { allTokens, stopLeaving } from '../../../server/payments/leaving.ts';
import type { Settlement } from '../../../server/settlement/settlement.ts';
import {
  addressOf,
  balance,
  fund,
  idempotent,
  type Person,
  pay,
  quote,
  saveLongAgo,
} from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();

const approve = (it: TestServer, id: string) => it.operator('POST', '/withdrawals/approve', { id });
const disable = (it: TestServer, token: string, why?: string) =>
  it.operator('POST', '/withdrawals/disable', { token, ...(why ? { why } : {}) });
const enable = (it: TestServer, token: string) => it.operator('POST', '/withdrawals/enable', { token });
const look = async (it: TestServer, { token }: Person, id: string) =>
  (await it.get(`/transactions/${id}`, { token })).body.data;

/** The address that the next one who asks is given. */
async function upcomingAddress(it: TestServer): Promise<string> {
  const [row] = await it.database.query<{ used: number }>(
    'SELECT coalesce(max(used), 0)::int AS used FROM deposit_keys',
  );
  return addressesOf(demoNetwork.xpub)(row?.used ?? 0);
}

/** A network that counts what it is asked to pay. */
function countingNetwork(txHash: string | null = '0xabc') {
  const asked: string[] = [];
  const settlement: Settlement = {
    incoming: async () => [],
    settle: async ({ id }) => {
      asked.push(id);
      return { status: 'waiting', txHash };
    },
  };
  return { asked, settlement };
}

test('what was approved before a stop is not handed to the network, says so, and goes on when it is lifted', async () => {
  const { asked, settlement } = countingNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const approved = (await pay(it, person)).body.data.id;
  it.clock.advance(1);
  const waiting = (await pay(it, person, { kind: 'withdraw' })).body.data.id;
  await approve(it, approved);
  await disable(it, 'USDT', 'A key is lost.');
  await it.settle();
  expect(asked).toEqual([]);
  expect(await look(it, person, approved)).toMatchObject({ status: 'processing', reason: 'paused' });
  expect(await look(it, person, waiting)).toMatchObject({ status: 'pending', reason: 'paused' });
  expect(await approve(it, waiting)).toMatchObject({ status: 403, body: { code: 'WITHDRAWALS_DISABLED' } });
  expect((await it.operator('GET', '/withdrawals')).body.data).toMatchObject([
    { id: approved, is_stopped: true },
    { id: waiting, is_stopped: true },
  ]);
  const told = async (wanted: string): Promise<string[]> => {
    const { body } = await it.get('/notifications', { token: person.token });
    return body.data.flatMap(({ outcome, ...it }: Record<string, string>) =>
      outcome === wanted ? `${it.kind} ${it.subject_id} ${it.amount} ${it.token}` : [],
    );
  };
  const both = [`send ${approved} 10 USDT`, `withdraw ${waiting} 10 USDT`].sort();
  expect((await told('paused')).sort()).toEqual(both);
  expect(await told('resumed')).toEqual([]);

  await enable(it, 'USDT');
  expect((await told('resumed')).sort()).toEqual(both);
  // There is no stop any more: nobody is told again.
  await enable(it, 'USDT');
  expect((await told('resumed')).sort()).toEqual(both);
  await it.settle();
  expect(asked).toEqual([approved]);
  expect(await look(it, person, approved)).toMatchObject({ status: 'processing', reason: null });
  expect((await approve(it, waiting)).status).toBe(200);
  await it.close();
});

test('what is held by a stop can be taken back, and rejected', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'STO', '100');
  const request = { token: 'STO', amount: '10' };
  const [mine, other] = [
    (await pay(it, person, request)).body.data.id,
    (await pay(it, person, request)).body.data.id,
  ];
  await disable(it, 'STO');
  expect((await idempotent(it, person, `/transactions/${mine}/cancel`)).status).toBe(200);
  expect((await it.operator('POST', '/withdrawals/reject', { id: other, reason: 'other' })).status).toBe(200);
  expect(await balance(it, person, 'STO')).toEqual({ total: '100', available: '100', pending: '0' });
  await enable(it, 'STO');
});

test('what the network knows of is asked about during a stop; what it never answered for is not brought to it', async () => {
  const { asked, settlement } = countingNetwork();
  const it = await openTestServer({ settlement });
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { id } = (await pay(it, person)).body.data;
  await approve(it, id);
  await it.settle();
  await disable(it, 'USDT');
  await it.settle();
  expect(asked).toEqual([id, id]);
  expect(await look(it, person, id)).toMatchObject({ tx_hash: '0xabc', reason: null });
  await it.close();

  const silent = countingNetwork(null);
  const other = await openTestServer({ settlement: silent.settlement });
  const payer = await register(other);
  await fund(other, payer, 'USDT', '100');
  const unheard = (await pay(other, payer)).body.data.id;
  await approve(other, unheard);
  await other.settle();
  await disable(other, 'USDT');
  await other.settle();
  expect(silent.asked).toEqual([unheard]);
  await other.close();
});

test('a stop of all tokens holds each of them until it is lifted itself', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const at = it.clock.now();
  const stop = (why: string) =>
    it.database.transaction((query) => stopLeaving(query, { tokens: allTokens, why, at }));
  await stop('The ledger is not clean.');
  await stop('The ledger is not clean.');
  await stop('Another fault.');
  expect(await quote(it, person)).toMatchObject({ status: 403, body: { code: 'WITHDRAWALS_DISABLED' } });
  const stops = [{ token: '*', since: at.toISOString(), why: 'The ledger is not clean.; Another fault.' }];
  expect((await enable(it, 'USDT')).body.data).toEqual({ enabled: [], stops });
  const { body } = await it.get('/wallet', { token: person.token });
  expect(body.data.tokens.map((each: { withdrawals_enabled: boolean }) => each.withdrawals_enabled)).toEqual([
    false,
    false,
    false,
  ]);
  await disable(it, 'ZST');
  expect((await enable(it, '*')).body.data).toMatchObject({ enabled: ['STO', 'USDT'] });
  await enable(it, 'ZST');
});

test('a stop is judged once more when a quote is paid', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const quoted = [await quote(it, person), await quote(it, person, { kind: 'withdraw' })];
  await disable(it, '*');
  for (const { body } of quoted) {
    const paid = await idempotent(it, person, `/transactions/${body.data.kind}`, { quote_id: body.data.id });
    expect(paid).toMatchObject({ status: 403, body: { code: 'WITHDRAWALS_DISABLED' } });
  }
  expect(await balance(it, person)).toEqual({ total: '100', available: '100', pending: '0' });
  await enable(it, '*');
});

test('an address that becomes the payer’s own after the quote is refused when it is paid', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  for (const [kind, given] of [
    ['send', 'USDT'],
    ['withdraw', 'ZST'],
  ] as const) {
    const next = await upcomingAddress(it);
    const quoted = await quote(it, person, { kind, to: next });
    expect(await addressOf(it, person, given)).toBe(next);
    const paid = await idempotent(it, person, `/transactions/${kind}`, { quote_id: quoted.body.data.id });
    expect(paid).toMatchObject({ status: 422, body: { code: 'ADDRESS_INVALID', fields: { to: 'own' } } });
  }
  expect(await balance(it, person)).toEqual({ total: '100', available: '100', pending: '0' });
});

test('an approved payment whose address became the payer’s own fails with its reason and its money back', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { id } = (await pay(it, person, { kind: 'withdraw', to: await upcomingAddress(it) })).body.data;
  await addressOf(it, person);
  await approve(it, id);
  await it.settle();
  expect(await look(it, person, id)).toMatchObject({ status: 'failed', reason: 'own_address', note: null });
  expect(await balance(it, person)).toEqual({ total: '100', available: '100', pending: '0' });
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('an approved payment whose address became another account’s is settled here, without the fee', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  await fund(it, person, 'ZST', '100');
  const to = await upcomingAddress(it);
  await saveLongAgo(it.database, person, to);
  const { id } = (await pay(it, person, { token: 'ZST', to })).body.data;
  expect(await addressOf(it, other, 'USDT')).toBe(to);
  await approve(it, id);
  await disable(it, 'ZST');
  await Promise.all([it.settle(), it.settle()]);
  expect(await look(it, person, id)).toMatchObject({
    status: 'completed',
    fee: '0',
    total: '10',
    reason: null,
  });
  expect(await balance(it, person, 'ZST')).toEqual({ total: '90', available: '90', pending: '0' });
  expect(await balance(it, other, 'ZST')).toMatchObject({ available: '10' });
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
  await enable(it, 'ZST');
});

test('what the network was told of is never paid here as well, whoever the address is given to', async () => {
  const { asked, settlement } = countingNetwork(null);
  const it = await openTestServer({ settlement });
  const [person, other] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100');
  const { id } = (await pay(it, person, { to: await upcomingAddress(it) })).body.data;
  await approve(it, id);
  await it.settle();
  await addressOf(it, other);
  await it.settle();
  expect(asked).toEqual([id, id]);
  expect(await look(it, person, id)).toMatchObject({ status: 'processing' });
  expect(await balance(it, other)).toMatchObject({ total: '0' });
  await it.close();
});
