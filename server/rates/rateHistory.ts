import type { RateHistory, RateRange } from '../../contract/rates.ts';
import { valueToken } from '../../contract/tokens.ts';
import { pairOf, priceText } from '../core/pairs.ts';
import type { Query } from '../database/db.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The length of each range, and the distance between its points. */
const ranges: Readonly<Record<RateRange, { readonly length: number; readonly step: number }>> = {
  day: { length: day, step: 5 * minute },
  week: { length: 7 * day, step: hour },
  month: { length: 30 * day, step: 4 * hour },
  year: { length: 365 * day, step: day },
};

/**
 * The prices of a token over a range that ends at `at`: the price at its start, then the last price of each step that had one. Empty when
 * no price is known.
 */
export async function pricePoints(
  query: Query,
  token: string,
  range: RateRange,
  at: Date,
): Promise<RateHistory['points']> {
  const { length, step } = ranges[range];
  const from = new Date(at.getTime() - length);
  if (token === valueToken.symbol) return [from, at].map((each) => ({ at: each.toISOString(), price: '1' }));
  const rows = await query<{ at: Date; rate: string }>(
    `(SELECT $2::timestamptz AS at, rate FROM rates WHERE pair = $1 AND rates.at <= $2 ORDER BY rates.at DESC LIMIT 1)
    UNION ALL
    (SELECT DISTINCT ON (floor(extract(epoch FROM at) / $4::numeric)) at, rate
    FROM rates WHERE pair = $1 AND at > $2 AND at <= $3
    ORDER BY floor(extract(epoch FROM at) / $4::numeric), at DESC)
    ORDER BY at`,
    [pairOf(token), from, at, step / 1_000],
  );
  return rows.map((row) => ({ at: row.at.toISOString(), price: priceText(row.rate) }));
}

/** How far the clocks of servers may be apart (decision 113), in milliseconds. */
const mostApart = minute;

/** How long every price is kept; of older ones, the last of each hour and the first of a pair. */
const keptWhole = 2 * day;

/**
 * Deletes old prices, because a market that moves every few seconds would fill the disk. Prices of operators are kept, and the first of a
 * pair: without it, what came in during that hour would have come in while no price was known.
 */
export async function thinRates(query: Query, at: Date): Promise<void> {
  await query(
    `DELETE FROM rates USING (
      SELECT pair, at, lag(at) OVER (PARTITION BY pair ORDER BY at) AS earlier,
        lead(at) OVER (PARTITION BY pair ORDER BY at) AS next
      FROM rates WHERE at < $1
    ) AS old
    WHERE rates.pair = old.pair AND rates.at = old.at AND rates.set_by <> 'operator'
      AND old.earlier IS NOT NULL
      AND date_trunc('hour', old.at) = date_trunc('hour', old.next)`,
    [new Date(at.getTime() - keptWhole)],
  );
}

/**
 * Drops the prices that operators set by a clock that ran ahead and was set back, so that none is in force when its time comes. They are
 * judged by the database's clock too, because for a server that is behind the others a price of now is ahead. Feeds' prices are dropped by
 * their readings.
 */
export async function dropPricesAhead(query: Query, at: Date): Promise<void> {
  await query(
    `DELETE FROM rates WHERE set_by = 'operator' AND at > greatest($1::timestamptz, now() + interval '1 minute')`,
    [new Date(at.getTime() + mostApart)],
  );
}
