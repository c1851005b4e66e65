/** A flow that moves money: drafted, reviewed with a quote, submitted once, and known to the end. */
import { forwardTo, sendTo } from 'xstate';
import { bodyIn } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import {
  type MoneyFlowDescription,
  type Outcome,
  openReceipt,
  type Quoted,
  type Settled,
} from './moneyFlow.ts';
import { beginMoneyFlow, type MoneyFlowContext, submissionOf } from './moneyFlowContext.ts';
import { recordOf, recordOfAside } from './moneyFlowRecord.ts';
import { setUpMoneyFlow } from './moneyFlowSetup.ts';

/**
 * Its children: `quoteReview` gets a quote and the person's agreement to it, `submission` sends that and knows its outcome,
 * `tabLock` says whether another tab goes on with this flow.
 * Tags: `locked` while money may be moving, `refused` when a form or a payment was refused.
 */
export function createMoneyFlowMachine<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  type Context = MoneyFlowContext<Values, Quote, Result>;

  const record = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({ record: recordOf(flow, context) }),
  } as const;
  const finish = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({ record: recordOfAside(flow, context) }),
  } as const;
  const prefill = {
    params: ({ event }: { event: { readonly prefill: Partial<Values> } }) => event,
  };
  const outcome = { params: ({ event }: { event: { readonly output: Outcome } }) => event.output };
  // The same address again changes nothing: a person who visited another page returns to where they were.
  const addressShown = [
    {
      guard: { type: 'isAnotherRequest', ...prefill },
      target: '#drafting',
      actions: [{ type: 'setAside', ...prefill }, record],
    },
    { actions: { type: 'keepPrefill', ...prefill } },
  ] as const;

  return setUpMoneyFlow(flow).createMachine({
    id: flow.id,
    context: ({ input }) => beginMoneyFlow(flow.empty, input),
    invoke: [
      { id: 'watchStanding', src: 'watchStanding', input: ({ context }) => context },
      { id: 'tabLock', src: 'tabLock' },
    ],
    initial: 'claiming',
    on: {
      'standing.changed': { actions: { type: 'keepStanding', params: ({ event }) => event } },
      // Before it is known what goes on here, and while money may be moving: that comes first.
      'address.shown': { actions: { type: 'keepPrefill', ...prefill } },
      'balances.known': { actions: { type: 'keepTokens', params: ({ event }) => event } },
      // A payment that was sent is found by its key wherever the flow goes on.
      'tabLock.lost': '.openElsewhere',
      'tabLock.held': { target: '.restoring', actions: 'restore' },
    },
    states: {
      claiming: {
        on: { 'fields.changed': { actions: { type: 'keepEarly', params: ({ event }) => event } } },
      },
      openElsewhere: {
        entry: 'forgetEarly',
        on: { 'takeover.requested': { actions: forwardTo('tabLock') } },
      },
      restoring: {
        always: [
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
          'fields.changed': { actions: [{ type: 'keepValues', params: ({ event }) => event }, record] },
          'address.shown': addressShown,
          'draft.continued': {
            guard: { type: 'isAside', params: ({ event }) => event },
            target: 'restoring',
            actions: [{ type: 'continueDraft', params: ({ event }) => event }, record],
          },
          'draft.dropped': { actions: [{ type: 'dropDraft', params: ({ event }) => event }, record] },
          'quote.requested': [
            { guard: 'isHindered' },
            { guard: 'isValid', target: 'reviewing', actions: 'countSubmit' },
            { target: '.correcting', actions: 'countSubmit' },
          ],
        },
        states: {
          filling: {},
          correcting: { tags: 'refused' },
          /** A payment that was sent has never arrived, and no longer can. */
          returned: {},
        },
      },
      reviewing: {
        entry: record,
        invoke: {
          id: 'quoteReview',
          src: 'quoteReview',
          // Without the balances: they may have shrunk since the form was checked, which the server refuses.
          input: ({ context }) => ({ ...context, request: bodyIn(flow.check(context.values, null)) }),
          onDone: {
            target: 'submitting',
            actions: { type: 'keepAgreed', params: ({ event }) => event.output },
          },
        },
        on: {
          'quote.reviewed': { actions: [{ type: 'keepReviewed', params: ({ event }) => event }, record] },
          'quote.failed': [
            { guard: 'isReviewed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            {
              target: 'drafting.correcting',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
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
        // Stored before the request leaves: from then on a reload asks by the key.
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
            {
              guard: { type: 'isDone', ...outcome },
              target: 'settled',
              actions: { type: 'keepDone', ...outcome },
            },
            { guard: { type: 'isExpired', ...outcome }, target: 'reviewing', actions: 'forgetKey' },
            {
              guard: { type: 'isRefused', ...outcome },
              target: 'refused',
              actions: ['forgetQuote', { type: 'keepRefusal', ...outcome }],
            },
            { target: 'drafting.returned', actions: ['forgetQuote', record] },
          ],
        },
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
          'flow.restarted': {
            target: 'drafting',
            actions: { type: 'restart', params: ({ context }) => context },
          },
          'address.shown': {
            guard: { type: 'isAskedAnew', ...prefill },
            target: 'drafting',
            actions: { type: 'restart', ...prefill },
          },
        },
      },
      refused: {
        tags: 'refused',
        entry: [record, 'tellMoved', 'tellRefused'],
        on: { 'draft.resumed': 'drafting.correcting', 'address.shown': addressShown },
      },
    },
  });
}
