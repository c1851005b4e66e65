import type { AmountDigits } from '../../../contract/amountParts.ts';
import { parseMoney } from '../../../contract/money.ts';
import type { RateHistory, Rates } from '../../../contract/rates.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { numberFormat } from '../../components/money/numberFormat.ts';

export type PricePoint = RateHistory['points'][number];

/** Enough digits to distinguish prices: six decimals, of a price below 0.1 six significant digits. */
export const priceDigits = (price: string): AmountDigits =>
  /^0\.0/.test(price) ? { significantDigits: 6 } : { maximumFractionDigits: 6 };

/** The format of the prices on an axis, all of which have the same number of significant digits: 0.2640, 0.2620, 0.2600. */
export const axisPrices = (locale: string): Intl.NumberFormat =>
  numberFormat(locale, { minimumSignificantDigits: 4, maximumSignificantDigits: 4 });

/** The prices that were read, followed by the current price. */
export function pointsUntilNow({ symbol, points }: RateHistory, rates: Rates | null): readonly PricePoint[] {
  const now = rates?.pairs.find(({ base, quote }) => base === symbol && quote === valueToken.symbol);
  const last = points.at(-1);
  if (!rates || !now || (last && Date.parse(rates.as_of) <= Date.parse(last.at))) return points;
  return [...points, { at: rates.as_of, price: now.rate }];
}

const widest = { ...valueToken, decimals: 30 };

/** The change between two prices in percent, rounded down in size to two decimals: `-1.25`. Null when one is not a price. */
export function percentBetween(before: string | undefined, after: string | undefined): string | null {
  const [old, fresh] = [parseMoney(before ?? '', widest), parseMoney(after ?? '', widest)];
  if (!old.ok || !fresh.ok || old.value.minor <= 0n) return null;
  const hundredths = ((fresh.value.minor - old.value.minor) * 10_000n) / old.value.minor;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
