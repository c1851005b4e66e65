import { type CurrencyRate, currencies, currencyRateAge } from '../../contract/currencies.ts';
import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { decimal } from './currentPrices.ts';
import { cross, printRate } from './fractions.ts';

interface PriceRow {
  readonly currency: string;
  readonly rate: string;
  readonly at: Date;
}

/**
 * The value of one USDT in each currency with a price of the last week. Leaves out a currency whose name is a token's symbol, because the
 * price is that token's.
 */
export async function currencyRates(query: Query, at: Date): Promise<CurrencyRate[]> {
  const rows = await query<PriceRow>(
    `SELECT wanted.currency, price.rate, price.at
    FROM unnest($1::text[]) WITH ORDINALITY AS wanted (currency, place)
    CROSS JOIN LATERAL (
      SELECT rate, at FROM rates WHERE pair = wanted.currency || $2 AND at <= $3 ORDER BY at DESC LIMIT 1
    ) AS price
    WHERE price.at > $4 AND NOT EXISTS (SELECT 1 FROM tokens WHERE symbol = wanted.currency)
    ORDER BY wanted.place`,
    [currencies, `/${valueToken.symbol}`, at, new Date(at.getTime() - currencyRateAge)],
  );
  return rows.flatMap(({ currency, rate, at: since }) => {
    const told = printRate(cross({ digits: 1n, scale: 0 }, decimal(rate)));
    return told === null ? [] : [{ currency, rate: told, since: since.toISOString() }];
  });
}
