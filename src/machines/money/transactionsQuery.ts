import { checkFields, tokenSymbol } from '../../../contract/rules.ts';

/** What can be done on the screen of transactions, in the order of its tabs. */
export const transactionTabs = ['send', 'receive', 'withdraw'] as const;
export type TransactionTab = (typeof transactionTabs)[number];

/**
 * What the address of the screen says: `?tab=send&token=ZST&amount=5`. `token` is null when it names none; `isByWallet`:
 * `?tab=receive&by=wallet`. Never a recipient: a link from a stranger must not choose who is paid.
 */
export interface TransactionsQuery {
  readonly tab: TransactionTab;
  readonly token: string | null;
  /** What the form is filled with, a plain decimal of that token; null for none. */
  readonly amount: string | null;
  /** A token is received from a browser wallet. */
  readonly isByWallet: boolean;
}

/** An amount in an address, as the wire writes it. */
export const addressAmount = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** What is no tab is the first one. */
export function readTransactionsQuery(search: string): TransactionsQuery {
  const query = new URLSearchParams(search);
  const token = query.get('token') ?? '';
  const amount = query.get('amount') ?? '';
  const tab = transactionTabs.find((each) => each === query.get('tab')) ?? 'send';
  const isToken = checkFields(tokenSymbol, token).ok;
  return {
    tab,
    token: isToken ? token : null,
    amount: isToken && tab !== 'receive' && addressAmount.test(amount) ? amount : null,
    isByWallet: tab === 'receive' && query.get('by') === 'wallet',
  };
}

/** The address of a tab, for a token or for none in particular; with an amount, of a form that is filled with it. */
export function transactionsAddress(
  tab: TransactionTab,
  token: string | null = null,
  amount: string | null = null,
): string {
  const search = { tab, ...(token !== null && { token }), ...(amount !== null && { amount }) };
  return `/transactions?${new URLSearchParams(search)}`;
}

/** The address at which a token is received from a browser wallet. */
export function walletDepositAddress(token: string): string {
  return `${transactionsAddress('receive', token)}&by=wallet`;
}

/** By which keys the address and the deposits of the token that is received are read; null while none is. */
export function receiveKeys({ search }: { readonly search: string }) {
  const { tab, token } = readTransactionsQuery(search);
  const shown = tab === 'receive' ? (token ?? 'ZST') : null;
  return { address: shown, deposits: shown && `kind=deposit&token=${shown}&per_page=10` };
}
