import { parseRate, type Rate } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { priceText } from '../core/pairs.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';
import { mostQuoteMove } from './margin.ts';
import { usualPriceRules } from './priceRules.ts';

interface When {
  /** The age in milliseconds at which a price without an end of its own is no longer used for exchanges. */
  readonly priceAge: number;
  readonly at: Date;
}

/** A currently valid price in USDT. */
export interface CurrentPrice {
  readonly rate: Rate;
  /** How far in percent it may move against us between a quote and its use; null for USDT, which is always 1. */
  readonly quoteMove: Rate | null;
}

interface PriceRow {
  readonly token: string;
  readonly rate: string | null;
  readonly set_at: Date | null;
  readonly good_until: Date | null;
  readonly quote_move: string | null;
  readonly is_stopped: boolean;
}

/** The prices of all of these tokens; null while one of them is not valid. */
export async function currentPrices<Token extends string>(
  query: Query,
  tokens: readonly Token[],
  when: When,
): Promise<ReadonlyMap<Token, CurrentPrice> | null> {
  const good = await goodPrices(query, tokens, when);
  return tokens.every((token) => good.has(token)) ? good : null;
}

/**
 * The valid prices of these tokens, among which may be the chain's own coin. Left out are tokens without a price, with an old or held one,
 * or with a stopped feed.
 */
export async function goodPrices<Token extends string>(
  query: Query,
  tokens: readonly Token[],
  { priceAge, at }: When,
): Promise<ReadonlyMap<Token, CurrentPrice>> {
  const rows = await query<PriceRow>(
    `SELECT wanted.token, price.rate, price.at AS set_at, price.good_until,
      (SELECT least(quote_move, $4::numeric) FROM price_rules WHERE price_rules.token = wanted.token ORDER BY number DESC LIMIT 1) AS quote_move,
      EXISTS (SELECT 1 FROM held_prices WHERE pair = wanted.token || $3)
        OR EXISTS (SELECT 1 FROM price_feeds WHERE pair = wanted.token || $3 AND stopped_at IS NOT NULL) AS is_stopped
    FROM unnest(${anyLength('$1', 'text')}) AS wanted (token)
    LEFT JOIN LATERAL (
      SELECT rate, at, good_until FROM rates WHERE pair = wanted.token || $3 AND at <= $2 ORDER BY at DESC LIMIT 1
    ) AS price ON true`,
    [tokens.filter((token) => token !== valueToken.symbol), at, `/${valueToken.symbol}`, mostQuoteMove],
  );
  const isGood = ({ rate, set_at, good_until, is_stopped }: PriceRow) =>
    rate !== null && set_at !== null && !is_stopped && at.getTime() <= endOf(set_at, good_until, priceAge);
  const found = new Map(rows.map((row) => [row.token, row]));
  return new Map(
    tokens.flatMap((token) => {
      const row = found.get(token);
      return row && !isGood(row) ? [] : [[token, priceIn(row)] as const];
    }),
  );
}

interface PriceTime {
  readonly token: string;
  readonly since: Date;
  /** Until when it is valid. */
  readonly until: Date;
}

/** When the last price of each listed token was set. Tokens without a price, and USDT, are left out. */
export async function priceTimes(query: Query, { priceAge, at }: When): Promise<PriceTime[]> {
  const rows = await query<{ token: string; set_at: Date; good_until: Date | null }>(
    `SELECT tokens.symbol AS token, price.at AS set_at, price.good_until FROM tokens CROSS JOIN LATERAL (
      SELECT rates.at, good_until FROM rates WHERE pair = tokens.symbol || $2 AND rates.at <= $1 ORDER BY rates.at DESC LIMIT 1
    ) AS price`,
    [at, `/${valueToken.symbol}`],
  );
  return rows.map(({ token, set_at: since, good_until }) => ({
    ...{ token, since },
    until: new Date(endOf(since, good_until, priceAge)),
  }));
}

/** USDT has no row; its price is 1. */
function priceIn(row: PriceRow | undefined): CurrentPrice {
  if (!row) return { rate: { digits: 1n, scale: 0 }, quoteMove: null };
  return { rate: decimal(row.rate ?? ''), quoteMove: decimal(row.quote_move ?? usualPriceRules.quoteMove) };
}

/** Until when a price is valid, in milliseconds since 1970: a feed's price has its own end. */
export function endOf(since: Date, goodUntil: Date | null, priceAge: number): number {
  return goodUntil?.getTime() ?? since.getTime() + priceAge;
}

export function decimal(text: string): Rate {
  const rate = parseRate(priceText(text));
  if (!rate.ok) throw new RangeError(`${text} is ${rate.problem}`);
  return rate.value;
}
