import { beforeEach, expect, test } from 'vitest';
import { showRates } from '../../../server/rates/rates.ts';
import { listToken } from '../../../server/tokens/listings.ts';
import { register, serverStart, testServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const server = testServer();
const day = 86_400_000;

const setRate = (pair: string, rate: string) => server.it.operator('POST', '/rates', { pair, rate });

const knownAt = async (at: Date) => {
  const { currencies } = await showRates(server.it.database.query, { priceAge: day, at });
  return currencies;
};

beforeEach(async () => {
  await server.it.database.query("DELETE FROM rates WHERE pair IN ('USD/USDT', 'EUR/USDT', 'RUB/USDT')");
  await server.it.database.query('DELETE FROM held_prices');
});

test('an operator sets a currency’s price, and people are told what one USDT is worth in it', async () => {
  const { token } = await register(server.it);
  expect((await server.it.get('/rates', { token })).body.data.currencies).toEqual([]);
  expect((await setRate('EUR/USDT', '1.25')).status).toBe(201);
  expect((await setRate('RUB/USDT', '0.0125')).status).toBe(201);
  const since = serverStart.toISOString();
  const known = [
    { currency: 'EUR', rate: '0.8', since },
    { currency: 'RUB', rate: '80', since },
  ];
  expect((await server.it.get('/rates', { token })).body.data.currencies).toEqual(known);
});

test('the operator’s list names every currency, with its price or none', async () => {
  await setRate('EUR/USDT', '1.08');
  const { data } = (await server.it.operator('GET', '/rates')).body;
  const found = data.filter(({ pair }: { pair: string }) => /^(USD|EUR|RUB)\//.test(pair));
  expect(found.map(({ pair, rate }: { pair: string; rate: string | null }) => [pair, rate])).toEqual([
    ['USD/USDT', null],
    ['EUR/USDT', '1.08'],
    ['RUB/USDT', null],
  ]);
});

test('a price far from the last is confirmed first, as a token’s is', async () => {
  await setRate('EUR/USDT', '1.08');
  const far = await setRate('EUR/USDT', '108');
  expect(far.body.code).toBe('CONFIRMATION_REQUIRED');
});

test('a rate is not told any more once it is a week old', async () => {
  await setRate('EUR/USDT', '1.25');
  const just = serverStart.getTime() + 7 * day;
  expect(await knownAt(new Date(just - 1))).toHaveLength(1);
  expect(await knownAt(new Date(just))).toEqual([]);
});

test('a price so high that nothing is left of a USDT is not told', async () => {
  await server.it.database.query('INSERT INTO rates (pair, at, rate) VALUES ($1, $2, $3)', [
    'EUR/USDT',
    serverStart,
    '9999999999999999999',
  ]);
  expect(await knownAt(serverStart)).toEqual([]);
});

test('currencies are no tokens: they are not exchanged, sent or listed', async () => {
  const { token } = await register(server.it);
  await setRate('EUR/USDT', '1.25');
  const { pairs } = (await server.it.get('/rates', { token })).body.data;
  expect(
    pairs.filter(({ base, quote }: { base: string; quote: string }) => base === 'EUR' || quote === 'EUR'),
  ).toEqual([]);
  const quote = await server.it.post(
    '/exchange/quotes',
    { from: 'USDT', to: 'EUR', amount: '1', side: 'pay' },
    { token },
  );
  expect(quote.status).toBe(422);
});

test('a token that calls itself EUR gets another symbol, and does not take the currency’s price', async () => {
  await setRate('EUR/USDT', '1.25');
  const symbol = await server.it.database.transaction((query) =>
    listToken(query, {
      ...{ ticker: 'EUR', name: 'Euro', decimals: 6, issuer: null },
      ...{ minimum: 1n, fee: 0n, maximum: 1000n },
      contractAddress: '0xabcdef0000000000000000000000000000000001',
    }),
  );
  expect(symbol).toBe('EUR.ABCDEF');
  expect(await knownAt(serverStart)).toHaveLength(1);
});

test('a token that was EUR before there were currencies keeps its price for itself', async () => {
  await setRate('RUB/USDT', '0.0125');
  await server.it.database.query(
    `INSERT INTO tokens (symbol, ticker, name, decimals, contract_address, is_from_start, minimum, fee, maximum, reference_amount)
    SELECT 'RUB', 'RUB', 'Rubicon', 6, '0x00000000000000000000000000000000000000aa', false, minimum, fee, maximum, reference_amount
    FROM tokens WHERE symbol = 'USDT'`,
  );
  expect(await knownAt(serverStart)).toEqual([]);
  await server.it.database.query("DELETE FROM tokens WHERE symbol = 'RUB'");
});

test('a new rate reaches an open stream', async () => {
  const { token } = await register(server.it);
  const stream = await listenTo(server.it, token);
  await setRate('EUR/USDT', '1.25');
  let told: { currency: string; rate: string }[] = [];
  while (told.length === 0) told = (await stream.next('rates')).data.currencies;
  expect(told).toMatchObject([{ currency: 'EUR', rate: '0.8' }]);
  await stream.leave();
});
