/** The people that a person has paid recently, from their history; people who only paid them are left out. */
import type { Transaction } from '../../../contract/transactions.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** The latest transactions that were sent or withdrawn. */
export const recentPaymentsMachine = createResourceMachine<readonly Transaction[]>('recentPayments');

export interface RecentRecipient {
  readonly address: string;
  /** When the recipient was last paid, RFC 3339. */
  readonly at: string;
}

const most = 5;

/** The newest first, each recipient once, filtered by a search in their addresses. Failed and cancelled payments do not confirm an address, so they are left out. */
export function recentRecipients(
  payments: readonly Transaction[],
  query: string,
): readonly RecentRecipient[] {
  const part = query.trim().toLowerCase();
  const latest = new Map<string, RecentRecipient>();
  for (const { counterparty: address, created_at: at, status } of payments) {
    if (address === null || status === 'failed' || status === 'cancelled') continue;
    const known = latest.get(address);
    if (!known || Date.parse(known.at) < Date.parse(at)) latest.set(address, { address, at });
  }
  return [...latest.values()]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, most)
    .filter(({ address }) => address.toLowerCase().includes(part));
}
