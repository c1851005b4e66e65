import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Query } from '../../../server/database/db.ts';
import { snapshotOf } from '../../../server/database/snapshot.ts';
import { balancesOf } from '../../../server/ledger/accounts.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { captureHold, placeHold, releaseHold } from '../../../server/ledger/holds.ts';
import { transfer, transferMany } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();

async function zst(ownerId: string) {
  const balances = await balancesOf(database.db.query, ownerId);
  return balances.find(({ token }) => token === 'ZST');
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function holding(ownerId: string, amount = 1n) {
  return {
    id: randomUUID(),
    ownerId,
    token: 'ZST',
    amount,
    kind: 'withdrawal',
    operationId: null,
    since: at,
    until: null,
  } as const;
}

/** Everybody who comes waits until `size` have come; later ones pass. */
function meeting(size: number): () => Promise<void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let present = 0;
  return () => {
    present += 1;
    if (present === size) open();
    return opened;
  };
}

test('of 400 spends of 1 from a balance of 100 at once, exactly 100 succeed', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 100n);
  const payee = await newOwner(query);
  const done = await Promise.all(times(400, () => transfer(query, sending(payer, payee))));
  expect(done.filter(({ ok }) => ok)).toHaveLength(100);
  expect(done.filter((each) => !each.ok && each.problem === 'insufficient_balance')).toHaveLength(300);
  expect(await zst(payer)).toMatchObject({ posted: 0n });
  expect(await zst(payee)).toMatchObject({ posted: 100n });
});

test('of 200 batches and 200 spends of 1 from a balance of 100 at once, exactly 100 succeed', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 100n);
  const payee = await newOwner(query, 1_000n);
  const batch = () => [sending(payer, payee, { amount: 3n }), sending(payee, payer, { amount: 2n })];
  const done = await Promise.all(
    times(400, (index) =>
      index % 2 ? transfer(query, sending(payer, payee)) : transferMany(query, batch()),
    ),
  );
  expect(done.filter(({ ok }) => ok)).toHaveLength(100);
  expect(await zst(payer)).toMatchObject({ posted: 0n });
});

test('of 200 holds and 200 spends of 1 from a balance of 100 at once, exactly 100 succeed', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 100n);
  const payee = await newOwner(query);
  const done = await Promise.all(
    times(400, (index) =>
      index % 2 ? transfer(query, sending(payer, payee)) : placeHold(query, holding(payer)),
    ),
  );
  expect(done.filter(({ ok }) => ok)).toHaveLength(100);
  expect(await zst(payer)).toMatchObject({ available: 0n });
});

test('the same transfer from 40 callers at once moves once', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 100n);
  const payee = await newOwner(query);
  const wanted = sending(payer, payee, { amount: 60n });
  const done = await Promise.all(times(40, () => transfer(query, wanted)));
  expect(done.filter((each) => each.ok && !each.value.replayed)).toHaveLength(1);
  expect(done.filter((each) => each.ok && each.value.replayed)).toHaveLength(39);
  expect(await zst(payee)).toMatchObject({ posted: 60n });
});

test('transfers that cross never deadlock, and the sum is kept', async () => {
  const { db } = database;
  const owners = await Promise.all(times(5, () => newOwner(db.query, 1_000n)));
  const pick = (index: number) => owners[index % owners.length] ?? '';
  let runs = 0;
  const done = await Promise.all(
    times(400, (index) =>
      db.transaction((query) => {
        runs += 1;
        return index % 3
          ? transfer(query, sending(pick(index), pick(index + 1 + (index % 4))))
          : transferMany(query, [
              sending(pick(index), pick(index + 1)),
              sending(pick(index + 2), pick(index)),
              sending(pick(index + 4), pick(index + 2)),
            ]);
      }),
    ),
  );
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect(runs).toBe(400);
  const balances = await Promise.all(owners.map(zst));
  expect(balances.reduce((sum, balance) => sum + (balance?.posted ?? 0n), 0n)).toBe(5_000n);
});

