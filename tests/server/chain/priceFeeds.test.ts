import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveMarket } from '../../../server/demo/market.ts';
import { openChain } from '../../../server/settlement/evm/openChain.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { richPerson } from '../../support/exchange.ts';
import { deployFeed, eight, openFed, type TestFeed } from '../../support/feeds.ts';
import { attentionOf, networkOf } from '../../support/following.ts';
import { outside } from '../../support/payments.ts';
import { openRpcProxy } from '../../support/rpcProxy.ts';
import { serverStart, type TestServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const chain = testChain();
let feed: TestFeed;
let it: TestServer | undefined;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = undefined;
  feed = await deployFeed(chain.it);
  await feed.set(eight(0.25), serverStart);
});
afterEach(() => it?.close());

const minute = 60_000;

/** A server that has read the feed of ZST/USDT once, and somebody who can exchange by it. */
async function open() {
  it = await openFed(chain.it, { 'ZST/USDT': feed.address });
  await it.readPrices();
  const server = it;
  const { token } = await richPerson(it, { USDT: '1000' });
  const rows = (which = '') =>
    server.database.query<{ rate: string; set_by: string }>(
      `SELECT trim_scale(rate)::text AS rate, set_by FROM rates WHERE pair = 'ZST/USDT' ${which} ORDER BY at`,
    );
  return {
    it,
    rates: async () => (await rows()).map(({ rate }) => rate),
    rows,
    /** Whether ZST can be quoted: `201`, or the code that says why not. */
    quote: async () => {
      const { status, body } = await server.post(
        '/exchange/quotes',
        { from: 'USDT', to: 'ZST', pay: '10' },
        { token },
      );
      return status === 201 ? 'quoted' : body.code;
    },
    read: async (after = minute) => {
      server.clock.advance(after);
      await server.readPrices();
    },
    now: () => server.clock.now(),
    /** What the operator is told after three rounds more. */
    told: async () => {
      for (let round = 0; round < 3; round += 1) await server.readPrices();
      return (await attentionOf(server)).map(({ subject, reason }) => `${subject}: ${reason}`);
    },
    set: (rate: string, confirm = false) =>
      server.operator('POST', '/rates', { pair: 'ZST/USDT', rate, confirm }),
  };
}

test('a new round is a price of the history, once', async () => {
  const { it, rates, rows, quote, read, now } = await open();
  expect(await rows()).toEqual([{ rate: '0.25', set_by: 'feed' }]);
  expect(await quote()).toBe('quoted');
  await read();
  await read();
  expect(await rates()).toEqual(['0.25']);
  await feed.set(eight(0.26), now());
  await read();
  await read();
  expect(await rates()).toEqual(['0.25', '0.26']);
  // The same price in a new round is believed for longer.
  await feed.set(eight(0.26), now());
  await read();
  expect(await rates()).toEqual(['0.25', '0.26', '0.26']);
  expect(await attentionOf(it)).toEqual([]);
});

test('a price of a feed reaches every open stream', async () => {
  const { it, read, now } = await open();
  const { token } = await richPerson(it, {});
  const { next, leave } = await listenTo(it, token);
  await feed.set(eight(0.26), now());
  await read();
  const priceIn = (pairs: { base: string; quote: string; rate: string }[]) =>
    pairs.find(({ base, quote }) => base === 'ZST' && quote === 'USDT')?.rate;
  let price: string | undefined;
  while (price !== '0.26') price = priceIn((await next('rates')).data.pairs);
  await leave();
});

test('the demo’s market leaves the prices of feeds alone', async () => {
  const { it, rates, now } = await open();
  it.clock.advance(3 * 60 * minute);
  await it.database.transaction((query) => moveMarket(query, now()));
  expect(await rates()).toEqual(['0.25']);
  const others = await it.database.query("SELECT 1 FROM rates WHERE pair = 'STO/USDT' LIMIT 1");
  expect(others).toHaveLength(1);
});

test('two servers that read at once write one price a round', async () => {
  const { it, rates, now } = await open();
  const other = await openFed(chain.it, { 'ZST/USDT': feed.address }, { database: it.database });
  for (let round = 1; round <= 3; round += 1) {
    for (const server of [it, other]) server.clock.advance(minute);
    await feed.set(eight(0.25 + round / 100), now());
    await Promise.all([it.readPrices(), other.readPrices(), it.readPrices(), other.readPrices()]);
  }
  expect(await rates()).toEqual(['0.25', '0.26', '0.27', '0.28']);
});

