import { type Currency, currencies } from '../../contract/currencies.ts';
import { type TokenSymbol, tokenSymbols, valueToken } from '../../contract/tokens.ts';
import { pairOf } from '../core/pairs.ts';
import { announce } from '../database/announce.ts';
import type { Query } from '../database/db.ts';
import { fedPairs } from '../rates/feeds.ts';
import { type HeldPrice, type MarketPrice, takeMarketPrices } from '../rates/marketPrices.ts';
import { operatorPriceStands } from '../rates/rates.ts';
import { ratesTopic } from '../topics/topics.ts';

const hour = 3_600_000;
const day = 24 * hour;
const hoursKept = 365 * 24;
const usual: Readonly<Record<TokenSymbol, number>> = { ZST: 0.25, STO: 3.4, USDT: 1 };
/** The value of one unit in USDT. It stays the same, and is written again each day. */
const currencyPrices: Readonly<Record<Currency, string>> = { USD: '1', EUR: '1.08', RUB: '0.0125' };
const moving = tokenSymbols.filter((token) => token !== valueToken.symbol);

/** Writes the demo market's missing hourly rates up to `at`, of at most the last year. */
export async function fillRates(query: Query, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / hour);
  const newest = await query<{ pair: string; at: Date }>(
    'SELECT pair, max(at) AS at FROM rates GROUP BY pair',
  );
  const last = new Map(newest.map((row) => [row.pair, row.at]));
  const anchors = await anchorsOf(query);
  const rows = (await movedHere(query)).flatMap((token) => {
    const known = last.get(pairOf(token));
    const from = Math.max(now - hoursKept, known ? Math.floor(known.getTime() / hour) + 1 : 0);
    const hours = Array.from({ length: Math.max(0, now - from + 1) }, (_, index) => (from + index) * hour);
    return hours.flatMap((moment) => {
      const price = priceAt(token, moment, anchors.get(pairOf(token)));
      return price === null ? [] : [{ pair: pairOf(token), at: new Date(moment), price }];
    });
  });
  await fillCurrencies(query, last, at);
  await query(
    `INSERT INTO rates (pair, at, rate)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::numeric[]) ON CONFLICT DO NOTHING`,
    [rows.map(({ pair }) => pair), rows.map(({ at }) => at), rows.map(({ price }) => price)],
  );
}

/** Repeats a currency's last price after a day, whoever set it. Prices that a feed sets are left to the feed. */
async function fillCurrencies(query: Query, last: ReadonlyMap<string, Date>, at: Date): Promise<void> {
  const fed = await fedPairs(query);
  const old = currencies.filter((currency) => {
    const known = last.get(pairOf(currency));
    return !fed.has(pairOf(currency)) && (!known || at.getTime() - known.getTime() >= day);
  });
  if (old.length === 0) return;
  await query(
    `INSERT INTO rates (pair, at, rate)
    SELECT wanted.pair, $3, coalesce((SELECT rate FROM rates WHERE rates.pair = wanted.pair ORDER BY at DESC LIMIT 1), wanted.usual)
    FROM unnest($1::text[], $2::numeric[]) AS wanted (pair, usual) ON CONFLICT DO NOTHING`,
    [old.map(pairOf), old.map((currency) => currencyPrices[currency]), at],
  );
}

/**
 * Moves every price that no feed sets to its value at `at`, and announces it; an operator's price stays for an hour. Answers the prices
 * that were held back. Call it in a transaction.
 */
export async function moveMarket(query: Query, at: Date): Promise<HeldPrice[]> {
  await fillRates(query, at);
  const anchors = await anchorsOf(query);
  const prices = (await movedHere(query)).flatMap((token): MarketPrice[] => {
    const rate = priceAt(token, at.getTime(), anchors.get(pairOf(token)));
    return rate === null ? [] : [{ token, rate }];
  });
  const held = await takeMarketPrices(query, prices, at);
  await announce(query, ratesTopic);
  return held;
}

/** The tokens whose prices no feed sets. */
async function movedHere(query: Query): Promise<readonly TokenSymbol[]> {
  const fed = await fedPairs(query);
  return moving.filter((token) => !fed.has(pairOf(token)));
}

interface Anchor {
  readonly pair: string;
  readonly at: Date;
  readonly rate: string;
}

async function anchorsOf(query: Query): Promise<ReadonlyMap<string, Anchor>> {
  const anchors = await query<Anchor>(
    "SELECT DISTINCT ON (pair) pair, at, rate FROM rates WHERE set_by = 'operator' ORDER BY pair, at DESC",
  );
  return new Map(anchors.map((anchor) => [anchor.pair, anchor]));
}

/** Null while the operator's price is in force. */
function priceAt(token: TokenSymbol, moment: number, anchor: Anchor | undefined): string | null {
  if (!anchor) return print(usual[token] * wave(token, moment));
  const set = anchor.at.getTime();
  if (moment < set + operatorPriceStands) return null;
  return print((Number(anchor.rate) * wave(token, moment)) / wave(token, set));
}

// A sum of five sine waves around 1, so that the same moment has the same rate on every machine.
function wave(token: TokenSymbol, moment: number): number {
  const hours = moment / hour;
  const slow = 0.12 * Math.sin(hours / 700 + 2 * usual[token]) + 0.06 * Math.sin(hours / 53 + usual[token]);
  const quick = 0.03 * Math.sin(hours / 17) + 0.01 * Math.sin(hours / 3) + 0.0015 * Math.sin(hours * 60);
  return 1 + slow + quick;
}

const leastPrice = 1e-18;

function print(price: number): string {
  return price < 0.01 ? Math.max(price, leastPrice).toFixed(18) : price.toFixed(6);
}
