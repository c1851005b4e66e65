/** What a payment link asks of the form, judged by the tokens of the wallet. It fills fields and never sends. */
import { printMoney } from '../../../contract/money.ts';
import { isPaymentLink, type PaymentLinkProblem, readPaymentLink } from '../../../contract/paymentLink.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { PaymentValues } from './paymentMachine.ts';
import { tokenOf } from './typedAmount.ts';

/**
 * `chain`: it is for another chain than the wallet's. `token`: for a contract that no token of the wallet has, however alike.
 * `contract`: its recipient is the contract of a token, from which nothing comes back. `unknown`: no contracts are known to compare with.
 */
export type PaymentRequestProblem = PaymentLinkProblem | 'chain' | 'token' | 'contract' | 'unknown';

type Requested = Pick<PaymentValues, 'to'> & Partial<Pick<PaymentValues, 'token' | 'amount'>>;

/** What a text with a payment link asks for, in the words of the form. */
export function readPaymentRequest(
  text: string,
  tokens: readonly WalletToken[],
): Result<Requested, PaymentRequestProblem> {
  const link = readPaymentLink(text);
  if (!link.ok) return link;
  const { to, chainId, contract, minor } = link.value;
  const known = tokens.flatMap((token) => (token.contract ? [{ token, ...token.contract }] : []));
  const find = (address: string) =>
    known.find((each) => each.address.toLowerCase() === address.toLowerCase())?.token;
  if (known.length === 0 && (contract !== null || chainId !== null)) return refused('unknown');
  if (chainId !== null && known.every((each) => each.chain_id !== chainId)) return refused('chain');
  if (find(to)) return refused('contract');
  if (contract === null) return ok({ to });
  const token = find(contract);
  if (!token) return refused('token');
  const amount = minor === null ? {} : { amount: printMoney({ token: tokenOf(token), minor }) };
  return ok({ to, token: token.symbol, ...amount });
}

/** Why the link in the field of the recipient is none to pay by; null when it is no link, and while the tokens are not known. */
export function paymentRequestProblem(
  to: string,
  tokens: readonly WalletToken[] | null,
): PaymentRequestProblem | null {
  if (tokens === null || !isPaymentLink(to)) return null;
  const read = readPaymentRequest(to, tokens);
  return read.ok ? null : read.problem;
}

/** Whether the recipient in the form is the one whom a link has named. */
export function isFilledBy(link: string | null, to: string, tokens: readonly WalletToken[] | null): boolean {
  if (link === null || tokens === null) return false;
  const read = readPaymentRequest(link, tokens);
  return read.ok && read.value.to === to;
}

/** The form with what the link in it asks for, and the draft that this replaces, if it does; null without a good link. */
export function filledByRequest(
  values: PaymentValues,
  tokens: readonly WalletToken[] | null,
): { readonly values: PaymentValues; readonly replaced: PaymentValues | null } | null {
  if (tokens === null || !isPaymentLink(values.to)) return null;
  const read = readPaymentRequest(values.to, tokens);
  if (!read.ok) return null;
  const { to, token = values.token, amount } = read.value;
  const isOther = token !== values.token || amount !== undefined;
  // What is all of one token is not all of another.
  const kept = values.most === 'yes' && isOther ? '' : values.amount;
  const filled = {
    token,
    to,
    amount: amount ?? kept,
    most: isOther ? '' : values.most,
  } as const satisfies PaymentValues;
  const isReplaced = values.amount !== '' && filled.amount !== values.amount;
  return { values: filled, replaced: isReplaced ? { ...values, to: '' } : null };
}
