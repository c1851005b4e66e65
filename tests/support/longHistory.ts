import type { Query } from '../../server/database/db.ts';

/** Gives a person, new or not, `count` transactions of every kind, one an hour up to the end of November 2026, with their steps. None of what goes out is on its way: nobody would settle it. */
export async function longHistory(query: Query, userId: string, count: number): Promise<void> {
  await query('INSERT INTO users (id, created_at) VALUES ($1, now()) ON CONFLICT DO NOTHING', [userId]);
  await query(
    `INSERT INTO transactions
      (id, user_id, operation_id, kind, status, token, amount, fee, counterparty, created_at, updated_at)
    SELECT made.id, $1::uuid, made.id, (array['send', 'receive', 'deposit', 'withdraw', 'exchange'])[1 + made.n % 5],
      CASE WHEN made.n % 7 < 6 THEN (array['completed', 'completed', 'completed', 'failed', 'cancelled', 'completed'])[1 + made.n % 7]
        WHEN made.n % 5 IN (1, 2) THEN 'processing' ELSE 'failed' END,
      (array['ZST', 'STO', 'USDT'])[1 + made.n % 3], 1000 + made.n, made.n % 10,
      '0x' || lpad(to_hex(made.n * 7919), 40, 'beef'), made.at, made.at
    FROM (
      SELECT n, gen_random_uuid() AS id, timestamptz '2026-11-30T00:00:00Z' - n * interval '1 hour' AS at
      FROM generate_series(1, $2::int) AS n
    ) AS made`,
    [userId, count],
  );
  await query(
    `INSERT INTO exchanges (id, user_id, quote_id, status, from_token, to_token, pay, fee, receive, rate, created_at, completed_at)
    SELECT id, user_id, id, CASE WHEN status = 'processing' THEN 'pending' ELSE status END, token,
      CASE token WHEN 'ZST' THEN 'STO' WHEN 'STO' THEN 'USDT' ELSE 'ZST' END, amount + fee, fee, 500 + amount, '0.5', created_at, created_at
    FROM transactions WHERE user_id = $1 AND kind = 'exchange' ON CONFLICT DO NOTHING`,
    [userId],
  );
  await query(
    `UPDATE transactions SET received_token = exchanges.to_token FROM exchanges
    WHERE exchanges.id = transactions.id AND transactions.user_id = $1 AND received_token IS NULL`,
    [userId],
  );
  await query(
    `INSERT INTO transaction_steps (transaction_id, position, status, at)
    SELECT id, 0, status, created_at FROM transactions WHERE user_id = $1
      AND NOT EXISTS (SELECT 1 FROM transaction_steps WHERE transaction_id = transactions.id)`,
    [userId],
  );
  await query('VACUUM ANALYZE');
}
