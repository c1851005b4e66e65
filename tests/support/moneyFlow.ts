import { type AnyEventObject, type AnyMachineSnapshot, createActor, fromCallback } from 'xstate';
import type { Exchange, ExchangeQuote } from '../../contract/exchange.ts';
import type { Transaction, TransactionQuote } from '../../contract/transactions.ts';
import type { StepUpOutcome } from '../../src/machines/auth/stepUpMachine.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { standingMachine } from '../../src/machines/core/standingMachine.ts';
import type { QuoteReviewEvent } from '../../src/machines/money/createQuoteReviewMachine.ts';
import { tabLockMachine } from '../../src/machines/money/tabLockMachine.ts';

/** Where a flow of money stands, with its review or its submission: JSON. */
export function placeOf({ value, children }: AnyMachineSnapshot): string {
  const child = (children.quoteReview ?? children.submission)?.getSnapshot() as
    | AnyMachineSnapshot
    | undefined;
  if (!child) return JSON.stringify(value);
  const at = child.matches('reconciling') ? 'reconciling' : child.value;
  return JSON.stringify({ [String(value)]: at });
}

/** What `readRecord` of a tab lock is for a browser that has stored this. */
export const recordReader = (read: () => SavedFlow | null) =>
  fromCallback<AnyEventObject>(({ sendBack }) => sendBack({ type: 'record.read', record: read() }));

/** No other tab has this one's flow, of which the browser has stored a record. */
export const tabLockWith = (read: () => SavedFlow | null) =>
  tabLockMachine.provide({
    actors: {
      claimTabLock: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(({ sendBack }) =>
        sendBack({ type: 'tabLock.held' }),
      ),
      readRecord: recordReader(read),
    },
  });

export const heldTabLock = tabLockWith(() => null);

/** How a person stands who may move money. */
export const atEase = () => createActor(standingMachine, { input: { isFrozen: false } }).start();

/** How the proof ends that a payment waits for. */
export const proofOutcomes: readonly StepUpOutcome[] = [
  { type: 'proven', proof: 'a proof', until: null },
  { type: 'expired' },
  { type: 'used' },
];

/** What a submission is told of while its outcome is not known. */
export const submissionEvents = [
  { type: 'answer.requested' },
  { type: 'payment.repeated' },
  { type: 'standing.changed', standing: { isOffline: true, isFrozen: false } },
  { type: 'standing.changed', standing: { isOffline: false, isFrozen: false } },
] as const;

/** When the quotes of the tests are over, in milliseconds of a clock that starts at 0. */
const quoteLife = 60_000;

/** 10 ZST for 12 USDT, good for a minute after `at`. */
export function exchangeQuote(id: string, at = 0, more: Partial<ExchangeQuote> = {}): ExchangeQuote {
  return {
    id,
    from: 'ZST',
    to: 'USDT',
    pay: '10',
    receive: '12',
    rate: '1.2',
    fee: { amount: '0.02', token: 'ZST' },
    minimum: '1',
    maximum: '1000',
    expires_at: new Date(at + quoteLife).toISOString(),
    ...more,
  };
}

export const exchangeDone: Exchange = {
  id: 'exchange-1',
  status: 'completed',
  from: 'ZST',
  to: 'USDT',
  pay: '10',
  receive: '12',
  rate: '1.2',
  fee: { amount: '0.02', token: 'ZST' },
  created_at: '1970-01-01T00:00:10.000Z',
  completed_at: '1970-01-01T00:00:10.000Z',
};

export const outsideAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
/** Begins and ends like it. */
export const lookAlikeAddress = '0xFb6900000000000000000000000000000000d359';

/** 10 USDT to an address outside, good for a minute after `at`. */
export function paymentQuote(id: string, at = 0, more: Partial<TransactionQuote> = {}): TransactionQuote {
  return {
    id,
    kind: 'send',
    token: 'USDT',
    amount: '10',
    fee: { amount: '1.25', token: 'USDT' },
    total: '11.25',
    to: outsideAddress,
    recipient: { known: false, is_account: false, first_time: true, looks_like: null },
    minimum: '5',
    maximum: '98.75',
    expires_at: new Date(at + quoteLife).toISOString(),
    ...more,
  };
}

export const lookAlike = { known: false, is_account: false, first_time: true, looks_like: lookAlikeAddress };

export const paymentDone: Transaction = {
  id: '6f1c2d3e-0000-4000-8000-0000000000aa',
  kind: 'send',
  status: 'pending',
  token: 'USDT',
  amount: '10',
  fee: '1.25',
  total: '11.25',
  counterparty: outsideAddress,
  tx_hash: null,
  note: null,
  confirmations: null,
  can_cancel: true,
  timeline: [{ status: 'pending', at: '1970-01-01T00:00:10.000Z' }],
  created_at: '1970-01-01T00:00:10.000Z',
  updated_at: '1970-01-01T00:00:10.000Z',
};

/** What a person does in a review. */
export const reviewEvents = [
  { type: 'quote.requested' },
  { type: 'quote.accepted' },
  { type: 'change.accepted' },
  { type: 'warning.acknowledged' },
] as const satisfies readonly QuoteReviewEvent[];
