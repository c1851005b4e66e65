import { withoutLastZeros } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';

/** The name of a token's price in the `rates` table. */
export function pairOf(token: string): string {
  return `${token}/${valueToken.symbol}`;
}

/** A price in the format of the wire, without the zeros with which the column pads rates. */
export function priceText(rate: string): string {
  if (!rate.includes('.')) return rate;
  const shortest = withoutLastZeros(rate);
  return shortest.endsWith('.') ? shortest.slice(0, -1) : shortest;
}
