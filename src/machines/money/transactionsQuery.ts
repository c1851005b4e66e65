import { checkFields } from '../../../contract/rules.ts';
import { tokenSymbol } from '../../../contract/textRules.ts';

/** The tabs of the transactions screen, in order. */
export const transactionTabs = ['send', 'receive', 'withdraw'] as const;
export type TransactionTab = (typeof transactionTabs)[number];

/**
 * The parts of the screen's address: `?tab=send&token=ZST&amount=5`. `token` is null when it names none; `isByWallet`:
 * `?tab=receive&by=wallet`. Never a recipient: a link from a stranger must not choose who is paid.
 */
export interface TransactionsQuery {
  readonly tab: TransactionTab;
  readonly token: string | null;
  /** The amount for the form, a plain decimal of that token; null for none. */
  readonly amount: string | null;
  /** Whether the token is received from a browser wallet. */
  readonly isByWallet: boolean;
}

/** An amount in an address, in the format of the wire. */
export const addressAmount = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** An unknown tab is read as the first one. */
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

/** The form's tab that an address shows; null for the tab that receives. */
export function entryAt(search: string): Exclude<TransactionTab, 'receive'> | null {
  const { tab } = readTransactionsQuery(search);
  return tab === 'receive' ? null : tab;
}

type Asked = { readonly token?: string; readonly amount?: string };

/** The values that the address asks of the form; none while another tab is shown. */
export function askedOf({ search }: { readonly search: string }): Asked {
  const { tab, token, amount } = readTransactionsQuery(search);
  if (tab === 'receive') return {};
  return { ...(token !== null && { token }), ...(amount !== null && { amount }) };
}

/** The address of a tab, with an optional token and an amount for its form. */
export function transactionsAddress(
  tab: TransactionTab,
  token: string | null = null,
  amount: string | null = null,
): string {
  const search = { tab, ...(token !== null && { token }), ...(amount !== null && { amount }) };
  return `/transactions?${new URLSearchParams(search)}`;
}

/** The address for receiving a token from a browser wallet. */
export function walletDepositAddress(token: string): string {
  return `${transactionsAddress('receive', token)}&by=wallet`;
}

/**
 * The keys for the deposit address and the latest deposits of the received token; null while no token is received. It is a whole page,
 * because deposits on their way may stand behind many that are credited.
 */
export function receiveKeys({ search }: { readonly search: string }) {
  const { tab, token } = readTransactionsQuery(search);
  const shown = tab === 'receive' ? (token ?? 'ZST') : null;
  return { address: shown, deposits: shown && `kind=deposit&token=${shown}&per_page=100` };
}
