import * as z from 'zod/mini';
import { decimal, instant } from './schemas.ts';

/** What values can be shown in besides USDT (ISO 4217). Nobody holds them: they have a price, `EUR/USDT`, and are no tokens. */
export const currencies = ['USD', 'EUR', 'RUB'] as const;
export type Currency = (typeof currencies)[number];

export function isCurrency(text: string): text is Currency {
  return currencies.some((currency) => currency === text);
}

/** From what age on, in milliseconds, a currency's rate is not shown by. */
export const currencyRateAge = 7 * 86_400_000;

/** What one USDT is worth in a currency, and since when. */
export const currencyRate = z.object({ currency: z.string(), rate: decimal, since: instant });
export type CurrencyRate = z.infer<typeof currencyRate>;