test('prices of a clock that ran ahead are dropped when it is set back, and the feed goes on', async () => {
  const { it, rates, quote, read, now } = await open();
  const shown = async () => (await it.operator('GET', '/rates')).body.data[0].rate;
  it.clock.advance(50 * minute);
  await feed.set(eight(0.26), serverStart);
  await read(0);
  expect(await rates()).toEqual(['0.25', '0.26']);
  it.clock.advance(-50 * minute);
  await feed.setReverting();
  await read();
  expect([await quote(), await rates()]).toEqual(['RATE_UNAVAILABLE', ['0.25']]);
  // The round that was believed by the wrong clock is told again, and is a price of now.
  await feed.setRound(2n, eight(0.26), BigInt(serverStart.getTime() / 1_000));
  await read();
  expect([await quote(), await rates(), await shown()]).toEqual(['quoted', ['0.25', '0.26'], '0.26']);

  const ahead = await openFed(chain.it, { 'ZST/USDT': feed.address }, { database: it.database });
  ahead.clock.advance(50 * minute);
  await feed.set(eight(0.27), now());
  await ahead.readPrices();
  expect(await shown()).toBe('0.26');
  await read();
  await ahead.readPrices();
  expect([await shown(), await rates()]).toEqual(['0.27', ['0.25', '0.26', '0.27']]);
  expect(await attentionOf(it)).toEqual([]);
});

test('a server whose clock is a minute behind stops no feed', async () => {
  const { it, quote, rates, read, now } = await open();
  const behind = await openFed(chain.it, { 'ZST/USDT': feed.address }, { database: it.database });
  it.clock.advance(10 * minute);
  behind.clock.advance(9 * minute - 5_000);
  await feed.set(eight(0.26), now());
  await read(0);
  await behind.readPrices();
  expect([await quote(), await rates()]).toEqual(['quoted', ['0.25', '0.26']]);
});

test('a feed’s price is believed for as long as its setting says, and not a moment longer', async () => {
  const { it, quote, told } = await open();
  const { token } = await richPerson(it, { ZST: '1' });
  const isOld = async () => (await it.get('/wallet', { token })).body.data.tokens[0].price_is_old;
  it.clock.advance(60 * minute);
  expect([await quote(), await isOld()]).toEqual(['quoted', false]);
  it.clock.advance(1);
  expect([await quote(), await isOld()]).toEqual(['RATE_UNAVAILABLE', true]);
  expect(await told()).toEqual([
    'ZST/USDT: The feed of ZST/USDT cannot be used: its last round is from 2026-11-20T09:00:00.000Z. Nothing is exchanged by it.',
  ]);
  await feed.set(eight(0.25), it.clock.now());
  expect(await told()).toEqual([]);
  expect(await quote()).toBe('quoted');
});

const word = (value: bigint) => value.toString(16).padStart(64, '0');

test.each<[string, (now: Date) => Promise<void>, string]>([
  ['is negative', (now) => feed.set(-1n, now), 'its answer is -1'],
  ['is nothing', (now) => feed.set(0n, now), 'its answer is 0'],
  [
    'is more than anything costs',
    (now) => feed.set(10n ** 70n, now),
    'its answer is 100000000000… (71 digits) with 8 decimals',
  ],
  [
    'is of tomorrow',
    (now) => feed.set(eight(0.25), new Date(now.getTime() + 24 * 60 * minute)),
    'its last round is in the future',
  ],
  [
    'is of a time that no clock has',
    () => feed.setRound(9n, eight(0.25), 2n ** 256n - 1n),
    'its last round is in the future',
  ],
  ['has other decimals', () => feed.setDecimals(18), 'its decimals have changed from 8 to 18'],
  ['has absurd decimals', () => feed.setDecimals(77), 'it has 77 decimals'],
  ['reverts', () => feed.setReverting(), 'it tells no latestRoundData'],
  ['is half of one', () => feed.setRaw(`0x${word(9n)}${word(1n)}`), 'it tells no latestRoundData'],
  [
    'has a round that is no uint80',
    () => feed.setRaw(`0x${word(1n << 80n)}${word(1n)}${word(1n)}${word(1n)}${word(1n)}`),
    'it tells no latestRoundData',
  ],
])('a round that %s stops quotes at once, writes nothing, and is told', async (_, change, reason) => {
  const { it, rates, quote, read, told, now } = await open();
  await read();
  await change(now());
  await read(0);
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  expect(await told()).toEqual([
    `ZST/USDT: The feed of ZST/USDT cannot be used: ${reason}. Nothing is exchanged by it.`,
  ]);
  const [listed] = (await it.operator('GET', '/rates')).body.data;
  expect(listed).toMatchObject({ pair: 'ZST/USDT', rate: '0.25', feed_stopped: { reason } });
  expect(await rates()).toEqual(['0.25']);

  // The feed comes back.
  await feed.setDecimals(8);
  await feed.set(eight(0.26), now());
  await read();
  expect(await quote()).toBe('quoted');
  expect(await rates()).toEqual(['0.25', '0.26']);
  expect(await attentionOf(it)).toEqual([]);
});

