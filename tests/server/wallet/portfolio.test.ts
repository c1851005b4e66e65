import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney, printMoney } from '../../../contract/money.ts';
import { totalRanges } from '../../../contract/portfolio.ts';
import { ensureAccounts, systemOwners } from '../../../server/ledger/accounts.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { positionOf } from '../../../server/wallet/position.ts';
import { totalHistory } from '../../../server/wallet/totalHistory.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { longLedger } from '../../support/longLedger.ts';
import { fund, type Person } from '../../support/payments.ts';
import { mostRows } from '../../support/plans.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;
const day = 24 * hour;
const decimals: Readonly<Record<string, number>> = { ZST: 18, STO: 18, USDT: 6 };
const symbols = ['ZST', 'STO', 'USDT'];

/** A movement that is in the ledger: an amount less than zero went out. */
interface Movement {
  readonly token: string;
  readonly amount: bigint;
  readonly at: Date;
}
interface Priced {
  readonly token: string;
  readonly rate: string;
  readonly at: Date;
}

async function move(person: Pick<Person, 'id'>, { token, amount, at }: Movement) {
  const isIn = amount > 0n;
  const done = await transfer(server.it.database.query, {
    ...{ id: randomUUID(), operationId: randomUUID(), token, at, kind: isIn ? 'deposit' : 'withdrawal' },
    amount: isIn ? amount : -amount,
    debitOwnerId: isIn ? systemOwners.chain : person.id,
    creditOwnerId: isIn ? person.id : systemOwners.chain,
  });
  if (!done.ok) throw new Error(done.problem);
}

/** Somebody of whom only the ledger knows: registrations are counted. */
async function owner() {
  const id = randomUUID();
  await ensureAccounts(server.it.database.query, { ownerIds: [id], tokens: symbols, at: serverStart });
  return { id };
}

async function onlyPrices(prices: readonly Priced[]) {
  const { query } = server.it.database;
  await query('DELETE FROM rates');
  for (const { token, rate, at } of prices) {
    await query('INSERT INTO rates (pair, rate, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      `${token}/USDT`,
      rate,
      at,
    ]);
  }
}

/** 10^-18 of a USDT for a whole token at the last price before a moment. */
function priceAt(prices: readonly Priced[], token: string, at: Date): bigint | null {
  if (token === 'USDT') return 10n ** 18n;
  const before = prices.filter((each) => each.token === token && each.at <= at);
  const [last] = before.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (!last) return null;
  const parsed = parseMoney(last.rate, { symbol: token, name: token, decimals: 18 });
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value.minor;
}

const usdt = (minor: bigint) =>
  printMoney({ token: { symbol: 'USDT', name: 'Tether USD', decimals: 6 }, minor });

/** What the balances of a moment were worth, added up one by one. */
function naiveValue(movements: readonly Movement[], prices: readonly Priced[], at: Date): string | null {
  let total = 0n;
  for (const token of symbols) {
    const held = movements
      .filter((each) => each.token === token && each.at <= at)
      .reduce((sum, { amount }) => sum + amount, 0n);
    if (held === 0n) continue;
    const price = priceAt(prices, token, at);
    if (price === null) return null;
    total += (held * price * 10n ** 6n) / 10n ** BigInt(18 + (decimals[token] ?? 0));
  }
  return usdt(total);
}

const fine = (minor: bigint) => printMoney({ token: { symbol: 'ZST', name: 'Zesto', decimals: 18 }, minor });

interface Wish {
  readonly token: string;
  /** In thousandths of what is held, for what goes out. */
  readonly share: number;
  readonly isOut: boolean;
  readonly ago: number;
}

