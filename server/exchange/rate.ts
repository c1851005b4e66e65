import type { Rate } from '../../contract/money.ts';
import type { TokenSymbol } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { cross, type Fraction } from '../rates/fractions.ts';
import { offered } from '../rates/offers.ts';
import { decimal, type StandingPrice, standingPrices } from '../rates/standingPrices.ts';

interface Pair {
  readonly from: TokenSymbol;
  readonly to: TokenSymbol;
}

interface When {
  /** From what age in milliseconds on nobody exchanges by a price. */
  readonly priceAge: number;
  readonly at: Date;
}

/** The rate that a person is offered now, and how far in percent it may be below one that was quoted. */
interface OfferedRate {
  readonly rate: Fraction;
  readonly quoteMove: Rate;
}

/** Null while the price of a token is not to be exchanged by. Of two tokens the stricter rule holds; USDT has none. */
export async function offeredRate(query: Query, { from, to }: Pair, when: When): Promise<OfferedRate | null> {
  const prices = await standingPrices(query, [from, to], when);
  const [paid, received] = [prices?.get(from), prices?.get(to)];
  if (!paid || !received) return null;
  const moves = [paid, received]
    .map(({ quoteMove }: StandingPrice) => quoteMove)
    .filter((each) => each !== null);
  return {
    rate: offered(cross(paid.rate, received.rate)),
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
