import { checkFields, tokenSymbol } from '../../../contract/rules.ts';

/** What can be done on the screen of transactions, in the order of its tabs. */
export const transactionTabs = ['send', 'receive', 'withdraw'] as const;
export type TransactionTab = (typeof transactionTabs)[number];

/** What the address of the screen says: `?tab=send&token=ZST`. `token` is null when it names none. */
export interface TransactionsQuery {
  readonly tab: TransactionTab;
  readonly token: string | null;
}

/** What is no tab is the first one. */
export function readTransactionsQuery(search: string): TransactionsQuery {
  const query = new URLSearchParams(search);
  const token = query.get('token') ?? '';
  return {
    tab: transactionTabs.find((tab) => tab === query.get('tab')) ?? 'send',
    token: checkFields(tokenSymbol, token).ok ? token : null,
  };
}

/** The address of a tab, for a token or for none in particular. */
export function transactionsAddress(tab: TransactionTab, token: string | null = null): string {
  return `/transactions?${new URLSearchParams({ tab, ...(token === null ? {} : { token }) })}`;
}
