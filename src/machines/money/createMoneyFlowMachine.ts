/** A flow that moves money: drafted, reviewed with a quote, submitted once, and followed until its outcome is known. */
import { forwardTo, sendTo } from 'xstate';
import { bodyIn } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type MoneyFlowDescription, openReceipt, type Quoted, type Settled } from './moneyFlow.ts';
import { beginMoneyFlow, subjectOf, submissionOf } from './moneyFlowContext.ts';
import { moneyFlowParts } from './moneyFlowParts.ts';
import { setUpMoneyFlow } from './moneyFlowSetup.ts';

/**
 * Its children: `quoteReview` gets a quote and the person's agreement to it, `submission` sends the quote and finds out its outcome,
 * `stepUp` gets a fresh proof of the person when the server asks for one, `tabLock` says whether another tab continues this flow.
 * Tags: `locked` while money may be moving, `refused` when a form or a payment was refused.
 */
export function createMoneyFlowMachine<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  const { record, draft, finish, addressShown } = moneyFlowParts(flow);

  return setUpMoneyFlow(flow).createMachine({
    id: flow.id,
    context: ({ input }) => beginMoneyFlow(flow.empty, input),
    invoke: [
      { id: 'watchStanding', src: 'watchStanding', input: ({ context }) => context },
      { id: 'tabLock', src: 'tabLock' },
    ],
    initial: 'claiming',
    on: {
      'standing.changed': { actions: withEvent('keepStanding') },
      // While restoring or submitting, only remember what the address asks.
      'address.shown': { actions: withEvent('keepPrefill') },
      'record.written': { actions: withEvent('keepWritten') },
      'balances.known': { actions: withEvent('keepTokens') },
      // If a payment was sent, the other tab finds its outcome by the key.
      'tabLock.lost': '.openElsewhere',
      'tabLock.held': { target: '.restoring', actions: [withEvent('restore'), 'askEarly'] },
    },
    states: {
      claiming: {
        on: {
          'fields.changed': { actions: withEvent('keepEarly') },
          'quote.requested': { actions: 'keepAskedEarly' },
        },
      },
      openElsewhere: {
        entry: 'forgetEarly',
        on: { 'takeover.requested': { actions: forwardTo('tabLock') } },
      },
      restoring: {
        always: [
          { guard: 'isUnproven', target: 'proving' },
          { guard: 'isSent', target: 'submitting' },
          { guard: 'isReviewed', target: 'reviewing' },
          { guard: 'isTyped', target: 'drafting', actions: record },
          { target: 'drafting' },
        ],
      },
      drafting: {
        id: 'drafting',
        initial: 'filling',
        on: {
          'fields.changed': { actions: [withEvent('keepValues'), record] },
          'address.shown': addressShown,
          'draft.continued': {
            guard: withEvent('isAside'),
            target: 'restoring',
            actions: [withEvent('continueDraft'), record],
          },
          'draft.dropped': { guard: withEvent('isAside'), actions: [withEvent('dropDraft'), record] },
          'quote.requested': [
            { guard: 'isHindered' },
            { guard: 'isValid', target: 'reviewing', actions: 'countSubmit' },
            { target: '.correcting', actions: 'countSubmit' },
          ],
        },
        states: {
          filling: {},
          correcting: { tags: 'refused' },
          /** A payment that was sent never arrived, and no longer can. */
          returned: {},
        },
      },
      reviewing: {
        entry: record,
        invoke: {
          id: 'quoteReview',
          src: 'quoteReview',
          // Checked without the balances, because they may have shrunk since the form was checked; the server refuses such a request.
          input: ({ context }) => ({ ...context, request: bodyIn(flow.check(context.values, null)) }),
          onDone: { target: 'submitting', actions: withOutput('keepAgreed') },
        },
        on: {
          // The form is still shown while the first quote is loading, and editing it goes back to the draft.
          'fields.changed': {
            guard: 'isUnquoted',
            target: 'drafting',
            actions: [withEvent('keepValues'), record],
          },
          'quote.reviewed': { actions: [withEvent('keepReviewed'), record] },
          'quote.failed': [
            { guard: 'isReviewed', actions: withEvent('keepFailure') },
            { target: 'drafting.correcting', actions: withEvent('keepFailure') },
          ],
          'quote.requested': [
            { guard: 'isHindered' },
            { actions: ['countSubmit', forwardTo('quoteReview')] },
          ],
          'quote.accepted': [{ guard: 'isHindered' }, { actions: forwardTo('quoteReview') }],
          'change.accepted': { actions: forwardTo('quoteReview') },
          'warning.acknowledged': { actions: forwardTo('quoteReview') },
          'draft.resumed': { target: 'drafting', actions: ['forgetQuote', record] },
          'address.shown': addressShown,
        },
      },
      submitting: {
        tags: 'locked',
        // Stored before the request is sent, so that after a reload the outcome is asked for by the key.
        entry: [record, { type: 'tellLocked', params: { isLocked: true } }],
        exit: { type: 'tellLocked', params: { isLocked: false } },
        invoke: {
          id: 'submission',
          src: 'submission',
          input: ({ context, event }) => ({
            ...submissionOf(context),
            wasSent: event.type === 'tabLock.held',
          }),
          onDone: [
            { guard: withOutput('isDone'), target: 'settled', actions: withOutput('keepDone') },
            { guard: withOutput('isOver'), target: 'reviewing', actions: 'forgetKey' },
            { guard: withOutput('needsProof'), target: 'proving', actions: withOutput('awaitProof') },
            {
              guard: withOutput('isRefused'),
              target: 'refused',
              actions: ['forgetKey', withOutput('keepRefusal')],
            },
            // Whether it was carried out is in the history.
            {
              guard: withOutput('isForgotten'),
              target: 'drafting',
              actions: [{ type: 'restart', params: ({ context }) => context }, record],
            },
            { target: 'drafting.returned', actions: ['forgetQuote', record] },
          ],
        },
      },
      // Nothing was done yet: the accepted quote keeps its key while the proof is awaited, also over a reload.
      proving: {
        entry: record,
        invoke: {
          id: 'stepUp',
          src: 'stepUp',
          input: ({ context }) => ({ now: context.now, subject: subjectOf(context) }),
          onDone: [
            { guard: withOutput('isExpired'), target: 'reviewing', actions: 'forgetKey' },
            // If the quote is already used, submitting again under its key answers the outcome.
            { target: 'submitting', actions: withOutput('keepProof') },
          ],
        },
        on: { 'proof.declined': { target: 'reviewing', actions: 'forgetKey' } },
      },
      settled: {
        entry: [finish, 'tellMoved', 'tellSettled'],
        invoke: {
          id: 'receipt',
          src: 'receipt',
          input: ({ context: { now, result } }) => ({ now, key: openReceipt(result) }),
          onSnapshot: {
            guard: { type: 'isRead', params: ({ event }) => event.snapshot.context },
            actions: { type: 'keepReceipt', params: ({ event }) => event.snapshot.context },
          },
        },
        on: {
          'balances.changed': { actions: sendTo('receipt', { type: 'outdated' }) },
          'confirmations.arrived': { actions: forwardTo('receipt') },
          'flow.restarted': {
            target: 'drafting',
            actions: { type: 'restart', params: ({ context }) => context },
          },
          'address.shown': {
            guard: withEvent('isAskedAnew'),
            target: 'drafting',
            actions: [withEvent('restart'), record],
          },
        },
      },
      refused: {
        tags: 'refused',
        // The error message needs the sent quote, but the stored record no longer does.
        entry: [draft, 'tellMoved', 'tellRefused'],
        exit: 'forgetQuote',
        on: { 'draft.resumed': 'drafting.correcting', 'address.shown': addressShown },
      },
    },
  });
}