/** Moves in the order of time what can be moved. */
async function moveAll(person: Pick<Person, 'id'>, wishes: readonly Wish[], before: (ago: number) => Date) {
  const balances: Record<string, bigint> = {};
  const movements: Movement[] = [];
  for (const { token, share, isOut, ago } of wishes.toSorted((one, other) => other.ago - one.ago)) {
    const held = balances[token] ?? 0n;
    const amount = isOut ? -((held * BigInt(share)) / 1_000n) : BigInt(share) * 10n ** 9n + 1n;
    if (amount === 0n) continue;
    balances[token] = held + amount;
    const movement = { token, amount, at: before(ago) };
    movements.push(movement);
    await move(person, movement);
  }
  return movements;
}

/** One price a token and moment. */
function pricesOf(
  rated: readonly { readonly token: string; readonly rate: bigint; readonly ago: number }[],
  before: (ago: number) => Date,
): Priced[] {
  const first = new Map(rated.toReversed().map((each) => [`${each.token} ${each.ago}`, each]));
  return [...first.values()].map(({ token, rate, ago }) => ({ token, rate: fine(rate), at: before(ago) }));
}

const history = async ({ token }: Pick<Person, 'token'>, range = 'month') =>
  (await server.it.get(`/wallet/history?range=${range}`, { token })).body.data;
const position = async ({ token }: Pick<Person, 'token'>, symbol = 'ZST') =>
  (await server.it.get(`/wallet/tokens/${symbol}`, { token })).body.data;

/** How long before the end, in milliseconds: mostly lately, so that the short ranges have something too. */
const agoes = fc.oneof(
  fc.integer({ min: 0, max: 2 * day }),
  fc.integer({ min: 0, max: 40 * day }),
  fc.integer({ min: 0, max: 500 * day }),
);

test('each point is the fold of the ledger at the prices of then, for any movements and prices', async () => {
  const end = server.it.clock.now();
  const before = (ago: number) => new Date(end.getTime() - ago);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          token: fc.constantFrom(...symbols),
          share: fc.integer({ min: 1, max: 1_000 }),
          isOut: fc.boolean(),
          ago: agoes,
        }),
        { maxLength: 12 },
      ),
      fc.array(
        fc.record({
          token: fc.constantFrom('ZST', 'STO'),
          rate: fc.bigInt({ min: 1n, max: 10n ** 22n }),
          ago: agoes,
        }),
        { maxLength: 12 },
      ),
      fc.constantFrom(...totalRanges),
      async (wishes, rated, range) => {
        const person = await owner();
        const movements = await moveAll(person, wishes, before);
        const prices = pricesOf(rated, before);
        await onlyPrices(prices);

        const told = await totalHistory(server.it.database.query, person.id, range, end);
        const { points } = told;
        expect(points.length).toBeLessThanOrEqual(97);
        const [oldest] = movements;
        if (!oldest) {
          expect(told).toMatchObject({ points: [], change: null, without_price: [] });
          return;
        }
        const lengths: Readonly<Record<string, number>> = {
          day,
          week: 7 * day,
          month: 30 * day,
          year: 365 * day,
        };
        const start = Math.max(
          oldest.at.getTime(),
          end.getTime() - (lengths[range] ?? Number.MAX_SAFE_INTEGER),
        );
        expect(points[0]?.at).toBe(new Date(start).toISOString());
        expect(points.at(-1)?.at).toBe(end.toISOString());
        expect(points).toEqual(
          points.map(({ at }) => ({ at, value: naiveValue(movements, prices, new Date(at)) })),
        );
        const known = points.flatMap(({ value }) => value ?? []);
        const minor = (text = '0') => BigInt(Math.round(Number(text) * 1e6));
        expect(told.change?.value ?? null).toBe(
          known.length < 2 ? null : usdt(minor(known.at(-1)) - minor(known[0])),
        );
      },
    ),
    { seed: 20_261_122, numRuns: 40 },
  );
});

