import { knownRate, type Rate } from '../../contract/money.ts';
import type { ExchangeOffer } from '../../contract/rates.ts';
import type { TokenSymbol } from '../../contract/tokens.ts';
import type { CurrentPrice } from './currentPrices.ts';
import { cross, type Fraction, printRate } from './fractions.ts';
import { feePercent, spread, spreadPercent } from './margin.ts';

export const exchangeFee: Rate = knownRate(feePercent);

/** The smallest and largest amount of one exchange, in units of the paid token. */
export const exchangeBounds: Readonly<
  Record<TokenSymbol, { readonly minimum: string; readonly maximum: string }>
> = {
  ZST: { minimum: '4', maximum: '4000000' },
  STO: { minimum: '0.3', maximum: '300000' },
  USDT: { minimum: '1', maximum: '1000000' },
};

/** The rate for a customer: the middle price minus the spread. */
export function offered({ numerator, denominator }: Fraction): Fraction {
  return {
    numerator: numerator * (spread.denominator - spread.numerator),
    denominator: denominator * spread.denominator,
  };
}

/** The terms of an exchange of `from` into `to`; null while one of the prices is not valid. */
export function offerOf(
  prices: ReadonlyMap<TokenSymbol, CurrentPrice>,
  from: TokenSymbol,
  to: TokenSymbol,
): ExchangeOffer | null {
  const [paid, received] = [prices.get(from), prices.get(to)];
  const rate = paid && received ? printRate(offered(cross(paid.rate, received.rate))) : null;
  if (rate === null) return null;
  return { rate, spread_percent: spreadPercent, fee_percent: feePercent, ...exchangeBounds[from] };
}
