import type { Rate } from '../../contract/money.ts';
import type { TokenSymbol } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { type CurrentPrice, currentPrices, decimal } from '../rates/currentPrices.ts';
import { cross, type Fraction } from '../rates/fractions.ts';
import { offered } from '../rates/offers.ts';

interface Pair {
  readonly from: TokenSymbol;
  readonly to: TokenSymbol;
}

interface When {
  /** From this age, in milliseconds, a price is not used. */
  readonly priceAge: number;
  readonly at: Date;
}

/** The rate offered now, and how far in percent it may be below a quoted one. */
interface OfferedRate {
  readonly rate: Fraction;
  readonly quoteMove: Rate;
}

/** Null while the price of a token must not be used. Of two tokens' rules the stricter applies; USDT has none. */
export async function offeredRate(query: Query, { from, to }: Pair, when: When): Promise<OfferedRate | null> {
  const prices = await currentPrices(query, [from, to], when);
  const [paid, received] = [prices?.get(from), prices?.get(to)];
  if (!paid || !received) return null;
  const moves = [paid, received]
    .map(({ quoteMove }: CurrentPrice) => quoteMove)
    .filter((each) => each !== null);
  return {
    rate: offered(cross(paid.rate, received.rate)),
    quoteMove: moves.reduce((least, each) => (isLess(each, least) ? each : least)),
  };
}

/**
 * Refuses with QUOTE_EXPIRED a quote whose rate would not be offered any more: the current rate is further below
 * it than the rules allow, or there is none. A move in our favour is not refused. Call it when all locks of the exchange are held, with the
 * current time.
 */
export async function requireCurrentRate(
  query: Query,
  { from, to, rate: text }: Pair & { readonly rate: string },
  when: When,
): Promise<void> {
  const now = await offeredRate(query, { from, to }, when);
  if (now === null || hasMoved(decimal(text), now)) throw new Refusal('QUOTE_EXPIRED');
}

/** Whether quoted × (1 − move) is more than the current rate. */
function hasMoved(quoted: Rate, { rate, quoteMove }: OfferedRate): boolean {
  const whole = 100n * 10n ** BigInt(quoteMove.scale);
  const kept = (whole - quoteMove.digits) * quoted.digits * rate.denominator;
  return kept > whole * rate.numerator * 10n ** BigInt(quoted.scale);
}

function isLess(one: Rate, other: Rate): boolean {
  return one.digits * 10n ** BigInt(other.scale) < other.digits * 10n ** BigInt(one.scale);
}
