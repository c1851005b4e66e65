import { expect, test } from 'vitest';
import { fillRates } from '../../../server/demo/market.ts';
import { richPerson, setRate } from '../../support/exchange.ts';
import { openTestServer, testServer } from '../../support/server.ts';

const server = testServer();
const request = { from: 'ZST', to: 'USDT', pay: '10' };

test('a price is exchanged by until it is two hours old, and not a moment longer', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { ZST: '100' });
  await setRate(it, 'ZST/USDT', '0.25', 2);
  expect((await it.post('/exchange/quotes', request, { token })).status).toBe(201);
  const fresh = await it.get('/wallet', { token });
  expect(fresh.body.data.tokens[0]).toMatchObject({
    price: '0.25',
    price_as_of: '2026-11-20T07:00:00.000Z',
    price_is_old: false,
  });
  it.clock.advance(1);
  const refused = await it.post('/exchange/quotes', request, { token });
  expect(refused).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } });
  expect(refused.headers.get('retry-after')).toBe('60');
  const other = await it.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '10' }, { token });
  expect(other.body.code).toBe('RATE_UNAVAILABLE');
  const old = await it.get('/wallet', { token });
  expect(old.body.data.tokens).toMatchObject([
    { price: '0.25', value: '25', price_as_of: '2026-11-20T07:00:00.000Z', price_is_old: true },
    { price: null, price_as_of: null, price_is_old: false },
    { price: '1', price_is_old: false },
  ]);
  await it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.3' });
  expect((await it.post('/exchange/quotes', request, { token })).status).toBe(201);
});

test('the age is a setting, and the demo’s market stays within the usual one at any minute', async () => {
  const it = await openTestServer({ priceAge: 60_000 });
  const { token } = await richPerson(it, { ZST: '100' });
  await fillRates(it.database.query, it.clock.now());
  it.clock.advance(60_000);
  expect((await it.post('/exchange/quotes', request, { token })).status).toBe(201);
  it.clock.advance(1);
  expect((await it.post('/exchange/quotes', request, { token })).status).toBe(503);
  await it.close();
});
