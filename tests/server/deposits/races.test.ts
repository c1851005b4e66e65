import { expect, test } from 'vitest';
import { receiveDeposits } from '../../../server/settlement/receiveDeposits.ts';
import type { IncomingDeposit, Settlement } from '../../../server/settlement/settlement.ts';
import { addressOf, balance } from '../../support/payments.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

const server = testServer();

function deposits(to: string, count: number): IncomingDeposit[] {
  return Array.from({ length: count }, (_, index) => ({
    network: 'A',
    txHash: '0xfeed',
    index,
    token: 'USDT',
    amount: 1_000_000n,
    to,
    confirmations: { seen: 3, needed: 3 },
    dropped: null,
  }));
}

test('eight servers that are told the same twenty deposits at once credit each of them once', async () => {
  const { it } = server;
  const person = await register(it);
  const told = deposits(await addressOf(it, person), 20);
  const failures: unknown[] = [];
  const hearing = (order: IncomingDeposit[]): Settlement => ({
    settle: async () => ({ status: 'waiting', txHash: null }),
    incoming: async () => order,
  });
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => {
      const settlement = hearing(index % 2 === 0 ? told : told.toReversed());
      const complain = (_: string, error: unknown) => failures.push(error);
      return receiveDeposits({ database: it.database, settlement, complain }, serverStart);
    }),
  );
  expect(failures).toEqual([]);
  expect(await balance(it, person)).toEqual({ total: '20', available: '20', pending: '0' });
  const { body } = await it.get('/transactions?kind=deposit', { token: person.token });
  expect(body.meta.total).toBe(20);
  const transfers = await it.database.query("SELECT id FROM ledger_transfers WHERE kind = 'deposit'");
  expect(transfers).toHaveLength(20);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true });
});
