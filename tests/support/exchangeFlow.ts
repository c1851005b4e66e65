import { createActor } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  exchangeMachine,
  exchangeReviewMachine,
  type exchangeSubmissionMachine,
} from '../../src/machines/money/exchangeMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { failure } from './actors.ts';
import {
  atEase,
  exchangeDone,
  exchangeQuote,
  proofOutcomes,
  reviewEvents,
  submissionEvents,
} from './moneyFlow.ts';
import type { Exploration } from './paths.ts';

/** The key that is made as the first, the second, … */
export const key = (count: number) => `6f1c2d3e-0000-4000-8000-${String(count).padStart(12, '0')}`;
const toasts = createActor(toastsMachine, { input: { now: () => 0 } });

/** Nobody listens: for looking at the states alone. */
export const quietExchangeReview = exchangeReviewMachine.provide({
  actions: { tellReviewed: () => {}, tellFailed: () => {} },
});

/** Nothing is kept, and nobody listens: for looking at the states alone. */
export const quietExchange = exchangeMachine.provide({
  actors: { quoteReview: quietExchangeReview },
  actions: { keepRecord: () => {}, tellLocked: () => {}, tellMoved: () => {} },
});

/** Everything that can happen to an exchange, after what its record says. */
export const exchangeExploration = (record: SavedFlow | null = null): Exploration<typeof exchangeMachine> => {
  let keys = 0;
  const draft = { values: { from: 'ZST', to: 'USDT', side: 'pay', amount: '10' }, quote: null };
  return {
    input: {
      now: () => 0,
      makeKey: () => key(++keys),
      toasts,
      standing: atEase(),
      prefill: {},
    },
    events: [
      { type: 'fields.changed', values: { amount: '10' } },
      { type: 'fields.changed', values: { amount: '' } },
      { type: 'address.shown', prefill: { from: 'STO', to: 'ZST' } },
      { type: 'balances.known', tokens: fullWallet.tokens },
      { type: 'quote.requested' },
      { type: 'quote.accepted' },
      { type: 'quote.reviewed', quote: exchangeQuote('first'), acknowledged: null },
      { type: 'quote.failed', failure: failure('NETWORK') },
      { type: 'draft.resumed' },
      { type: 'proof.declined' },
      { type: 'draft.continued', draft },
      { type: 'draft.dropped', draft },
      { type: 'flow.restarted' },
      { type: 'tabLock.held', record },
      { type: 'tabLock.lost' },
      { type: 'takeover.requested' },
    ],
    answers: {
      watchStanding: {},
      tabLock: {},
      receipt: {},
      quoteReview: { done: [{ quote: exchangeQuote('agreed') }] },
      submission: {
        done: [
          { type: 'done', result: exchangeDone },
          { type: 'refused', failure: failure('QUOTE_USED') },
          {
            type: 'refused',
            failure: failure('INSUFFICIENT_BALANCE', { requestId: 'r', fields: { pay: 'insufficient' } }),
          },
          { type: 'refused', failure: failure('QUOTE_EXPIRED') },
          { type: 'refused', failure: failure('STEP_UP_REQUIRED') },
          { type: 'never' },
          { type: 'forgotten' },
        ],
      },
      stepUp: { done: proofOutcomes },
    },
    distinguish: ({ context }) => [
      context.values.amount,
      context.quote?.id,
      context.key !== null,
      context.failure?.code,
      context.aside.length > 0,
    ],
  };
};

/** Everything that can happen to the review of an exchange, for the first time or after `quote`. */
export const exchangeReviewExploration = (
  quote: ReturnType<typeof exchangeQuote> | null = null,
): Exploration<typeof quietExchangeReview> => ({
  input: {
    now: () => 0,
    standing: atEase(),
    request: { from: 'ZST', to: 'USDT', pay: '10' },
    quote,
    acknowledged: null,
  },
  events: reviewEvents,
  answers: {
    requestQuote: {
      isStoppedByParent: true,
      done: [exchangeQuote('same'), exchangeQuote('other', 0, { receive: '11' })],
      error: [new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r' }))],
    },
  },
  distinguish: ({ context }) => [context.quote?.id, context.agreed?.id, Math.min(context.renewals, 6)],
});

/** Everything that can happen to an exchange that is sent. */
export const exchangeSubmissionExploration = (
  more: Partial<Exploration<typeof exchangeSubmissionMachine>['input']> = {},
): Exploration<typeof exchangeSubmissionMachine> => ({
  input: {
    now: () => 0,
    standing: atEase(),
    key: key(1),
    request: exchangeQuote('first'),
    acceptedUntil: () => 60_000,
    wasSent: false,
    ...more,
  },
  events: submissionEvents,
  answers: {
    watchStanding: {},
    send: {
      done: [exchangeDone],
      error: [
        new CallError(failure('NETWORK')),
        new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r' })),
      ],
    },
    readOperation: {
      done: [
        { status: 'done', result: exchangeDone, problem: null },
        { status: 'running', result: null, problem: null },
        { status: 'unknown', result: null, problem: null },
        { status: 'refused', result: null, problem: null },
      ],
      error: [
        new CallError(failure('NOT_FOUND', { requestId: 'r-2' })),
        new CallError(failure('NOT_FOUND')),
        new CallError(failure('NETWORK')),
      ],
    },
  },
  distinguish: ({ context }) => [
    Math.min(context.attempts, 7),
    context.failure?.code,
    context.isOffline,
    context.outcome,
  ],
});
