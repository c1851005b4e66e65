import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { balancesOf, systemOwners } from '../../../server/ledger/accounts.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { captureHold, holdsOf, placeHold, releaseHold } from '../../../server/ledger/holds.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();

function holding(
  ownerId: string,
  amount: bigint,
  kind: Parameters<typeof placeHold>[1]['kind'] = 'withdrawal',
) {
  return {
    id: randomUUID(),
    ownerId,
    token: 'ZST',
    amount,
    kind,
    operationId: randomUUID(),
    since: at,
    until: null,
  } as const;
}

async function zst(ownerId: string) {
  const balances = await balancesOf(database.db.query, ownerId);
  return balances.find(({ token }) => token === 'ZST');
}

test.each([
  ['withdrawal', { available: 60n, pending: 40n, frozen: 0n }],
  ['deposit', { available: 60n, pending: 40n, frozen: 0n }],
  ['exchange', { available: 60n, pending: 40n, frozen: 0n }],
  ['account_freeze', { available: 60n, pending: 0n, frozen: 40n }],
  ['review', { available: 60n, pending: 0n, frozen: 40n }],
] as const)('a hold for %s shows in the balance, and its parts add up', async (kind, parts) => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  expect(await placeHold(query, holding(owner, 40n, kind))).toEqual({ ok: true, value: { replayed: false } });
  expect(await zst(owner)).toEqual({ token: 'ZST', posted: 100n, ...parts });
});

test('what is held cannot be sent or held again', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const payee = await newOwner(query);
  await placeHold(query, holding(owner, 40n));
  const refusal = { ok: false, problem: 'insufficient_balance' };
  expect(await transfer(query, sending(owner, payee, { amount: 61n }))).toEqual(refusal);
  expect(await placeHold(query, holding(owner, 61n))).toEqual(refusal);
  expect(await transfer(query, sending(owner, payee, { amount: 60n }))).toMatchObject({ ok: true });
});

test('a hold tells what it is for and until when, oldest first', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const later = { ...holding(owner, 2n, 'review'), since: new Date('2026-11-20T11:00:00.000Z') };
  const earlier = { ...holding(owner, 1n), until: new Date('2026-11-21T00:00:00.000Z') };
  await placeHold(query, later);
  await placeHold(query, earlier);
  expect(await holdsOf(query, owner)).toEqual([earlier, later]);
});

test('the same hold again takes nothing more, another one with its id is refused', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const hold = holding(owner, 40n);
  await placeHold(query, hold);
  expect(await placeHold(query, hold)).toEqual({ ok: true, value: { replayed: true } });
  expect(await placeHold(query, { ...hold, amount: 41n })).toEqual({ ok: false, problem: 'id_reused' });
  expect(await zst(owner)).toMatchObject({ available: 60n });
});

test('an owner without an account cannot hold', async () => {
  const { query } = database.db;
  expect(await placeHold(query, holding(randomUUID(), 1n))).toEqual({
    ok: false,
    problem: 'unknown_account',
  });
});

test('a released hold is available again, once', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const hold = holding(owner, 40n);
  await placeHold(query, hold);
  expect(await releaseHold(query, { id: hold.id, at })).toEqual({ ok: true, value: { replayed: false } });
  expect(await releaseHold(query, { id: hold.id, at })).toEqual({ ok: true, value: { replayed: true } });
  expect(await releaseHold(query, { id: randomUUID(), at })).toEqual({ ok: false, problem: 'unknown_hold' });
  expect(await zst(owner)).toEqual({ token: 'ZST', posted: 100n, available: 100n, pending: 0n, frozen: 0n });
  expect(await holdsOf(query, owner)).toEqual([]);
});

test('a capture makes its transfers out of what was held, once, and gives the rest back', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const hold = holding(owner, 100n);
  await placeHold(query, hold);
  const capture = {
    id: hold.id,
    transfers: [
      sending(owner, systemOwners.chain, { amount: 90n, kind: 'withdrawal' }),
      sending(owner, systemOwners.fees, { amount: 3n, kind: 'fee' }),
    ],
  };
  expect(await captureHold(query, capture)).toEqual({ ok: true, value: { replayed: false } });
  expect(await captureHold(query, capture)).toEqual({ ok: true, value: { replayed: true } });
  expect(await zst(owner)).toEqual({ token: 'ZST', posted: 7n, available: 7n, pending: 0n, frozen: 0n });
  expect(await releaseHold(query, { id: hold.id, at })).toEqual({ ok: false, problem: 'hold_not_active' });
});

test('a hold that was released cannot be captured', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 100n);
  const hold = holding(owner, 40n);
  await placeHold(query, hold);
  await releaseHold(query, { id: hold.id, at });
  const transfers = [sending(owner, systemOwners.chain, { amount: 40n, kind: 'withdrawal' })];
  expect(await captureHold(query, { id: hold.id, transfers })).toEqual({
    ok: false,
    problem: 'hold_not_active',
  });
  expect(await zst(owner)).toMatchObject({ posted: 100n });
});

test('of a release and a capture at the same moment, one wins', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 1_000n);
  for (let round = 0; round < 20; round += 1) {
    const hold = holding(owner, 10n);
    await placeHold(query, hold);
    const transfers = [sending(owner, systemOwners.chain, { amount: 10n, kind: 'withdrawal' })];
    const done = await Promise.all([
      captureHold(query, { id: hold.id, transfers }),
      releaseHold(query, { id: hold.id, at }),
    ]);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  }
  expect(await zst(owner)).toMatchObject({ pending: 0n });
  expect((await audit(query)).faults).toEqual([]);
});
