import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Result } from '../../../contract/result.ts';
import type { Db, Query } from '../../../server/database/db.ts';
import { balancesOf } from '../../../server/ledger/accounts.ts';
import { idempotent, sweepKeys } from '../../../server/ledger/idempotency.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();
const impatient = testDatabase({ lockTimeout: 100 });

const claimOf = (ownerId: string, key: string = randomUUID()) => ({
  ownerId,
  key,
  call: 'POST /transactions/send',
  bodyHash: 'a',
  at,
});

type Sent = Result<{ id: string }, 'insufficient_balance'>;

/** A send as a route would do it: a new id in every run, so that running twice would move twice. */
const send =
  (payer: string, payee: string, amount = 1n) =>
  async (query: Query): Promise<Sent> => {
    const wanted = sending(payer, payee, { amount });
    const done = await transfer(query, wanted);
    return done.ok ? { ok: true, value: { id: wanted.id } } : { ok: false, problem: 'insufficient_balance' };
  };

async function zstOf(ownerId: string, { query }: Db = database.db) {
  const balances = await balancesOf(query, ownerId);
  return balances.find(({ token }) => token === 'ZST')?.posted;
}

test('the same key again answers the first outcome and does nothing', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 10n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  const first = await idempotent(db, claim, send(payer, payee));
  expect(first).toMatchObject({ ok: true, value: { replayed: false, outcome: { ok: true } } });
  const again = await idempotent(db, claim, send(payer, payee));
  if (!first.ok) throw new Error('unreachable');
  expect(again).toEqual({ ok: true, value: { replayed: true, outcome: first.value.outcome } });
  expect(await zstOf(payee)).toBe(1n);
});

test('a key used for another body or call is a mismatch', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 10n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  await idempotent(db, claim, send(payer, payee));
  const mismatch = { ok: false, problem: 'mismatch' };
  expect(await idempotent(db, { ...claim, bodyHash: 'b' }, send(payer, payee))).toEqual(mismatch);
  expect(await idempotent(db, { ...claim, call: 'POST /exchange' }, send(payer, payee))).toEqual(mismatch);
  expect(await zstOf(payee)).toBe(1n);
});

test('two owners may use the same key', async () => {
  const { db } = database;
  const one = await newOwner(db.query, 10n);
  const other = await newOwner(db.query, 10n);
  const key = randomUUID();
  await idempotent(db, claimOf(one, key), send(one, other));
  expect(await idempotent(db, claimOf(other, key), send(other, one, 5n))).toMatchObject({
    ok: true,
    value: { replayed: false },
  });
});

test('a refusal is kept as the outcome, and what was written before it is undone', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 1n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  const twice = async (query: Query): Promise<Sent> => {
    await send(payer, payee)(query);
    return send(payer, payee)(query);
  };
  const refusal = { ok: false, problem: 'insufficient_balance' };
  expect(await idempotent(db, claim, twice)).toEqual({
    ok: true,
    value: { replayed: false, outcome: refusal },
  });
  expect(await zstOf(payer)).toBe(1n);
  expect(await idempotent(db, claim, twice)).toEqual({
    ok: true,
    value: { replayed: true, outcome: refusal },
  });
});

test('work that throws keeps nothing, and the key is free', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 1n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  const failing = async (query: Query): Promise<Sent> => {
    await send(payer, payee)(query);
    throw new Error('the mail did not go out');
  };
  await expect(idempotent(db, claim, failing)).rejects.toThrow('the mail did not go out');
  expect(await zstOf(payer)).toBe(1n);
  expect(await idempotent(db, claim, send(payer, payee))).toMatchObject({
    ok: true,
    value: { replayed: false },
  });
});

test('50 keys, each from 8 callers at once, have 50 effects', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 1_000n);
  const payee = await newOwner(db.query);
  const claims = Array.from({ length: 50 }, () => claimOf(payer));
  const calls = claims.flatMap((claim) => Array.from({ length: 8 }, () => claim));
  const answers = await Promise.all(calls.map((claim) => idempotent(db, claim, send(payer, payee))));
  expect(answers.filter((answer) => answer.ok && !answer.value.replayed)).toHaveLength(50);
  expect(answers.filter((answer) => answer.ok && answer.value.replayed)).toHaveLength(350);
  expect(await zstOf(payee)).toBe(50n);
});

test('a caller who waits too long for the first one is told that it is in flight', async () => {
  const { db } = impatient;
  const payer = await newOwner(db.query, 10n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  let second: ReturnType<typeof idempotent<Sent>> | undefined;
  await idempotent(db, claim, async (query) => {
    second = idempotent(db, claim, send(payer, payee));
    if (db.engine === 'postgres') expect(await second).toEqual({ ok: false, problem: 'in_flight' });
    return send(payer, payee)(query);
  });
  if (db.engine === 'pglite') expect(await second).toMatchObject({ ok: true, value: { replayed: true } });
  expect(await zstOf(payee, db)).toBe(1n);
});

test('a key is kept for ninety days and then forgotten', async () => {
  const { db } = database;
  const payer = await newOwner(db.query, 10n);
  const payee = await newOwner(db.query);
  const claim = claimOf(payer);
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000);
  await idempotent(db, claim, send(payer, payee));
  await sweepKeys(db.query, later(90));
  expect(await idempotent(db, claim, send(payer, payee))).toMatchObject({ value: { replayed: true } });
  await sweepKeys(db.query, new Date(later(90).getTime() + 1));
  expect(await db.query('SELECT 1 FROM idempotency_keys WHERE key = $1', [claim.key])).toEqual([]);
});
