import { attentionCall } from '../../contract/attention.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';

/** Work needs attention after this many failures in a row; fewer may be a passing fault. */
const attemptsBeforeAttention = 3;

interface Row {
  readonly work: string;
  readonly subject: string;
  readonly attempts: number;
  readonly reason: string;
  readonly first_at: Date;
  readonly next_try_at: Date;
}

/** Registers the operator's call on work that keeps failing. */
export function attentionCalls(route: Route, { database }: { database: Db }) {
  route(attentionCall, async () => {
    const rows = await database.query<Row>(
      'SELECT * FROM failed_attempts WHERE attempts >= $1 ORDER BY first_at, work, subject LIMIT 1000',
      [attemptsBeforeAttention],
    );
    // Late deposits: the owner of the closed account has to be found. They are listed until the account is empty again.
    const late = await database.query<Row>(
      `SELECT 'late_deposit' AS work, late.transaction_id AS subject, 1 AS attempts,
         'the account ' || late.user_id || ' is closed' AS reason, credited_at AS first_at, credited_at AS next_try_at
       FROM late_deposits late JOIN transactions line ON line.id = late.transaction_id
       JOIN ledger_accounts account ON account.owner_id = late.user_id AND account.token = line.token
       WHERE account.posted > 0 ORDER BY credited_at, late.transaction_id LIMIT 1000`,
    );
    return [...late, ...rows].map((row) => ({
      ...row,
      first_at: row.first_at.toISOString(),
      next_try_at: row.next_try_at.toISOString(),
    }));
  });
}
