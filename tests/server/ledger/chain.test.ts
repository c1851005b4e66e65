import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { systemOwners } from '../../../server/ledger/accounts.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { openLedgerBatch } from '../../../server/ledger/batch.ts';
import { type Transfer, transfer, transferMany } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';
import { afterTampering } from '../../support/tampering.ts';

const database = testDatabase();

let payer: string;
let payee: string;
/** Transfers 2, 3, 4 of the payer's chain, and 1, 2, 3 of the payee's. */
let sent: readonly [Transfer, Transfer, Transfer];

beforeAll(async () => {
  const { query } = database.db;
  payer = await newOwner(query, 100n);
  payee = await newOwner(query);
  const next = (amount: bigint) => sending(payer, payee, { amount });
  sent = [next(5n), next(7n), next(11n)];
  for (const each of sent) expect(await transfer(query, each)).toMatchObject({ ok: true });
});

function faultsAfter(...tamper: string[]): Promise<readonly string[]> {
  return afterTampering(database.db, tamper, async (query) => (await audit(query)).faults);
}

/** Moves the balances of both as if the payer had paid so much less. */
function balances(less: bigint): string[] {
  return [
    `UPDATE ledger_accounts SET posted = posted + ${less} WHERE owner_id = '${payer}' AND token = 'ZST'`,
    `UPDATE ledger_accounts SET posted = posted - ${less} WHERE owner_id = '${payee}' AND token = 'ZST'`,
  ];
}

function mismatch({ id }: Transfer): string {
  return `transfer ${id} is not what was written, or not where: its chain does not fit`;
}

test('every way to write a transfer extends the same chains, however often an account is in a batch', async () => {
  const { db } = database;
  const other = await newOwner(db.query, 50n, 'USDT');
  const leg = (kind: Transfer['kind'], creditOwnerId: string, amount: bigint) =>
    sending(other, creditOwnerId, { token: 'USDT', kind, amount });
  const legs = [leg('send', payer, 3n), leg('fee', systemOwners.fees, 1n), leg('send', payee, 2n)];
  expect(await transferMany(db.query, legs)).toMatchObject({ ok: true });
  await db.transaction(async (query) => {
    const batch = await openLedgerBatch(
      query,
      [other, payer, payee].map((ownerId) => ({ ownerId, token: 'USDT' })),
    );
    expect(batch.transfer([leg('send', payer, 4n), leg('send', payee, 4n)])).toMatchObject({ ok: true });
    expect(batch.transfer([sending(payer, other, { token: 'USDT', amount: 4n })])).toMatchObject({
      ok: true,
    });
    await batch.write();
  });
  expect(await transfer(db.query, leg('send', payer, 5n))).toMatchObject({ ok: true });
  const chain = await db.query(
    `SELECT kind, amount, debit_position FROM ledger_transfers
    WHERE debit_owner_id = $1 ORDER BY debit_position`,
    [other],
  );
  expect(chain).toEqual([
    { kind: 'send', amount: '3', debit_position: '2' },
    { kind: 'fee', amount: '1', debit_position: '3' },
    { kind: 'send', amount: '2', debit_position: '4' },
    { kind: 'send', amount: '4', debit_position: '5' },
    { kind: 'send', amount: '4', debit_position: '6' },
    { kind: 'send', amount: '5', debit_position: '8' },
  ]);
  expect(await audit(db.query)).toMatchObject({ clean: true, faults: [] });
});

test('ids in capitals are the same ids', async () => {
  const { query } = database.db;
  const owner = await newOwner(query, 9n);
  const wanted = sending(owner, payee, { id: randomUUID().toUpperCase() });
  expect(await transfer(query, wanted)).toEqual({ ok: true, value: { replayed: false } });
  expect(await transfer(query, wanted)).toEqual({ ok: true, value: { replayed: true } });
  expect(await audit(query)).toMatchObject({ clean: true, faults: [] });
});

