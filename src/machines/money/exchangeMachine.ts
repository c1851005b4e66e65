/** An exchange of one token for another. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  type Exchange,
  type ExchangeQuote,
  type ExchangeQuoteRequest,
  readExchange,
  readExchangeQuote,
} from '../../../contract/exchange.ts';
import { printMoney } from '../../../contract/money.ts';
import { isTokenSymbol, type TokenSymbol, tokens } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { createMoneyFlowMachine } from './createMoneyFlowMachine.ts';
import { createQuoteReviewMachine } from './createQuoteReviewMachine.ts';
import { createSubmissionMachine } from './createSubmissionMachine.ts';
import { hindranceOf } from './hindrance.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';
import { addressAmount } from './transactionsQuery.ts';
import { isMoreThanAvailable, readTyped } from './typedAmount.ts';

/** `side` says which of the two amounts `amount` is. */
export type ExchangeValues = {
  readonly from: string;
  readonly to: string;
  readonly side: 'pay' | 'receive';
  readonly amount: string;
};

const usualPair = { from: 'ZST', to: 'USDT' } as const;
const symbolIn = (text: string): TokenSymbol => (isTokenSymbol(text) ? text : 'ZST');

function check(values: ExchangeValues, balances: readonly WalletToken[] | null) {
  const [from, to] = [symbolIn(values.from), symbolIn(values.to)];
  const isPaid = values.side !== 'receive';
  const amount = readTyped(values.amount, tokens[isPaid ? from : to]);
  if (!amount.ok) return { ok: false, fields: { amount: amount.problem } } as const;
  const balance = balances?.find(({ symbol }) => symbol === from);
  if (isPaid && balance && isMoreThanAvailable(amount.value, balance)) {
    return { ok: false, fields: { amount: 'insufficient' } } as const;
  }
  if (from === to) return { ok: false, fields: { to: 'format' } } as const;
  const text = printMoney(amount.value);
  const request: ExchangeQuoteRequest = { from, to, ...(isPaid ? { pay: text } : { receive: text }) };
  return { ok: true, value: request } as const;
}

const exchangeFlow: MoneyFlowDescription<ExchangeValues, ExchangeQuoteRequest, ExchangeQuote, Exchange> = {
  id: 'exchange',
  empty: { ...usualPair, side: 'pay', amount: '' },
  payingWith: (symbol) => (isTokenSymbol(symbol) ? withToken(usualPair, 'from', symbol) : null),
  typed: ['amount'],
  check,
  readQuote: readExchangeQuote,
  readResult: readExchange,
  termsOf: ({ from, to, pay, receive, rate, fee }) => ({
    costs: [pay, fee.amount],
    gains: [receive, rate],
    facts: [from, to, fee.token],
  }),
  fields: { pay: 'amount', receive: 'amount' },
  toasts: {
    settled: () => ({ tone: 'gain', key: 'exchangeCompleted', values: {} }),
    refused: () => ({ tone: 'loss', key: 'exchangeFailed', values: {} }),
  },
};
export const exchangeMachine = createMoneyFlowMachine(exchangeFlow);
export const exchangeReviewMachine = createQuoteReviewMachine<ExchangeQuoteRequest, ExchangeQuote>(
  exchangeFlow,
);
export const exchangeSubmissionMachine = createSubmissionMachine<ExchangeQuote, Exchange>();

/** The form with another token on one side. Choosing the token of the other side swaps both. */
export function withToken(
  { from, to }: Pick<ExchangeValues, 'from' | 'to'>,
  side: 'from' | 'to',
  token: string,
): Pick<ExchangeValues, 'from' | 'to'> {
  if (side === 'from') return { from: token, to: token === to ? from : to };
  return { from: token === from ? to : from, to: token };
}

/**
 * The values that the address asks for, as in `?from=ZST&to=USDT&amount=5`. Unknown tokens are ignored, and so is a `to` that is the same
 * as `from`; the amount is the one that is paid.
 */
export function readExchangeAddress(search: string): Partial<ExchangeValues> {
  const query = new URLSearchParams(search);
  const read = (name: string) => query.get(name) ?? '';
  const [from, to, amount] = [read('from'), read('to'), read('amount')];
  const paid = addressAmount.test(amount) ? ({ side: 'pay', amount } as const) : {};
  if (isTokenSymbol(from)) {
    const other = isTokenSymbol(to) && to !== from ? to : usualPair.to;
    return { ...withToken({ ...usualPair, to: other }, 'from', from), ...paid };
  }
  return isTokenSymbol(to) ? withToken(usualPair, 'to', to) : {};
}

/** The address of the exchange for these tokens. Other parameters stay, except the amount. */
export function exchangeAddress(search: string, { from, to }: Pick<ExchangeValues, 'from' | 'to'>): string {
  const query = new URLSearchParams(search);
  query.set('from', from);
  query.set('to', to);
  query.delete('amount');
  return `/exchange?${query}`;
}

/** The address of a page of the exchanges that were made. Other parameters stay, except the amount. */
export function exchangesAddress(search: string, page: number): string {
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  query.delete('amount');
  return `/exchange?${query}`;
}

export type ExchangeRef = ActorRefFrom<typeof exchangeMachine>;
export type ExchangeSnapshot = SnapshotFrom<typeof exchangeMachine>;

/** Why nothing can be exchanged right now; null when it can. */
export const exchangeHindrance = ({ context }: ExchangeSnapshot) => hindranceOf({}, context);