test('the change of a range is told in value and percent, and not in percent of nothing', async () => {
  const person = await register(server.it);
  const end = server.it.clock.now().getTime();
  await onlyPrices([
    { token: 'ZST', rate: '0.2', at: new Date(end - 60 * day) },
    { token: 'ZST', rate: '0.25', at: new Date(end - hour) },
  ]);
  expect(await history(person)).toMatchObject({ points: [], change: null });
  await move(person, { token: 'ZST', amount: 1_000n * 10n ** 18n, at: new Date(end - 40 * day) });
  expect((await history(person)).change).toEqual({ value: '50', percent: '25.00' });
  await move(person, { token: 'ZST', amount: -1_000n * 10n ** 18n, at: new Date(end - 35 * day) });
  await move(person, { token: 'USDT', amount: 7_000_000n, at: new Date(end - hour) });
  expect((await history(person)).change).toEqual({ value: '7', percent: null });
  expect((await history(person, 'all')).change).toEqual({ value: '-193', percent: '-96.50' });
});

test('where no price was known, a token of every wallet leaves a gap, and a further one is named', async () => {
  const person = await register(server.it);
  const end = server.it.clock.now().getTime();
  await onlyPrices([{ token: 'STO', rate: '2', at: new Date(end - 10 * day) }]);
  await server.it.database.query(
    `INSERT INTO tokens (symbol, ticker, name, decimals, contract_address, issuer, is_from_start, minimum, fee, maximum, reference_amount)
    SELECT 'NEWT', 'NEWT', 'Newt', 8, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'Newt', false, 1, 1, 1000, 1
    ON CONFLICT DO NOTHING`,
  );
  await server.it.database.query(
    `INSERT INTO ledger_accounts (owner_id, token, kind, opened_at) VALUES ($1, 'NEWT', 'user', $3), ($2, 'NEWT', 'chain', $3) ON CONFLICT DO NOTHING`,
    [person.id, systemOwners.chain, serverStart],
  );
  await move(person, { token: 'STO', amount: 10n ** 18n, at: new Date(end - 20 * day) });
  await move(person, { token: 'NEWT', amount: 500n, at: new Date(end - 5 * day) });
  const told = await history(person);
  expect(told.points[0].value).toBeNull();
  expect(told.points.at(-1).value).toBe('2');
  expect(told.without_price).toEqual(['NEWT', 'STO']);
});

test('a range that is none is refused, and nobody else’s ledger is told', async () => {
  const person = await register(server.it);
  const bad = await server.it.get('/wallet/history?range=decade', { token: person.token });
  expect({ status: bad.status, fields: bad.body.fields }).toEqual({
    status: 422,
    fields: { range: 'format' },
  });
  expect((await server.it.get('/wallet/history', { token: randomUUID() })).status).toBe(401);
  expect((await server.it.get('/wallet/tokens/BTC', { token: person.token })).status).toBe(404);
});

test('100,000 movements are read once, and nobody else’s with them', { tags: 'long' }, async () => {
  const [person, other] = [await owner(), await owner()];
  const { query } = server.it.database;
  const end = server.it.clock.now();
  await longLedger(query, person.id, 100_000, end);
  await longLedger(query, other.id, 1_000, end, 100_000);
  await query('ANALYZE ledger_transfers');
  let plan = '';
  const explained: typeof query = async (sql, values) => {
    const lines = await query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, values);
    plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    return query(sql, values);
  };
  const told = await totalHistory(explained, person.id, 'all', end);
  expect(told.points).toHaveLength(97);
  expect(told.points.at(-1)?.value).toBe(usdt((100_000n * 100_001n) / 2n + 100_000n * 1_000n));
  // No step handles more than the legs, between which the points are added up.
  expect(mostRows(plan)).toBeLessThanOrEqual(100_000);
  await totalHistory(explained, other.id, 'day', end);
  expect(plan).toContain('ledger_transfers_credits');
  // Each point is compared with each.
  expect(mostRows(plan)).toBeLessThanOrEqual(97 * 97);
});

