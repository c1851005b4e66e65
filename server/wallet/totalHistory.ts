import { printMoney } from '../../contract/money.ts';
import { mostTotalPoints, type TotalHistory, type TotalRange } from '../../contract/portfolio.ts';
import { valueToken } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { priceThen } from '../rates/priceThen.ts';
import { percentChange } from '../rates/rates.ts';

const day = 24 * 3_600_000;

/** In milliseconds; null for the whole ledger. */
const lengths: Readonly<Record<TotalRange, number | null>> = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
  all: null,
};

interface PointRow {
  readonly at: Date;
  /** In minor units of USDT. */
  readonly value: string | null;
  readonly without_price: readonly string[] | null;
}

/**
 * Reads the person's legs once, by index, and sums them between the points; only then each nonzero balance is valued at each point. Points
 * are whole milliseconds apart, as the ledger's times are.
 */
const pointsSql = `
WITH leg AS (
  SELECT token, -amount AS amount, created_at FROM ledger_transfers WHERE debit_owner_id = $1 AND created_at <= $2
  UNION ALL
  SELECT token, amount, created_at FROM ledger_transfers WHERE credit_owner_id = $1 AND created_at <= $2
), span AS (
  SELECT greatest(min(created_at), $3::timestamptz) AS start FROM leg HAVING count(*) > 0
), moment AS (
  SELECT at, row_number() OVER (ORDER BY at) AS place FROM (
    SELECT DISTINCT date_trunc('milliseconds', $2::timestamptz - ($2::timestamptz - start) * ((${mostTotalPoints - 1} - n) / ${mostTotalPoints - 1}.0)) AS at
    FROM span, generate_series(0, ${mostTotalPoints - 1}) AS n
  ) AS even
), edges AS (
  SELECT array_agg(at + interval '1 microsecond' ORDER BY at) AS passed FROM moment
), moved AS (
  SELECT token, width_bucket(created_at, passed) + 1 AS place, sum(amount) AS amount
  FROM leg, edges GROUP BY token, width_bucket(created_at, passed)
), held AS (
  SELECT token.token, moment.at, sum(moved.amount) OVER (PARTITION BY token.token ORDER BY moment.place) AS amount
  FROM (SELECT DISTINCT token FROM moved) AS token CROSS JOIN moment
  LEFT JOIN moved ON moved.token = token.token AND moved.place = moment.place
), valued AS (
  SELECT held.token, held.at, held.amount, tokens.decimals, tokens.is_from_start, ${priceThen('held.token', 'held.at')} AS price
  FROM held JOIN tokens ON tokens.symbol = held.token WHERE held.amount <> 0
)
SELECT moment.at, CASE WHEN is_unknown THEN NULL ELSE coalesce(value, 0) END AS value, without_price
FROM moment LEFT JOIN (
  SELECT at, bool_or(is_from_start AND price IS NULL) AS is_unknown, sum(div(amount * price * 1000000, 10::numeric ^ decimals)) AS value,
    array_agg(token) FILTER (WHERE price IS NULL) AS without_price
  FROM valued GROUP BY at
) AS summed ON summed.at = moment.at
ORDER BY moment.at`;

/** The values of a person's balances over a range that ends at `at`, in the format of `totalHistoryCall`. */
export async function totalHistory(
  query: Query,
  userId: string,
  range: TotalRange,
  at: Date,
): Promise<TotalHistory> {
  const length = lengths[range];
  const from = length === null ? null : new Date(at.getTime() - length);
  const rows = await query<PointRow>(pointsSql, [userId, at, from]);
  const usdt = (minor: bigint) => printMoney({ token: valueToken, minor });
  const known = rows.flatMap(({ value }) => (value === null ? [] : [BigInt(value)]));
  const [first, last] = [known[0], known.at(-1)];
  return {
    currency: valueToken.symbol,
    range,
    points: rows.map((row) => ({
      at: row.at.toISOString(),
      value: row.value === null ? null : usdt(BigInt(row.value)),
    })),
    change:
      known.length < 2 || first === undefined || last === undefined
        ? null
        : {
            value: usdt(last - first),
            percent: first === 0n ? null : percentChange(whole(first), whole(last)),
          },
    without_price: [...new Set(rows.flatMap((row) => row.without_price ?? []))].sort(),
  };
}

const whole = (numerator: bigint) => ({ numerator, denominator: 1n });
