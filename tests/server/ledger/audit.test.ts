import { expect, test } from 'vitest';
import { audit } from '../../../server/ledger/audit.ts';
import { placeHold } from '../../../server/ledger/holds.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';
import { afterTampering } from '../../support/tampering.ts';

const database = testDatabase();

function faultsAfter(...tamper: string[]): Promise<readonly string[]> {
  return afterTampering(database.db, tamper, async (query) => (await audit(query)).faults);
}

test('the audit counts, sums for each token, and names what was tampered with', async () => {
  const { query } = database.db;
  const payer = await newOwner(query, 2_500_000n, 'USDT');
  const payee = await newOwner(query);
  const sent = sending(payer, payee, { token: 'USDT', amount: 1_000_000n });
  await transfer(query, sent);
  await placeHold(query, {
    id: 'b3f0a6a4-2f0e-4c3b-9a53-5d1c2f1d7c11',
    ownerId: payer,
    token: 'USDT',
    amount: 500_000n,
    kind: 'review',
    operationId: null,
    since: at,
    until: null,
  });
  expect(await audit(query)).toEqual({
    clean: true,
    accounts: 15,
    transfers: 2,
    holds: 1,
    tokens: [
      { symbol: 'STO', held_for_customers: '0' },
      { symbol: 'USDT', held_for_customers: '2.5' },
      { symbol: 'ZST', held_for_customers: '0' },
    ],
    faults: [],
  });

  const ofPayer = `owner_id = '${payer}' AND token = 'USDT'`;
  expect(await faultsAfter(`UPDATE ledger_accounts SET posted = posted + 1 WHERE ${ofPayer}`)).toEqual([
    `account ${payer} in USDT has 1.500001 USDT posted, its transfers make 1.5 USDT`,
    'USDT sums to 0.000001 USDT, not to zero',
  ]);
  expect(await faultsAfter(`UPDATE ledger_accounts SET held = held - 1 WHERE ${ofPayer}`)).toEqual([
    `account ${payer} in USDT has 0.499999 USDT held, its active holds make 0.5 USDT`,
  ]);
  const changed = await faultsAfter(
    `UPDATE ledger_transfers SET amount = amount + 1 WHERE debit_owner_id = '${payer}'`,
  );
  expect([...changed].sort()).toEqual([
    ...[
      `account ${payer} in USDT has 1.5 USDT posted, its transfers make 1.499999 USDT`,
      `account ${payee} in USDT has 1 USDT posted, its transfers make 1.000001 USDT`,
    ].sort(),
    `transfer ${sent.id} is not what was written, or not where: its chain does not fit`,
  ]);
  expect(await faultsAfter('DELETE FROM ledger_holds')).toEqual([
    `account ${payer} in USDT has 0.5 USDT held, its active holds make 0 USDT`,
  ]);
});

test.each([
  ['an overdraft', 'UPDATE ledger_accounts SET posted = -1'],
  ['a negative hold', 'UPDATE ledger_accounts SET held = -1'],
  ['a transfer of nothing', 'UPDATE ledger_transfers SET amount = 0'],
  ['a transfer to itself', 'UPDATE ledger_transfers SET credit_owner_id = debit_owner_id'],
])('the database itself refuses %s', async (_what, statement) => {
  await newOwner(database.db.query, 1n);
  await expect(database.db.query(statement)).rejects.toMatchObject({ code: '23514' });
});