/** What is held and its cost by the moving average, in 10^-18 of ZST and of USDT; null once a part came in without a price. */
function naiveCost(movements: readonly Movement[], prices: readonly Priced[]) {
  let held = 0n;
  let cost: bigint | null = 0n;
  for (const { amount, at } of movements) {
    const price = priceAt(prices, 'ZST', at);
    const left = held + amount;
    if (left === 0n) cost = 0n;
    else if (cost !== null && amount < 0n) cost = (cost * left) / held;
    else if (cost !== null) cost = price === null ? null : cost + (amount * price) / 10n ** 18n;
    held = left;
  }
  return { held, cost: held === 0n ? null : cost };
}

test('the average cost follows what came in and what went out, as added up by hand', async () => {
  const end = server.it.clock.now();
  const before = (ago: number) => new Date(end.getTime() - ago);
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          token: fc.constant('ZST'),
          share: fc.integer({ min: 1, max: 1_000 }),
          isOut: fc.boolean(),
          ago: fc.integer({ min: 0, max: 90 * day }),
        }),
        { maxLength: 10 },
      ),
      fc.array(
        fc.record({
          token: fc.constant('ZST'),
          rate: fc.bigInt({ min: 1n, max: 10n ** 20n }),
          ago: fc.integer({ min: 0, max: 100 * day }),
        }),
        { maxLength: 6 },
      ),
      async (wishes, rated) => {
        const person = await owner();
        const movements = await moveAll(person, wishes, before);
        const prices = pricesOf(rated, before);
        await onlyPrices(prices);
        const { held, cost } = naiveCost(movements, prices);
        const now = priceAt(prices, 'ZST', end);
        expect(await positionOf(server.it.database.query, person.id, 'ZST', end)).toMatchObject({
          symbol: 'ZST',
          held: fine(held),
          average_cost: cost === null ? null : fine((cost * 10n ** 18n) / held),
          cost: cost === null ? null : usdt(cost / 10n ** 12n),
          gain: cost === null || now === null ? null : usdt(((held * now) / 10n ** 18n - cost) / 10n ** 12n),
        });
      },
    ),
    { seed: 20_261_122, numRuns: 40 },
  );
});

test('what was exchanged cost what was paid, fee and all', async () => {
  const person = await register(server.it);
  await onlyPrices([]);
  await setRate(server.it, 'ZST/USDT', '0.25');
  await fund(server.it, person, 'USDT', '100');
  const quote = await quoteFor(server.it, person.token, { from: 'USDT', to: 'ZST', pay: '50' });
  expect((await exchangeBy(server.it, person.token, quote.id)).status).toBe(201);
  const told = await position(person);
  expect(told).toMatchObject({ held: quote.receive, cost: '50' });
  expect(Number(told.average_cost)).toBeCloseTo(50 / Number(quote.receive), 12);
  expect(Number(told.gain)).toBeCloseTo(Number(quote.receive) * 0.25 - 50, 5);
  expect(Number(told.gain_percent)).toBeLessThan(0);
  expect(await position(person, 'USDT')).toEqual({
    ...{ symbol: 'USDT', held: '50', average_cost: '1', cost: '50', gain: '0', gain_percent: '0.00' },
  });
});

test('5,000 movements of a token are added up in parts', async () => {
  const person = await register(server.it);
  await onlyPrices([{ token: 'ZST', rate: '2', at: new Date(serverStart.getTime() - 2 * day) }]);
  await server.it.database.query(
    `INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
      debit_position, debit_chain, credit_position, credit_chain)
    SELECT gen_random_uuid(), 'ZST', $2, $1, 10::numeric ^ 18, 'deposit', gen_random_uuid(), $3::timestamptz - interval '1 hour',
      2000000000 + n, '\\x00', n, '\\x00' FROM generate_series(1, 5000) AS n`,
    [person.id, systemOwners.chain, server.it.clock.now()],
  );
  expect(await position(person)).toMatchObject({ held: '5000', average_cost: '2', cost: '10000', gain: '0' });
});