test('of two transactions that wait for each other, one is run again, and both are done', async () => {
  const { db } = database;
  const one = await newOwner(db.query, 10n);
  const other = await newOwner(db.query, 10n);
  const third = await newOwner(db.query);
  let runs = 0;
  const bothHaveBegun = meeting(2);
  const inTurn = (first: string, second: string) =>
    db.transaction(async (query) => {
      runs += 1;
      await placeHold(query, holding(first));
      if (db.engine === 'postgres') await bothHaveBegun();
      await transfer(query, sending(second, third));
    });
  await Promise.all([inTurn(one, other), inTurn(other, one)]);
  expect(runs).toBe(db.engine === 'postgres' ? 3 : 2);
  expect(await zst(third)).toMatchObject({ posted: 2n });
});

/** Runs `work` while another transaction holds the account's lock and puts 10 into it: `work` began when it had less. */
async function whileFunded<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const { db } = database;
  const other = await newOwner(db.query, 10n);
  let working: Promise<T> | undefined;
  await db.transaction(async (query) => {
    await transfer(query, sending(other, ownerId, { amount: 10n }));
    working = work();
    if (db.engine === 'postgres') await lockIsAwaited(query);
  });
  if (!working) throw new Error('the work was not begun');
  return working;
}

async function lockIsAwaited(query: Query): Promise<void> {
  for (;;) {
    const [row] = await query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity, pg_stat_clear_snapshot()
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row?.count) return;
  }
}

test('what waits for a lock is judged by the balance after it, for a transfer, a batch, a hold and a capture', async () => {
  const { query } = database.db;
  const payee = await newOwner(query);
  const outcomes = [];
  for (const work of [
    (payer: string) => transfer(query, sending(payer, payee, { amount: 3n })),
    (payer: string) => transferMany(query, [sending(payer, payee), sending(payer, payee, { amount: 2n })]),
    (payer: string) => placeHold(query, holding(payer, 3n)),
    (payer: string, id: string) =>
      captureHold(query, { id, transfers: [sending(payer, payee, { amount: 3n })] }),
  ]) {
    const payer = await newOwner(query, 1n);
    const hold = holding(payer);
    await placeHold(query, hold);
    outcomes.push((await whileFunded(payer, () => work(payer, hold.id))).ok);
  }
  expect(outcomes).toEqual([true, true, true, true]);
});

test('of 400 spends of 3 and 400 of 1 in a circle of accounts with 2 each, none ends in an error', async () => {
  const { query } = database.db;
  const owners = await Promise.all(times(6, () => newOwner(query, 2n)));
  const pick = (index: number) => owners[index % owners.length] ?? '';
  const done = await Promise.all(
    times(800, (index) =>
      transfer(query, sending(pick(index), pick(index + 1), { amount: index % 2 ? 3n : 1n })),
    ),
  );
  const problems = new Set(done.map((each) => (each.ok ? 'none' : each.problem)));
  expect([...problems].sort()).toEqual(['insufficient_balance', 'none']);
  const balances = await Promise.all(owners.map(zst));
  expect(balances.reduce((sum, balance) => sum + (balance?.posted ?? 0n), 0n)).toBe(12n);
});

test('at every moment of a busy ledger the audit is clean', async () => {
  const { query } = database.db;
  const owners = await Promise.all(times(6, () => newOwner(query, 30_000n)));
  const pick = (index: number) => owners[index % owners.length] ?? '';
  const work = async (index: number) => {
    const ownerId = pick(index);
    const hold = holding(ownerId, 7n);
    await placeHold(query, hold);
    const transfers = [sending(ownerId, pick(index + 1), { amount: 5n })];
    await (index % 2
      ? captureHold(query, { id: hold.id, transfers })
      : releaseHold(query, { id: hold.id, at }));
    await transfer(query, sending(ownerId, pick(index + 2), { amount: 3n }));
  };
  let isBusy = true;
  let looks = 0;
  const looking = (async () => {
    const faults: string[] = [];
    while (isBusy) {
      faults.push(...(await audit(query, { snapshot: snapshotOf(database.db) })).faults);
      looks += 1;
    }
    return faults;
  })();
  // An audit is many statements, each in the row with those that move money.
  do await Promise.all(times(60, work));
  while (looks < 2);
  isBusy = false;
  expect(await looking).toEqual([]);
});
