import type { Query } from '../../server/database/db.ts';
import { systemOwners } from '../../server/ledger/accounts.ts';

/** Gives a person without USDT `count` deposits of it in the ledger, a second apart up to a second before `end`. Their chains are not real, and `after` is how many of them there are for others. */
export async function longLedger(
  query: Query,
  userId: string,
  count: number,
  end: Date,
  after = 0,
): Promise<void> {
  await query(
    `INSERT INTO ledger_accounts (owner_id, token, kind, opened_at)
    VALUES ($1, 'USDT', 'user', $3), ($2, 'USDT', 'chain', $3) ON CONFLICT DO NOTHING`,
    [userId, systemOwners.chain, end],
  );
  await query(
    `INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
      debit_position, debit_chain, credit_position, credit_chain)
    SELECT gen_random_uuid(), 'USDT', $2, $1, 1000 + n, 'deposit', gen_random_uuid(), $4::timestamptz - ($3::int - n + 1) * interval '1 second',
      1000000000 + $5::int + n, '\\x00', n, '\\x00'
    FROM generate_series(1, $3::int) AS n`,
    [userId, systemOwners.chain, count, end, after],
  );
}
