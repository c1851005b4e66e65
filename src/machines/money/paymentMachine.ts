/** A payment to an address: sent to another account or to the network, or withdrawn to the network. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { printMoney } from '../../../contract/money.ts';
import { checkFields, type Rule, tokenSymbol, walletAddress } from '../../../contract/rules.ts';
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
import { readAddress } from '../../../contract/walletAddress.ts';
import { createMoneyFlowMachine } from './createMoneyFlowMachine.ts';
import { createQuoteReviewMachine } from './createQuoteReviewMachine.ts';
import { createSubmissionMachine } from './createSubmissionMachine.ts';
import { hindranceOf } from './hindrance.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';
import { isMoreThanAvailable, readTyped, tokenOf, widestToken } from './typedAmount.ts';

export type PaymentKind = 'send' | 'withdraw';

/** `most`: all that can be paid, whatever its fee; `amount` is then only what was available when it was chosen. */
export type PaymentValues = {
  readonly token: string;
  readonly amount: string;
  readonly most: '' | 'yes';
  readonly to: string;
};

const empty: PaymentValues = { token: 'ZST', amount: '', most: '', to: '' };

function addressRule(text: string): Rule | null {
  const length = checkFields(walletAddress, text);
  if (!length.ok) return length.fields[''] ?? 'format';
  const address = readAddress(length.value);
  return address.ok ? null : address.problem;
}

/** A token that the wallet does not hold cannot be paid with; while the balances are not known, only the server can tell. */
function tokenRule(symbol: string, balances: readonly WalletToken[] | null): Rule | null {
  const form = checkFields(tokenSymbol, symbol);
  if (!form.ok) return form.fields[''] ?? 'format';
  return balances === null || balances.some((each) => each.symbol === symbol) ? null : 'format';
}

function knownToken(symbol: string, balance: WalletToken | undefined): Token {
  if (balance) return tokenOf(balance);
  return isTokenSymbol(symbol) ? tokens[symbol] : widestToken(symbol);
}

/** The least that may be paid depends on whom it reaches: only the server can tell. */
function amountRule({ token, amount, most }: PaymentValues, balance: WalletToken | undefined): Rule | null {
  const typed = readTyped(amount, knownToken(token, balance));
  if (!typed.ok) return typed.problem;
  if (most === 'yes' || !balance) return null;
  return isMoreThanAvailable(typed.value, balance) ? 'insufficient' : null;
}

function requestIn(
  kind: PaymentKind,
  { token, amount, most, to }: PaymentValues,
): PaymentQuoteRequest | null {
  const address = readAddress(to.trim());
  const typed = readTyped(amount, knownToken(token, undefined));
  if (!typed.ok || !address.ok) return null;
  return { kind, token, amount: most === 'yes' ? mostPossible : printMoney(typed.value), to: address.value };
}

const checkOf = (kind: PaymentKind) => (values: PaymentValues, balances: readonly WalletToken[] | null) => {
  const balance = balances?.find(({ symbol }) => symbol === values.token);
  const rules = {
    token: tokenRule(values.token, balances),
    amount: amountRule(values, balance),
    to: addressRule(values.to),
  };
  const broken = Object.entries(rules).flatMap(([name, rule]) => (rule ? [[name, rule] as const] : []));
  const value = requestIn(kind, values);
  return broken.length > 0 || !value
    ? ({ ok: false, fields: Object.fromEntries(broken) } as const)
    : ({ ok: true, value } as const);
};

/** An address that looks like a known one, and which: comparing them is asked for once, and again for another pair. */
const warningIn = ({ to, recipient: { looks_like } }: TransactionQuote) =>
  looks_like === null ? null : `${to} ${looks_like}`;

const described = (
  kind: PaymentKind,
  toasts: MoneyFlowDescription<PaymentValues, PaymentQuoteRequest, TransactionQuote, Transaction>['toasts'],
): MoneyFlowDescription<PaymentValues, PaymentQuoteRequest, TransactionQuote, Transaction> => ({
  id: kind,
  empty,
  typed: ['amount', 'to'],
  check: checkOf(kind),
  readQuote: readTransactionQuote,
  readResult: readTransactionIn,
  termsOf: ({ token, amount, fee, total, to, recipient: { is_account, first_time, looks_like } }) => ({
    decimals: [amount, fee.amount, total],
    facts: [token, fee.token, to, is_account, first_time, looks_like],
  }),
  leaves: ({ token }, quote) =>
    kind === 'withdraw' || (quote && !quote.recipient.is_account) ? token : null,
  warningIn,
  fields: {},
  toasts,
});

const sent = { tone: 'gain', key: 'transactionSent', values: {} } as const;

const sendFlow = described('send', {
  settled: sent,
  refused: { tone: 'loss', key: 'transactionFailed', values: {} },
});
export const sendMachine = createMoneyFlowMachine(sendFlow);

const withdrawFlow = described('withdraw', {
  settled: { tone: 'gain', key: 'withdrawalSubmitted', values: {} },
  refused: { tone: 'loss', key: 'withdrawalFailed', values: {} },
  // The recipient is another account: the payment is complete, not requested.
  settledAs: ({ status }) => (status === 'completed' ? sent : null),
});
export const withdrawMachine = createMoneyFlowMachine(withdrawFlow);

/** The same for both kinds. */
export const paymentReviewMachine = createQuoteReviewMachine<PaymentQuoteRequest, TransactionQuote>({
  ...sendFlow,
  id: 'payment',
});
export const paymentSubmissionMachine = createSubmissionMachine<TransactionQuote, Transaction>();

/** The form with another token. What was all of one is not all of another. */
export function withPaymentToken({ most }: PaymentValues, token: string): Partial<PaymentValues> {
  return most === 'yes' ? { token, amount: '', most: '' } : { token };
}

export type PaymentRef = ActorRefFrom<typeof sendMachine>;
export type PaymentSnapshot = SnapshotFrom<typeof sendMachine>;

/** Why this payment cannot be made right now; null when it can. */
export const paymentHindrance = (kind: PaymentKind, { context }: PaymentSnapshot) =>
  hindranceOf(kind === 'send' ? sendFlow : withdrawFlow, context);
