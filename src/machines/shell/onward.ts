import type { SignedInInput } from '../core/area.ts';
import type { Destination, RouteName } from '../core/location.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { readTransactionsQuery, transactionsAddress } from '../money/transactionsQuery.ts';

/** A page with an address of its own. */
type OnwardPage = Exclude<RouteName, 'home'>;

/** What a person was doing when they had to log in, and its address. `amount` as they typed it. */
export type Onward =
  | { readonly to: string; readonly page: OnwardPage }
  | {
      readonly to: string;
      readonly flow: 'exchange' | 'send' | 'withdraw';
      readonly amount: string;
      readonly token: string;
    };

/** The unfinished money flow from its record if its page was requested and something was typed; otherwise the page. Null for no page. */
export function onwardTo(
  { address, page }: Destination,
  readRecord: SignedInInput['readRecord'],
): Onward | null {
  if (page === 'home') return null;
  const flow = flowAt(address, page);
  const values: SavedFlow['values'] =
    (flow && readRecord(flow === 'exchange' ? flow : 'payment')?.values) ?? {};
  const { amount = '', token = '', side, from = '', to = '' } = values;
  if (flow === null || amount.trim() === '') return { to: address, page };
  if (flow !== 'exchange') return { to: transactionsAddress(flow), flow, amount, token };
  return { to: '/exchange', flow, amount, token: side === 'receive' ? to : from };
}

function flowAt(address: string, page: OnwardPage): 'exchange' | 'send' | 'withdraw' | null {
  if (page === 'exchange') return page;
  const { tab } = readTransactionsQuery(address.split('?', 2)[1] ?? '');
  return page === 'transactions' && tab !== 'receive' ? tab : null;
}
