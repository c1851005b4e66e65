import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Query } from '../../../server/database/db.ts';
import { balancesOf, systemOwners } from '../../../server/ledger/accounts.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { deposit } from '../../../server/ledger/deposits.ts';
import { transfer, transferMany } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();

test('a new owner has an empty account in every token', async () => {
  const { query } = database.db;
  const owner = await newOwner(query);
  const nothing = { posted: 0n, available: 0n, pending: 0n, frozen: 0n };
  expect(await balancesOf(query, owner)).toEqual([
    { token: 'STO', ...nothing },
    { token: 'USDT', ...nothing },
    { token: 'ZST', ...nothing },
  ]);
});

test('a deposit is credited to its owner and owed by the chain account', async () => {
  const { query } = database.db;
  const owner = await newOwner(query);
  const before = (await posted(systemOwners.chain, 'USDT')) ?? 0n;
  const arrived = {
    id: randomUUID(),
    ownerId: owner,
    token: 'USDT',
    amount: 12_500_000n,
    operationId: randomUUID(),
    at,
  } as const;
  expect(await deposit(query, arrived)).toEqual({ ok: true, value: { replayed: false } });
  expect(await posted(owner, 'USDT')).toBe(12_500_000n);
  expect(await posted(systemOwners.chain, 'USDT')).toBe(before - 12_500_000n);
});

test('a transfer moves the exact amount, however large', async () => {
  const { query } = database.db;
  const amount = 10n ** 77n + 1n;
  const payer = await newOwner(query, amount);
  const payee = await newOwner(query, 5n);
  expect(await transfer(query, sending(payer, payee, { amount: amount - 1n }))).toEqual({
    ok: true,
    value: { replayed: false },
  });
  expect(await posted(payer)).toBe(1n);
  expect(await posted(payee)).toBe(10n ** 77n + 5n);
});

test('a batch that asks for what cannot be is refused like a transfer', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  const payee = await newOwner(query);
  const legs = [sending(payer, payee), sending(payee, payer)];
  expect(await transferMany(query, legs)).toEqual({ ok: true, value: { replayed: false } });
  expect(await transferMany(query, legs)).toEqual({ ok: true, value: { replayed: true } });
  expect(
    await transferMany(
      query,
      [...legs].map((leg) => ({ ...leg, amount: 3n })),
    ),
  ).toEqual({
    ok: false,
    problem: 'id_reused',
  });
  expect(await transferMany(query, [sending(payer, payee), sending(payer, randomUUID())])).toEqual({
    ok: false,
    problem: 'unknown_account',
  });
});

test('the same transfer again moves nothing and is a success', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  const payee = await newOwner(query);
  const wanted = sending(payer, payee, { amount: 10n });
  await transfer(query, wanted);
  expect(await transfer(query, wanted)).toEqual({ ok: true, value: { replayed: true } });
  expect(await posted(payee)).toBe(10n);
});

test('an id that stands for another transfer is refused', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  const payee = await newOwner(query);
  const first = sending(payer, payee);
  await transfer(query, first);
  expect(await transfer(query, { ...first, amount: 2n })).toEqual({ ok: false, problem: 'id_reused' });
  expect(await transferMany(query, [first, sending(payer, payee)])).toEqual({
    ok: false,
    problem: 'id_reused',
  });
  expect(await posted(payee)).toBe(1n);
});

test('more than the balance is refused, the whole balance is not', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  const payee = await newOwner(query);
  expect(await transfer(query, sending(payer, payee, { amount: 11n }))).toEqual({
    ok: false,
    problem: 'insufficient_balance',
  });
  expect(await transfer(query, sending(payer, payee, { amount: 10n }))).toEqual({
    ok: true,
    value: { replayed: false },
  });
});

test('an owner without an account is refused', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  expect(await transfer(query, sending(payer, randomUUID()))).toEqual({
    ok: false,
    problem: 'unknown_account',
  });
  expect(await posted(payer)).toBe(10n);
});

test('a batch moves all its legs or none', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n, 'ZST');
  const exchange = (pay: bigint, receive: bigint) => [
    sending(payer, systemOwners.exchange, { token: 'ZST', amount: pay, kind: 'exchange' }),
    sending(systemOwners.exchange, payer, { token: 'USDT', amount: receive, kind: 'exchange' }),
    sending(payer, systemOwners.fees, { token: 'USDT', amount: 1n, kind: 'fee' }),
  ];
  expect(await transferMany(query, exchange(4n, 9n))).toEqual({ ok: true, value: { replayed: false } });
  expect(await posted(payer, 'ZST')).toBe(6n);
  expect(await posted(payer, 'USDT')).toBe(8n);
  expect(await transferMany(query, exchange(7n, 9n))).toEqual({
    ok: false,
    problem: 'insufficient_balance',
  });
  expect(await posted(payer, 'ZST')).toBe(6n);
  expect(await posted(payer, 'USDT')).toBe(8n);
});

test('what is not a transfer throws before it reaches the database', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 10n);
  const payee = await newOwner(query, 10n);
  const sound = sending(payer, payee);
  for (const batch of [
    [],
    [sound, sound],
    [sending(payer, payer)],
    [sending(payer, payee, { amount: 0n })],
    [sending(payer, payee, { amount: -1n })],
  ]) {
    await expect(transferMany(query, batch)).rejects.toThrow(RangeError);
  }
  await expect(transfer(query, sending(payer, payee, { amount: -1n }))).rejects.toThrow(RangeError);
  expect(await posted(payee)).toBe(10n);
});

test('a refusal leaves the transaction usable', async () => {
  const payer = await newOwner(database.db.query, 1n);
  const payee = await newOwner(database.db.query);
  await database.db.transaction(async (query) => {
    await transfer(query, sending(payer, payee, { amount: 2n }));
    await transfer(query, sending(payer, payee, { amount: 1n }));
  });
  expect(await posted(payee)).toBe(1n);
});

test('a batch of which another caller is writing a part fails whole', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 10n);
  const rival = await newOwner(db.query, 10n);
  const payee = await newOwner(db.query);
  const shared = sending(payer, payee);
  const batch = [shared, sending(rival, payee, { amount: 3n })];
  let second: Promise<unknown> | undefined;
  await db.transaction(async (query) => {
    await transfer(query, shared);
    second = transferMany(db.query, batch).then(
      (result) => expect(result).toEqual({ ok: false, problem: 'id_reused' }),
      (error: unknown) => expect(error).toMatchObject({ code: '22012' }),
    );
    await someoneWaits(query);
  });
  await second;
  expect(await posted(payer)).toBe(9n);
  expect(await posted(rival)).toBe(10n);
  expect((await audit(db.query)).faults).toEqual([]);
});

/** Until another connection waits for a lock; at once where there is only one connection. */
async function someoneWaits(query: Query): Promise<void> {
  const countWaiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
  while (database.db.engine === 'postgres' && (await query(countWaiting)).length === 0);
}

async function posted(ownerId: string, token = 'ZST'): Promise<bigint | undefined> {
  const balances = await balancesOf(database.db.query, ownerId);
  return balances.find((balance) => balance.token === token)?.posted;
}
