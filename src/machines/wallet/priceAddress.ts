import { type RateRange, rateRanges } from '../../../contract/rates.ts';
import { homes, type ScreenShown } from '../core/location.ts';

/** The prices that an address asks for: `/wallet?price=ZST&range=week`. */
export interface PricesAsked {
  readonly symbol: string;
  readonly range: RateRange;
}

/** Null when it asks for none. A range that is none is a day. */
export function readPriceAddress({ name, search }: Pick<ScreenShown, 'name' | 'search'>): PricesAsked | null {
  const query = new URLSearchParams(search);
  const symbol = query.get('price')?.trim().toUpperCase() ?? '';
  if (name !== 'wallet' || symbol === '') return null;
  return { symbol, range: rateRanges.find((range) => range === query.get('range')) ?? 'day' };
}

export function priceAddress({ symbol, range }: PricesAsked): string {
  const search = new URLSearchParams({ price: symbol, ...(range === 'day' ? {} : { range }) });
  return `${homes.signedIn}?${search}`;
}
