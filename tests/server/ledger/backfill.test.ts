import { expect, test } from 'vitest';
import { audit } from '../../../server/ledger/audit.ts';
import { chainTransfers } from '../../../server/ledger/backfill.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();

/** Brings the database to where one stands that was written before there were chains. */
async function forgetChains() {
  const { db } = database;
  await db.query('ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_chained');
  await db.query(
    'UPDATE ledger_transfers SET debit_position = NULL, debit_chain = NULL, credit_position = NULL, credit_chain = NULL',
  );
  await db.query(`UPDATE ledger_accounts SET chain_length = 0, chain_head = '\\x'`);
}

test('transfers of before are chained a thousand at a time, and go on where it was ended', async () => {
  const { db } = database;
  const [payer, payee] = [await newOwner(db.query, 10_000n), await newOwner(db.query)];
  await db.transaction(async (query) => {
    for (let count = 0; count < 2_300; count += 1) await transfer(query, sending(payer, payee));
  });
  await forgetChains();
  const forgotten = `account ${payer} in ZST has 0.0000000000000077 ZST posted, its transfers make 0 ZST`;
  expect((await audit(db.query)).faults).toContain(forgotten);
  const killed = new Error('killed');
  const heard: [number, number][] = [];
  const stopped = chainTransfers(db, () => {
    throw killed;
  });
  await expect(stopped).rejects.toBe(killed);
  await chainTransfers(db, (done, total) => heard.push([done, total]));
  expect(heard).toEqual([
    [1_000, 1_301],
    [1_301, 1_301],
  ]);
  await chainTransfers(db, () => {
    throw new Error('nothing is left');
  });
  expect(await transfer(db.query, sending(payer, payee))).toMatchObject({ ok: true });
  expect(await audit(db.query)).toMatchObject({ clean: true, faults: [], transfers: 2_302 });
});
