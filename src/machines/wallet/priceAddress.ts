import { type RateRange, rateRanges } from '../../../contract/rates.ts';
import { homes, type ScreenShown } from '../core/location.ts';

/** The prices that an address asks for: `/wallet?price=ZST&range=week`. */
export interface PricesAsked {
  readonly symbol: string;
  readonly range: RateRange;
  /** Whether they are on the token's own page: `/wallet?token=ZST&range=week`. */
  readonly isPage?: true;
}

/** Null when the address asks for no prices. An unknown range is read as a day. */
export function readPriceAddress({ name, search }: Pick<ScreenShown, 'name' | 'search'>): PricesAsked | null {
  const query = new URLSearchParams(search);
  const range = rateRanges.find((each) => each === query.get('range')) ?? 'day';
  const page = readTokenAddress({ name, search });
  if (page !== null) return { symbol: page, range, isPage: true };
  const symbol = query.get('price')?.trim().toUpperCase() ?? '';
  return name !== 'wallet' || symbol === '' ? null : { symbol, range };
}

export function priceAddress({ symbol, range, isPage }: PricesAsked): string {
  const search = new URLSearchParams({
    [isPage ? 'token' : 'price']: symbol,
    ...(range === 'day' ? {} : { range }),
  });
  return `${homes.signedIn}?${search}`;
}

/** The token whose page an address asks for: `/wallet?token=ZST`. Null for none, and for an invalid symbol. */
export function readTokenAddress({ name, search }: Pick<ScreenShown, 'name' | 'search'>): string | null {
  const token = new URLSearchParams(search).get('token')?.trim().toUpperCase() ?? '';
  return name === 'wallet' && /^[A-Z0-9]{1,12}(?:\.[0-9A-F]{6})?$/.test(token) ? token : null;
}

export function tokenAddress(symbol: string): string {
  return `${homes.signedIn}?${new URLSearchParams({ token: symbol })}`;
}
