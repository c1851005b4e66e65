/** Whom a person has paid lately, out of their own history: who only paid them is not among those. */
import type { Transaction } from '../../../contract/transactions.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** The last lines of what was sent and withdrawn. */
export const recentPaymentsMachine = createResourceMachine<readonly Transaction[]>('recentPayments');

export interface RecentRecipient {
  readonly address: string;
  /** When they were last paid, RFC 3339. */
  readonly at: string;
}

const most = 5;

/** The newest first, each once, by what is searched for in their addresses. What failed or was taken back is no proof of an address. */
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
