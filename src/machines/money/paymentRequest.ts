/** Reads what a payment link asks for, checked against the tokens of the wallet. It fills in fields and never sends. */
import { printMoney } from '../../../contract/money.ts';
import { isPaymentLink, type PaymentLinkProblem, readPaymentLink } from '../../../contract/paymentLink.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { PaymentValues } from './paymentMachine.ts';
import { tokenOf } from './typedAmount.ts';

/**
 * `chain`: the link is for another chain than the wallet's. `token`: for a contract that no token of the wallet has, even if the name is alike.
 * `contract`: the recipient is a token's contract, which never returns money. `unknown`: the wallet's contracts are unknown.
 */
export type PaymentRequestProblem = PaymentLinkProblem | 'chain' | 'token' | 'contract' | 'unknown';

type Requested = Pick<PaymentValues, 'to'> & Partial<Pick<PaymentValues, 'token' | 'amount'>>;

/** The form values that a payment link asks for. */
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

/** Why the link in the recipient field cannot be paid; null when the field has no link, and while the tokens are unknown. */
export function paymentRequestProblem(
  to: string,
  tokens: readonly WalletToken[] | null,
): PaymentRequestProblem | null {
  if (tokens === null || !isPaymentLink(to)) return null;
  const read = readPaymentRequest(to, tokens);
  return read.ok ? null : read.problem;
}

/** Whether the recipient in the form is the one named by a link. */
export function isFilledBy(link: string | null, to: string, tokens: readonly WalletToken[] | null): boolean {
  if (link === null || tokens === null) return false;
  const read = readPaymentRequest(link, tokens);
  return read.ok && read.value.to === to;
}

/** The form filled in from a valid link, and the draft that this replaces, if any; null without a valid link. */
export function filledByRequest(
  values: PaymentValues,
  tokens: readonly WalletToken[] | null,
): { readonly values: PaymentValues; readonly replaced: PaymentValues | null } | null {
  if (tokens === null || !isPaymentLink(values.to)) return null;
  const read = readPaymentRequest(values.to, tokens);
  if (!read.ok) return null;
  const { to, token = values.token, amount } = read.value;
  const isOther = token !== values.token || amount !== undefined;
  // "Everything" refers to the old token, so the amount is not kept.
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