test('decimals that change to where the price looks the same still stop, until an operator sets a price', async () => {
  const { rates, quote, read, set, now } = await open();
  await feed.setDecimals(9);
  await feed.set(eight(0.25) * 10n, now());
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  await set('0.25');
  expect(await quote()).toBe('quoted');
  await feed.set(eight(0.26) * 10n, new Date(now().getTime() + 55 * minute));
  await read(60 * minute);
  expect(await quote()).toBe('quoted');
  expect(await rates()).toEqual(['0.25', '0.25', '0.26']);
});

test('a feed that goes back is not believed: the round before stands until it is too old', async () => {
  const { rates, quote, read, told, now } = await open();
  await feed.set(eight(0.26), now());
  await read();
  await feed.setRound(1n, eight(0.25), BigInt(now().getTime() / 1_000));
  await read();
  expect(await rates()).toEqual(['0.25', '0.26']);
  expect(await quote()).toBe('quoted');
  expect(await told()).toEqual([
    'ZST/USDT: The feed of ZST/USDT cannot be used: it went back from round 2 to 1. The round before it is believed until it is too old.',
  ]);
  await read(60 * minute);
  expect(await quote()).toBe('RATE_UNAVAILABLE');
});

test.each([
  [0.3125, 'quoted'],
  [0.312501, 'RATE_UNAVAILABLE'],
  [0.2, 'quoted'],
  [0.199999, 'RATE_UNAVAILABLE'],
])('from 0.25 to %f is, by the usual factor of 1.25: %s', async (next, expected) => {
  const { quote, read, now } = await open();
  await feed.set(eight(next), now());
  await read();
  expect(await quote()).toBe(expected);
});

test('a jump stops until an operator sets a price, whose hour nothing of the feed disturbs', async () => {
  const { it, rates, rows, quote, read, told, set, now } = await open();
  await feed.set(eight(0.5), now());
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  expect(await told()).toEqual([
    'ZST/USDT: The feed of ZST/USDT cannot be used: it jumped from 0.25 to 0.5. Nothing is exchanged by it until an operator sets a price (rates set), or it comes back.',
  ]);
  expect((await set('0.5')).body.code).toBe('CONFIRMATION_REQUIRED');
  expect((await set('0.5', true)).status).toBe(201);
  expect(await quote()).toBe('quoted');
  // Within its hour the feed writes nothing, and stops nothing either.
  await feed.set(eight(0.52), new Date(now().getTime() + 30 * minute));
  await read(30 * minute);
  await feed.set(-1n, now());
  await read(29 * minute);
  expect(await quote()).toBe('quoted');
  expect(await rates()).toEqual(['0.25', '0.5']);
  // After it the feed goes on, judged by the operator's price.
  await feed.set(eight(0.55), now());
  await read(minute);
  expect(await rates()).toEqual(['0.25', '0.5', '0.55']);
  expect((await rows()).map(({ set_by }) => set_by)).toEqual(['feed', 'operator', 'feed']);
  expect(await quote()).toBe('quoted');
  await it.readPrices();
  expect(await attentionOf(it)).toEqual([]);
});

test('a jump is over when the feed comes back near the last price', async () => {
  const { rates, quote, read, now } = await open();
  await feed.set(eight(2.5), now());
  await read();
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  await feed.set(eight(0.27), now());
  await read();
  expect(await quote()).toBe('quoted');
  expect(await rates()).toEqual(['0.25', '0.27']);
});

test('a jump is not over while a node that is behind tells the round before it', async () => {
  const { rates, quote, read, told, now } = await open();
  await feed.set(eight(0.1), now());
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  await feed.setRound(1n, eight(0.25), BigInt(serverStart.getTime() / 1_000));
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  expect(await told()).toEqual([
    'ZST/USDT: The feed of ZST/USDT cannot be used: it jumped from 0.25 to 0.1. Nothing is exchanged by it until an operator sets a price (rates set), or it comes back.',
  ]);
  await feed.set(eight(0.24), now());
  await read();
  expect(await quote()).toBe('quoted');
  expect(await rates()).toEqual(['0.25', '0.24']);
});

test('a jump is not over while a node that is two rounds behind tells a round from before the held one', async () => {
  const { it, rates, quote, read, now } = await open();
  const seconds = () => BigInt(now().getTime() / 1_000);
  it.clock.advance(minute);
  const between = seconds();
  it.clock.advance(minute);
  await feed.setRound(3n, eight(0.5), seconds());
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  await feed.setRound(2n, eight(0.26), between);
  await read();
  expect([await quote(), await rates()]).toEqual(['RATE_UNAVAILABLE', ['0.25']]);
  await feed.setRound(4n, eight(0.26), seconds());
  await read();
  expect([await quote(), await rates()]).toEqual(['quoted', ['0.25', '0.26']]);
});

