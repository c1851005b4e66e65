import { valueToken } from '../../contract/tokens.ts';

/** The name of a price in the `rates` table. */
export function pairOf(token: string): string {
  return `${token}/${valueToken.symbol}`;
}

/** A price as the wire has it: the column fills every rate up to its scale. */
export function priceText(rate: string): string {
  return rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;
}
