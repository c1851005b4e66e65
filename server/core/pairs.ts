import { withoutLastZeros } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';

/** The name of a price in the `rates` table. */
export function pairOf(token: string): string {
  return `${token}/${valueToken.symbol}`;
}

/** A price as the wire has it: the column fills every rate up to its scale. */
export function priceText(rate: string): string {
  if (!rate.includes('.')) return rate;
  const shortest = withoutLastZeros(rate);
  return shortest.endsWith('.') ? shortest.slice(0, -1) : shortest;
}
