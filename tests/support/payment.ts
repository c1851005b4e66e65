import { createActor } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { paymentMachine, paymentReviewMachine } from '../../src/machines/money/paymentMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { failure } from './actors.ts';
import { signedInInput } from './areas.ts';
import {
  atEase,
  lookAlike,
  outsideAddress,
  paymentDone,
  paymentQuote,
  proofOutcomes,
  reviewEvents,
} from './moneyFlow.ts';
import type { Exploration } from './paths.ts';

/** Its parent does not listen: for looking at its states alone. */
export const quietPaymentReview = paymentReviewMachine.provide({
  actions: { tellReviewed: () => {}, tellFailed: () => {} },
});

/** A payment whose parent and storage do not listen: for looking at its states alone. */
export const quietPayment = paymentMachine.provide({
  actors: { quoteReview: quietPaymentReview },
  actions: { keepRecord: () => {}, tellLocked: () => {}, tellMoved: () => {} },
});

/** Everything that can happen to a payment and to its review, with an address that looks like a known one among it. */
export function paymentExplorations(): {
  readonly flow: Exploration<typeof quietPayment>;
  readonly review: Exploration<typeof quietPaymentReview>;
} {
  const now = () => 0;
  const toasts = createActor(toastsMachine, { input: { now } });
  return {
    flow: {
      input: { ...signedInInput(now, toasts), prefill: {} },
      events: [
        {
          type: 'fields.changed',
          values: { token: 'USDT', amount: '10', to: outsideAddress },
        },
        { type: 'fields.changed', values: { amount: 'ten' } },
        { type: 'address.shown', prefill: { token: 'STO' } },
        {
          type: 'balances.known',
          tokens: fullWallet.tokens.map((token) => ({ ...token, available: '100' })),
        },
        { type: 'quote.requested' },
        { type: 'quote.accepted' },
        { type: 'quote.reviewed', quote: paymentQuote('first'), acknowledged: null },
        { type: 'quote.failed', failure: failure('NETWORK') },
        {
          type: 'quote.failed',
          failure: failure('ADDRESS_INVALID', { requestId: 'r', fields: { to: 'own' } }),
        },
        { type: 'draft.resumed' },
        { type: 'proof.declined' },
        { type: 'flow.restarted' },
        { type: 'tabLock.held', record: null },
        { type: 'tabLock.lost' },
        { type: 'takeover.requested' },
      ],
      answers: {
        watchStanding: {},
        tabLock: {},
        receipt: {},
        quoteReview: { done: [{ quote: paymentQuote('first') }] },
        submission: {
          done: [
            { type: 'done', result: paymentDone },
            { type: 'done', result: null },
            { type: 'refused', failure: failure('WITHDRAWALS_DISABLED', { requestId: 'r' }) },
            { type: 'refused', failure: failure('QUOTE_EXPIRED', { requestId: 'r' }) },
            { type: 'refused', failure: failure('STEP_UP_REQUIRED', { requestId: 'r' }) },
            { type: 'never' },
            { type: 'forgotten' },
          ],
        },
        stepUp: { done: proofOutcomes },
      },
      distinguish: (snapshot) => {
        const { context } = snapshot;
        // Whoever comes to go on here restores what was kept: nothing but what is typed meanwhile outlives the wait.
        if (snapshot.matches('openElsewhere') || snapshot.matches('claiming')) return context.early.amount;
        return [
          context.values.amount,
          context.quote?.id,
          context.failure?.code,
          context.errors,
          context.result !== null,
        ];
      },
    },
    review: {
      input: {
        now,
        standing: atEase(),
        request: { token: 'USDT', amount: '10', to: outsideAddress },
        quote: null,
        acknowledged: null,
      },
      events: reviewEvents,
      answers: {
        requestQuote: {
          isStoppedByParent: true,
          done: [
            paymentQuote('first'),
            paymentQuote('alike', 0, { recipient: lookAlike }),
            paymentQuote('dear', 0, { fee: { amount: '2', token: 'USDT' }, total: '12' }),
          ],
          error: [new CallError(failure('INSUFFICIENT_BALANCE', { requestId: 'r' }))],
        },
      },
      distinguish: ({ context }) => [
        context.quote?.id,
        context.agreed?.id,
        context.acknowledged !== null,
        Math.min(context.renewals, 6),
      ],
    },
  };
}
