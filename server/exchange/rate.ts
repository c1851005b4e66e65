import { parseRate, type Rate } from '../../contract/money.ts';
import { type TokenSymbol, valueToken } from '../../contract/tokens.ts';
import { priceText } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { usualPriceRules } from '../rates/priceRules.ts';
import { cross, type Fraction } from '../rates/rates.ts';
import { offered } from './pricing.ts';

interface Pair {
  readonly from: TokenSymbol;
  readonly to: TokenSymbol;
}

interface When {
  /** From what age in milliseconds on nobody exchanges by a price. */
  readonly priceAge: number;
  readonly at: Date;
}

interface PriceRow {
  readonly token: TokenSymbol;
  readonly rate: string | null;
  readonly set_at: Date | null;
  readonly quote_move: string | null;
  readonly is_held: boolean;
}

/** The rate that a person is offered now, and how far in percent it may be below one that was quoted. */
interface OfferedRate {
  readonly rate: Fraction;
  readonly quoteMove: Rate;
}

/**
 * Null while a price is missing, is older than `priceAge`, or waits for an operator. Of two tokens the stricter rule holds; USDT,
 * in which prices are told, has none.
 */
export async function offeredRate(
  query: Query,
  { from, to }: Pair,
  { priceAge, at }: When,
): Promise<OfferedRate | null> {
  const rows = await query<PriceRow>(
    `SELECT wanted.token, price.rate, price.at AS set_at,
      (SELECT quote_move FROM price_rules WHERE price_rules.token = wanted.token ORDER BY number DESC LIMIT 1) AS quote_move,
      EXISTS (SELECT 1 FROM held_prices WHERE pair = wanted.token || $3) AS is_held
    FROM unnest($1::text[]) AS wanted (token)
    LEFT JOIN LATERAL (
      SELECT rate, at FROM rates WHERE pair = wanted.token || $3 AND at <= $2 ORDER BY at DESC LIMIT 1
    ) AS price ON true`,
    [[from, to].filter((token) => token !== valueToken.symbol), at, `/${valueToken.symbol}`],
  );
  const oldest = at.getTime() - priceAge;
  const isGood = ({ rate, set_at, is_held }: PriceRow) =>
    rate !== null && set_at !== null && set_at.getTime() >= oldest && !is_held;
  if (!rows.every(isGood)) return null;
  const priceOf = (token: TokenSymbol): Rate =>
    token === valueToken.symbol
      ? { digits: 1n, scale: 0 }
      : decimal(rows.find((row) => row.token === token)?.rate ?? '');
  const moves = rows.map(({ quote_move }) => decimal(quote_move ?? usualPriceRules.quoteMove));
  return {
    rate: offered(cross(priceOf(from), priceOf(to))),
    quoteMove: moves.reduce((least, each) => (isLess(each, least) ? each : least)),
  };
}

/**
 * Refuses with QUOTE_EXPIRED what was quoted at a rate that we would not offer any more: the rate of now is further below
 * it than the rules allow, or there is none. A move in our favour is no reason to refuse. Ask when nothing of the exchange is waited
 * for any more, by the time of then.
 */
export async function requireStandingRate(
  query: Query,
  { from, to, rate: text }: Pair & { readonly rate: string },
  when: When,
): Promise<void> {
  const now = await offeredRate(query, { from, to }, when);
  if (now === null || hasMoved(decimal(text), now)) throw new Refusal('QUOTE_EXPIRED');
}

/** Whether quoted × (1 − move) is more than the rate of now. */
function hasMoved(quoted: Rate, { rate, quoteMove }: OfferedRate): boolean {
  const whole = 100n * 10n ** BigInt(quoteMove.scale);
  const kept = (whole - quoteMove.digits) * quoted.digits * rate.denominator;
  return kept > whole * rate.numerator * 10n ** BigInt(quoted.scale);
}

function isLess(one: Rate, other: Rate): boolean {
  return one.digits * 10n ** BigInt(other.scale) < other.digits * 10n ** BigInt(one.scale);
}

/** A decimal that the database keeps. */
function decimal(text: string): Rate {
  const rate = parseRate(priceText(text));
  if (!rate.ok) throw new RangeError(`${text} is ${rate.problem}`);
  return rate.value;
}
