import { type TokenSymbol, tokenSymbols } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';

/** The tokens that can be paid to the network now: none without a network, else all that the operator has not stopped. */
export async function leavingTokens(query: Query, hasNetwork: boolean): Promise<readonly TokenSymbol[]> {
  if (!hasNetwork) return [];
  const stopped = await query<{ token: string }>('SELECT token FROM withdrawal_stops');
  return tokenSymbols.filter((symbol) => stopped.every(({ token }) => token !== symbol));
}

/** Refuses with WITHDRAWALS_DISABLED while the token cannot leave. */
export async function requireLeaving(query: Query, token: TokenSymbol, hasNetwork: boolean): Promise<void> {
  const leaving = await leavingTokens(query, hasNetwork);
  if (!leaving.includes(token)) throw new Refusal('WITHDRAWALS_DISABLED');
}