test('what was quoted before the feed stopped is not exchanged after it', async () => {
  const { it, read, now } = await open();
  const { token } = await richPerson(it, { USDT: '100' });
  const quoted = await it.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '10' }, { token });
  await feed.set(0n, now());
  await read(1_000);
  const headers = { 'idempotency-key': '6f1e5e5e-3b1f-4c1c-9d5c-0d2f3c1b2a10' };
  const refused = await it.post('/exchange', { quote_id: quoted.body.data.id }, { token, headers });
  expect(refused.body.code).toBe('QUOTE_EXPIRED');
});

test('while no node can be asked the last price stands, and a node that lies in one answer stops nothing for long', async () => {
  const { it: first } = await open();
  const proxy = await openRpcProxy(chain.it.url);
  const server = await openFed(
    chain.it,
    { 'ZST/USDT': feed.address },
    { database: first.database, rpcUrls: [proxy.url] },
  );
  const { token } = await richPerson(server, { USDT: '100' });
  const quote = async () =>
    (await server.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '10' }, { token })).status;
  await server.readPrices();
  proxy.tamper = async () => ({ error: { code: -32_603, message: 'internal error' } });
  await expect(server.readPrices()).rejects.toThrow('internal error');
  expect(await quote()).toBe(201);
  proxy.tamper = async ({ method }, ask) => ({ result: method === 'eth_call' ? '0x' : await ask() });
  await server.readPrices();
  expect(await quote()).toBe(503);
  proxy.tamper = async (_, ask) => ({ result: await ask() });
  await server.readPrices();
  expect(await quote()).toBe(201);
  await proxy.close();
});

test('the coin of the chain has a price of a feed or an operator, and is no token', async () => {
  const feeds = { 'ETH/USDT': feed.address };
  await feed.set(eight(3_000), serverStart);
  it = await openFed(chain.it, feeds);
  await it.readPrices();
  const listed = async () =>
    (await it?.operator('GET', '/rates'))?.body.data.find(
      ({ pair }: { pair: string }) => pair === 'ETH/USDT',
    );
  expect(await listed()).toMatchObject({ pair: 'ETH/USDT', rate: '3000' });
  const set = await it.operator('POST', '/rates', { pair: 'ETH/USDT', rate: '3100' });
  expect(set.body.data).toEqual({ pair: 'ETH/USDT', rate: '3100', before: '3000' });
  const rules = await it.operator('POST', '/rates/rules', { pair: 'ETH/USDT', jump: '2' });
  expect(rules.status).toBe(201);
  expect(await listed()).toMatchObject({ pair: 'ETH/USDT', rate: '3100', jump: '2' });
  const unknown = await it.operator('POST', '/rates', { pair: 'BTC/USDT', rate: '1' });
  expect(unknown.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { pair: 'format' } });
  const { token } = await richPerson(it, { USDT: '1' });
  expect((await it.get('/rates', { token })).body.data.pairs).toEqual([]);
});

test('a feed that is not in the settings any more stops nothing', async () => {
  const { it, quote, read, set } = await open();
  await feed.set(0n, it.clock.now());
  await read();
  expect(await quote()).toBe('RATE_UNAVAILABLE');
  await openFed(chain.it, {}, { database: it.database });
  await set('0.25');
  it.clock.advance(90 * minute);
  expect(await quote()).toBe('quoted');
});

test('mistakes of feeds are told at the start, one sentence each', async () => {
  const network = networkOf(chain.it);
  const database = await openTestDatabase();
  const { USDT } = chain.it.contracts;
  const maximumAge = minute;
  const settings = {
    ...{ rpcUrls: [chain.it.url], confirmations: 3, hotWallet: null, maxFee: 1n, nativeCurrency: 'ETH' },
    priceFeeds: [
      { pair: 'ETH/USDT', contract: outside, maximumAge },
      { pair: 'DOGE/USDT', contract: feed.address, maximumAge },
      { pair: 'STO/USDT', contract: USDT, maximumAge },
      { pair: 'ZST/USDT', contract: feed.address, maximumAge },
      { pair: 'EUR/USDT', contract: feed.address, maximumAge },
    ],
  };
  expect(await openChain({ settings, network, database, warn: () => undefined })).toEqual({
    ok: false,
    problem: [
      `PRICE_FEEDS: there is no contract at ETH/USDT=${outside} on the chain of RPC_URL.`,
      'PRICE_FEEDS: DOGE of DOGE/USDT is no listed token, no currency that values are shown in, and not the coin of the chain (NATIVE_CURRENCY is ETH).',
      `PRICE_FEEDS: the contract STO/USDT=${USDT} is no price feed: it tells no latestRoundData.`,
    ],
  });
  await database.close();
});
