import * as z from 'zod/mini';
import { decimal, instant } from './schemas.ts';

/** The currencies besides USDT in which values can be shown (ISO 4217). Nobody holds them: they have a price, `EUR/USDT`, but are not tokens. */
export const currencies = ['USD', 'EUR', 'RUB'] as const;
export type Currency = (typeof currencies)[number];

export function isCurrency(text: string): text is Currency {
  return currencies.some((currency) => currency === text);
}

/** The age in milliseconds at which a currency's rate is no longer used. */
export const currencyRateAge = 7 * 86_400_000;

/** The value of one USDT in a currency, and since when. */
export const currencyRate = z.object({ currency: z.string(), rate: decimal, since: instant });
export type CurrencyRate = z.infer<typeof currencyRate>;
