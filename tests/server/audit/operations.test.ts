import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { addressOf, fund, idempotent, outside, type Person, pay } from '../../support/payments.ts';
import { register, serverStart, testServer } from '../../support/server.ts';
import { afterTampering } from '../../support/tampering.ts';

const server = testServer();

/** One of everything that the records tell of. */
interface Story {
  readonly payer: Person;
  readonly payee: Person;
  readonly sent: string;
  readonly waiting: string;
  readonly left: string;
  readonly exchange: string;
  readonly received: string;
}

let story: Story;

beforeAll(async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '1000');
  await setRate(it, 'ZST/USDT', '0.25');
  const done = (answer: { status: number; body: { data: { id: string } } }) => {
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const sent = done(await pay(it, payer, { to: await addressOf(it, payee) }));
  const quote = await quoteFor(it, payer.token, { from: 'USDT', to: 'ZST', pay: '100' });
  const exchange = done(await exchangeBy(it, payer.token, quote.id));
  const left = done(await pay(it, payer, { kind: 'withdraw' }));
  await it.operator('POST', '/withdrawals/approve', { id: left });
  const waiting = done(await pay(it, payer, { kind: 'withdraw', amount: '20' }));
  const dropped = done(await pay(it, payer, { kind: 'withdraw', amount: '30' }));
  expect((await idempotent(it, payer, `/transactions/${dropped}/cancel`)).status).toBe(200);
  const arriving = { id: randomUUID(), to: await addressOf(it, payee), token: 'USDT', amount: '7' };
  expect((await it.operator('POST', '/network/deposits', arriving)).status).toBe(201);
  for (let round = 0; round < 30; round += 1) {
    it.clock.advance(60_000);
    await it.settle();
  }
  story = { payer, payee, sent, waiting, left, exchange, received: quote.receive };
});

function faultsAfter(...statements: string[]): Promise<readonly string[]> {
  return afterTampering(server.it.database, statements, async (query) => (await auditAll(query)).faults);
}

test('payments, exchanges, deposits and withdrawals at every stage are clean', async () => {
  const { query } = server.it.database;
  expect(await auditAll(query)).toMatchObject({ clean: true, faults: [] });
  const stages = await query<{ kind: string; status: string }>(
    'SELECT DISTINCT kind, status FROM transactions ORDER BY kind, status',
  );
  expect(stages.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'deposit completed',
    'exchange completed',
    'receive completed',
    'send completed',
    'withdraw cancelled',
    'withdraw completed',
    'withdraw pending',
  ]);
});

test('a history that was rewritten is found', async () => {
  const { sent, payer, payee } = story;
  expect(await faultsAfter(`UPDATE transactions SET amount = amount - 1 WHERE id = '${sent}'`)).toEqual([
    `operation ${sent} moved -10 USDT for account ${payer.id}, its records tell of -9.999999 USDT`,
  ]);
  const ofPayee = `operation_id = '${sent}' AND user_id = '${payee.id}'`;
  expect(
    await faultsAfter(
      `DELETE FROM transaction_steps WHERE transaction_id IN (SELECT id FROM transactions WHERE ${ofPayee})`,
      `DELETE FROM transactions WHERE ${ofPayee}`,
    ),
  ).toEqual([`operation ${sent} moved 10 USDT for account ${payee.id}, its records tell of 0 USDT`]);
  expect(
    await faultsAfter(`UPDATE transactions SET counterparty = '${outside}' WHERE id = '${sent}'`),
  ).toEqual([`transaction ${sent} names another party than its transfer ${sent}`]);
  expect(await faultsAfter(`UPDATE transactions SET status = 'failed' WHERE id = '${story.left}'`)).toContain(
    `transaction ${story.left} is failed, the last step of its timeline is completed`,
  );
});