test('a transfer that was changed together with both balances is named', async () => {
  const [, changed] = sent;
  expect(
    await faultsAfter(`UPDATE ledger_transfers SET amount = 1 WHERE id = '${changed.id}'`, ...balances(6n)),
  ).toEqual([mismatch(changed)]);
  for (const change of [
    "kind = 'fee'",
    `operation_id = '${randomUUID()}'`,
    "created_at = created_at + interval '1 day'",
    `id = '${randomUUID()}'`,
  ]) {
    const faults = await faultsAfter(`UPDATE ledger_transfers SET ${change} WHERE id = '${changed.id}'`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('is not what was written');
  }
});

test('a transfer that was changed with its links and both accounts is found by what followed', async () => {
  const [, changed, next] = sent;
  const faults = await faultsAfter(
    `UPDATE ledger_transfers SET amount = 1, debit_chain = '\\x00', credit_chain = '\\x00' WHERE id = '${changed.id}'`,
    ...balances(6n),
  );
  expect(faults).toEqual([mismatch(changed), mismatch(next)]);
});

test('a transfer that was removed from the middle or the end is told by its place', async () => {
  const [, middle, end] = sent;
  const gone = ({ id }: Transfer) => `DELETE FROM ledger_transfers WHERE id = '${id}'`;
  expect(await faultsAfter(gone(middle), ...balances(7n))).toEqual(
    [
      `account ${payer} in ZST lacks number 3 of its transfers`,
      `account ${payee} in ZST lacks number 2 of its transfers`,
    ].sort(),
  );
  expect(await faultsAfter(gone(end), ...balances(11n))).toEqual(
    expect.arrayContaining([`account ${payer} in ZST lacks number 4 of its transfers`]),
  );
  const rewound = await faultsAfter(
    gone(end),
    ...balances(11n),
    `UPDATE ledger_accounts SET chain_length = chain_length - 1 WHERE owner_id = '${payer}' AND token = 'ZST'`,
  );
  expect(rewound).toContain(`account ${payer} in ZST says that its chain of 3 transfers ends in another one`);
});

test('two transfers that changed places are named', async () => {
  const [, one, other] = sent;
  const place = (from: Transfer, to: Transfer) =>
    `UPDATE ledger_transfers SET (debit_position, debit_chain, credit_position, credit_chain) =
      (SELECT -debit_position, debit_chain, -credit_position, credit_chain FROM ledger_transfers_copy WHERE id = '${to.id}')
    WHERE id = '${from.id}'`;
  const faults = await faultsAfter(
    'CREATE TEMPORARY TABLE ledger_transfers_copy ON COMMIT DROP AS SELECT * FROM ledger_transfers',
    place(one, other),
    place(other, one),
    `UPDATE ledger_transfers SET debit_position = abs(debit_position), credit_position = abs(credit_position)`,
  );
  expect([...faults].sort()).toEqual([mismatch(one), mismatch(other)].sort());
});

test('a transfer that was slipped in is found, at the end and without a place', async () => {
  const row = (id: string, position: number) =>
    `INSERT INTO ledger_transfers SELECT '${id}', token, debit_owner_id, credit_owner_id, 9, kind, operation_id, created_at,
      ${position}, '\\x00', ${position}, '\\x00' FROM ledger_transfers WHERE id = '${sent[0].id}'`;
  const id = randomUUID();
  expect(await faultsAfter(row(id, 99), ...balances(-9n))).toEqual(
    expect.arrayContaining([`account ${payer} in ZST has 4 transfers, another claims place 99`]),
  );
  expect(await faultsAfter(row(id, -1), ...balances(-9n))).toContain(
    `transfer ${id} has a place of another in the chain of account ${payer} in ZST`,
  );
  await expect(
    database.db.query(
      `INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at)
      VALUES ($1, 'ZST', $2, $3, 1, 'send', $1, $4)`,
      [id, payer, payee, at],
    ),
  ).rejects.toMatchObject({ code: '23514' });
});
