/** A payment to an address: sent if the address belongs to an account here, otherwise withdrawn. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { printMoney } from '../../../contract/money.ts';
import { readRecipient } from '../../../contract/recipients.ts';
import { checkFields, type Rule } from '../../../contract/rules.ts';
import { recipientText, tokenSymbol } from '../../../contract/textRules.ts';
import { isTokenSymbol, type Token, tokens } from '../../../contract/tokens.ts';
import {
  mostPossible,
  type PaymentQuoteRequest,
  readTransactionIn,
  readTransactionQuote,
  type Transaction,
  type TransactionQuote,
} from '../../../contract/transactions.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { Checked } from '../core/formState.ts';
import { createMoneyFlowMachine } from './createMoneyFlowMachine.ts';
import { createQuoteReviewMachine } from './createQuoteReviewMachine.ts';
import { createSubmissionMachine } from './createSubmissionMachine.ts';
import { hindranceOf } from './hindrance.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';
import { estimatePayment } from './paymentEstimate.ts';
import { filledByRequest } from './paymentRequest.ts';
import { isMoreThanAvailable, readTyped, tokenOf, widestToken } from './typedAmount.ts';

/** The kind that a person chose to begin with, and the kind that the quote states. */
export type PaymentKind = 'send' | 'withdraw';

/** The kind of a payment, from its quote or from the payment that was made. */
export function paymentKindOf(payment: Pick<TransactionQuote | Transaction, 'kind'> | null): PaymentKind {
  return payment?.kind === 'withdraw' ? 'withdraw' : 'send';
}

/** `most`: pay everything that is available, whatever the fee; `amount` is then only what was available when this was chosen. */
export type PaymentValues = {
  readonly token: string;
  readonly amount: string;
  readonly most: '' | 'yes';
  readonly to: string;
};

const empty: PaymentValues = { token: 'ZST', amount: '', most: '', to: '' };

function recipientRule(text: string): Rule | null {
  const length = checkFields(recipientText, text);
  if (!length.ok) return length.fields[''] ?? 'format';
  const named = readRecipient(length.value);
  return named.ok ? null : named.problem;
}

/** The wallet has to hold the token; while the balances are unknown, only the server can tell. */
function tokenRule(symbol: string, balances: readonly WalletToken[] | null): Rule | null {
  const form = checkFields(tokenSymbol, symbol);
  if (!form.ok) return form.fields[''] ?? 'format';
  return balances === null || balances.some((each) => each.symbol === symbol) ? null : 'format';
}

function knownToken(symbol: string, balance: WalletToken | undefined): Token {
  if (balance) return tokenOf(balance);
  return isTokenSymbol(symbol) ? tokens[symbol] : widestToken(symbol);
}

/** The minimum depends on the recipient, so only the server can check it. */
function amountRule({ token, amount, most }: PaymentValues, balance: WalletToken | undefined): Rule | null {
  const typed = readTyped(amount, knownToken(token, balance));
  if (!typed.ok) return typed.problem;
  if (most === 'yes' || !balance) return null;
  return isMoreThanAvailable(typed.value, balance) ? 'insufficient' : null;
}

function requestIn({ token, amount, most, to }: PaymentValues): PaymentQuoteRequest | null {
  const named = readRecipient(to.trim());
  const typed = readTyped(amount, knownToken(token, undefined));
  if (!typed.ok || !named.ok) return null;
  return { token, amount: most === 'yes' ? mostPossible : printMoney(typed.value), to: named.value.value };
}

function check(values: PaymentValues, balances: readonly WalletToken[] | null): Checked<PaymentQuoteRequest> {
  const balance = balances?.find(({ symbol }) => symbol === values.token);
  const rules = {
    token: tokenRule(values.token, balances),
    amount: amountRule(values, balance),
    to: recipientRule(values.to),
  };
  const broken = Object.entries(rules).flatMap(([name, rule]) => (rule ? [[name, rule] as const] : []));
  const value = requestIn(values);
  return broken.length > 0 || !value
    ? { ok: false, fields: Object.fromEntries(broken) }
    : { ok: true, value };
}

/** The fee is judged as for an outside address. Where it is unknown, no such address can be paid, and another account costs nothing. */
function covers(values: PaymentValues, balance: WalletToken): boolean {
  const guess = estimatePayment(values, balance, null);
  return guess === null ? values.most === '' : guess.judgement?.problem !== 'insufficient';
}

/** An address that resembles a known one: each such pair has to be confirmed once. */
const warningIn = ({ to, recipient: { looks_like } }: TransactionQuote) =>
  looks_like === null ? null : `${to} ${looks_like}`;

const sent = { tone: 'gain', key: 'transactionSent', values: {} } as const;
const requested = { tone: 'gain', key: 'withdrawalSubmitted', values: {} } as const;
const notSent = { tone: 'loss', key: 'transactionFailed', values: {} } as const;
const notRequested = { tone: 'loss', key: 'withdrawalFailed', values: {} } as const;

const flow: MoneyFlowDescription<PaymentValues, PaymentQuoteRequest, TransactionQuote, Transaction> = {
  id: 'payment',
  empty,
  payingWith: (token) => ({ token }),
  typed: ['amount', 'to'],
  check,
  covers,
  fill: filledByRequest,
  readQuote: readTransactionQuote,
  readResult: readTransactionIn,
  termsOf: ({ token, amount, fee, total, to, recipient: { is_account, first_time, looks_like } }) => ({
    costs: [fee.amount, total],
    gains: [amount],
    facts: [token, fee.token, to, is_account, first_time, looks_like],
  }),
  leaves: ({ token }, quote) => (quote === null || quote.recipient.is_account ? null : token),
  warningIn,
  fields: {},
  toasts: {
    // A payment that is completed at once was sent, even if a withdrawal was quoted: the recipient has an account here by now.
    settled: (quote, result) =>
      result?.status === 'completed' || paymentKindOf(result ?? quote) === 'send' ? sent : requested,
    refused: (quote) => (paymentKindOf(quote) === 'send' ? notSent : notRequested),
  },
};

export const paymentMachine = createMoneyFlowMachine(flow);
export const paymentReviewMachine = createQuoteReviewMachine<PaymentQuoteRequest, TransactionQuote>(flow);
export const paymentSubmissionMachine = createSubmissionMachine<TransactionQuote, Transaction>();

/** The form with another token. "Everything" refers to the old token, so the amount is cleared. */
export function withPaymentToken({ most }: PaymentValues, token: string): Partial<PaymentValues> {
  return most === 'yes' ? { token, amount: '', most: '' } : { token };
}

export type PaymentRef = ActorRefFrom<typeof paymentMachine>;
export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>;

/** Why this payment cannot be made right now; null when it can. */
export const paymentHindrance = ({ context }: PaymentSnapshot) => hindranceOf(flow, context);