test('a completed line whose transfers are gone is found, whatever the balances say', async () => {
  const { left, payer } = story;
  const faults = await faultsAfter(
    `UPDATE ledger_accounts account SET posted = account.posted + side.amount FROM (
      SELECT owner_id, token, sum(amount) AS amount FROM (
        SELECT debit_owner_id AS owner_id, token, amount FROM ledger_transfers WHERE operation_id = '${left}'
        UNION ALL SELECT credit_owner_id, token, -amount FROM ledger_transfers WHERE operation_id = '${left}') AS leg
      GROUP BY owner_id, token) AS side
    WHERE account.owner_id = side.owner_id AND account.token = side.token`,
    `DELETE FROM ledger_transfers WHERE operation_id = '${left}'`,
  );
  expect(faults).toContain(
    `operation ${left} moved 0 USDT for account ${payer.id}, its records tell of -11.25 USDT`,
  );
});

test('a transfer that was changed together with both balances is found', async () => {
  const { sent, payer, payee } = story;
  const faults = await faultsAfter(
    `UPDATE ledger_transfers SET amount = amount - 5000000 WHERE id = '${sent}'`,
    `UPDATE ledger_accounts SET posted = posted + 5000000 WHERE owner_id = '${payer.id}' AND token = 'USDT'`,
    `UPDATE ledger_accounts SET posted = posted - 5000000 WHERE owner_id = '${payee.id}' AND token = 'USDT'`,
  );
  expect(faults).toEqual(
    expect.arrayContaining([
      `operation ${sent} moved -5 USDT for account ${payer.id}, its records tell of -10 USDT`,
      `operation ${sent} moved 5 USDT for account ${payee.id}, its records tell of 10 USDT`,
    ]),
  );
});

test('exchanges that were deleted or changed are found', async () => {
  const { exchange, payer } = story;
  expect(await faultsAfter('DELETE FROM exchanges')).toEqual([
    `exchange ${exchange} has no record, only transaction ${exchange}`,
    `operation ${exchange} moved ${story.received} ZST for account ${payer.id}, its records tell of 0 ZST`,
  ]);
  expect(await faultsAfter('UPDATE exchanges SET receive = receive + 1')).toHaveLength(1);
  expect(await faultsAfter('UPDATE exchanges SET pay = pay + 1')).toEqual([
    `exchange ${exchange} and its transaction ${exchange} differ`,
  ]);
});

test('holds and what waits for them are held against each other', async () => {
  const { waiting, payer } = story;
  const balance = (change: string) =>
    `UPDATE ledger_accounts SET held = held ${change} WHERE owner_id = '${payer.id}' AND token = 'USDT'`;
  const hold = `ledger_holds WHERE id = '${waiting}'`;
  const lost = [`transaction ${waiting} waits without its hold of 21.25 USDT`];
  expect(await faultsAfter(`DELETE FROM ${hold}`, balance('- 21250000'))).toEqual(lost);
  expect(
    await faultsAfter(
      `UPDATE ledger_holds SET amount = amount - 1250000 WHERE id = '${waiting}'`,
      balance('- 1250000'),
    ),
  ).toEqual([`transaction ${waiting} should hold 21.25 USDT, its hold is 20 USDT or another account's`]);
  expect(
    await faultsAfter(
      `DELETE FROM transaction_steps WHERE transaction_id = '${waiting}'`,
      `DELETE FROM transactions WHERE id = '${waiting}'`,
    ),
  ).toEqual([`hold ${waiting} of 21.25 USDT has no transaction in the history`]);
});

test('deposits of the network are held against what was credited', async () => {
  const [arrived] = await server.it.database.query<{ id: string }>(
    'SELECT transaction_id AS id FROM deposits',
  );
  expect(await faultsAfter('UPDATE deposits SET amount = amount + 1')).toEqual([
    `deposit ${arrived?.id} and its transaction differ`,
  ]);
  expect(await faultsAfter('DELETE FROM deposits')).toEqual([
    `transaction ${arrived?.id} is a deposit from the network that has no record`,
  ]);
});

test('the demo is clean', async () => {
  await seedDemo(server.it.database, serverStart);
  expect(await auditAll(server.it.database.query)).toMatchObject({ clean: true, faults: [] });
});
