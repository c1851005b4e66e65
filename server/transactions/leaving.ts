import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';

/** The tokens that can be paid to the network now: none without a network, else all that the operator has not stopped. */
export async function leavingTokens(query: Query, hasNetwork: boolean): Promise<readonly string[]> {
  if (!hasNetwork) return [];
  const leaving = await query<{ symbol: string }>(
    `SELECT symbol FROM tokens WHERE NOT EXISTS (SELECT 1 FROM withdrawal_stops WHERE token = symbol)
    ORDER BY number`,
  );
  return leaving.map(({ symbol }) => symbol);
}

/** Refuses with WITHDRAWALS_DISABLED while the token cannot leave. */
export async function requireLeaving(query: Query, token: string, hasNetwork: boolean): Promise<void> {
  const stopped = hasNetwork && (await query('SELECT 1 FROM withdrawal_stops WHERE token = $1', [token]));
  if (!stopped || stopped.length > 0) throw new Refusal('WITHDRAWALS_DISABLED');
}
