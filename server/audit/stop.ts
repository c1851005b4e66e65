import type { Query } from '../database/db.ts';

/** Stops every token from leaving, as an operator's `withdrawals disable` does for one; ended by `withdrawals enable`. */
export async function stopEverything(query: Query, at: Date): Promise<void> {
  await query(
    'INSERT INTO withdrawal_stops (token, since) SELECT symbol, $1 FROM tokens ON CONFLICT (token) DO NOTHING',
    [at],
  );
}
