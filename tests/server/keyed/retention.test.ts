import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sweepKeys } from '../../../server/ledger/idempotency.ts';
import { sweepQuotes } from '../../../server/payments/quotes.ts';
import { addressOf, balance, fund, idempotent, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

test('a payment whose key was forgotten cannot be made again by it', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const quoted = await quote(it, payer, { to: await addressOf(it, payee) });
  const body = { quote_id: quoted.body.data.id };
  const key = randomUUID();
  const send = () => idempotent(it, payer, '/transactions/send', body, key);
  expect((await send()).status).toBe(201);
  const later = new Date(it.clock.now().getTime() + 91 * 86_400_000);
  await sweepKeys(it.database.query, later);
  expect((await send()).body.code).toBe('QUOTE_USED');
  await sweepKeys(it.database.query, later);
  await sweepQuotes(it.database.query, later);
  expect((await send()).body.code).toBe('NOT_FOUND');
  expect(await balance(it, payee)).toMatchObject({ total: '10' });
});
