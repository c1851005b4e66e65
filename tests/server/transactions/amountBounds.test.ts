import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import { fund, outside, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

beforeAll(async () => {
  if (hasEngine()) await setRate(server.it, 'STO/USDT', '3.2');
});

test.each([
  ['1', 'AMOUNT_TOO_SMALL', { amount: '5', token: 'USDT' }],
  ['1000001', 'AMOUNT_TOO_LARGE', { amount: '1000000', token: 'USDT' }],
  ['5001', 'KYC_REQUIRED', { amount: '5000', token: 'USDT' }],
  ['0', 'AMOUNT_TOO_SMALL', undefined],
  ['6000', 'INSUFFICIENT_BALANCE', { amount: '6000', token: 'USDT' }],
])('a payment of %s is refused with its bound', async (amount, code, bound) => {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '6000');
  const { body } = await quote(server.it, person, { token: 'USDT', amount, to: outside });
  expect([body.code, body.bound]).toEqual([code, bound]);
});

test.each([
  ['0.5', 'AMOUNT_TOO_SMALL', { amount: '1', token: 'USDT' }],
  ['1000001', 'AMOUNT_TOO_LARGE', { amount: '1000000', token: 'USDT' }],
  ['8', 'INSUFFICIENT_BALANCE', { amount: '7.5', token: 'USDT' }],
])('an exchange of %s is refused with its bound', async (pay, code, bound) => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '7.5');
  const { body } = await it.post('/exchange/quotes', { from: 'USDT', to: 'STO', pay }, person);
  expect([body.code, body.bound]).toEqual([code, bound]);
});
