/** Why money cannot be moved right now: shown at the button, and enforced by the machine. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import type { Standing } from '../core/standingMachine.ts';

/** `withdrawalsOff`: this token cannot be withdrawn; `noNetwork`: no token can. */
export type Hindrance = 'offline' | 'frozen' | 'withdrawalsOff' | 'noNetwork';

interface Hindered<Values extends FlowValues, Quote> {
  readonly account: Standing;
  readonly values: Values;
  readonly quote: Quote | null;
  readonly tokens: readonly WalletToken[] | null;
}

/** The first reason; null without one. `leaves` answers the token that would be paid to an outside address, if any. */
export function hindranceOf<Values extends FlowValues, Quote>(
  { leaves }: { readonly leaves?: (values: Values, quote: Quote | null) => string | null },
  { account, values, quote, tokens }: Hindered<Values, Quote>,
): Hindrance | null {
  if (account.isFrozen) return 'frozen';
  if (account.isOffline) return 'offline';
  const symbol = leaves?.(values, quote) ?? null;
  if (symbol === null || tokens === null || tokens.length === 0) return null;
  if (tokens.every(({ withdrawals_enabled }) => !withdrawals_enabled)) return 'noNetwork';
  const isOff = tokens.some((token) => token.symbol === symbol && !token.withdrawals_enabled);
  return isOff ? 'withdrawalsOff' : null;
}
