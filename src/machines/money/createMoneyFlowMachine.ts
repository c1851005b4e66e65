/** A flow that moves money: drafted, reviewed with a quote, submitted once, and known to the end. */
import { forwardTo, sendTo } from 'xstate';
import { bodyIn } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import { type MoneyFlowDescription, openReceipt, type Quoted, type Settled } from './moneyFlow.ts';
import { beginMoneyFlow, subjectOf, submissionOf } from './moneyFlowContext.ts';
import { moneyFlowParts } from './moneyFlowParts.ts';
import { setUpMoneyFlow } from './moneyFlowSetup.ts';

/**
 * Its children: `quoteReview` gets a quote and the person's agreement to it, `submission` sends that and knows its outcome,
 * `stepUp` gets a proof that the person is there where the server asks for one, `tabLock` says whether another tab goes on with this flow.
 * Tags: `locked` while money may be moving, `refused` when a form or a payment was refused.
 */
export function createMoneyFlowMachine<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  const { record, draft, finish, prefill, outcome, proof, addressShown, ...typed } = moneyFlowParts(flow);
  const { keepValues, aside, continueDraft, dropDraft } = typed;

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
      'record.written': { actions: { type: 'keepWritten', params: ({ event }) => event } },
      'balances.known': { actions: { type: 'keepTokens', params: ({ event }) => event } },
      // A payment that was sent is found by its key wherever the flow goes on.
      'tabLock.lost': '.openElsewhere',
      'tabLock.held': { target: '.restoring', actions: ['restore', 'askEarly'] },
    },
    states: {
      claiming: {
        on: {
          'fields.changed': { actions: { type: 'keepEarly', params: ({ event }) => event } },
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
          'fields.changed': { actions: [keepValues, record] },
          'address.shown': addressShown,
          'draft.continued': { ...aside, target: 'restoring', actions: [continueDraft, record] },
          'draft.dropped': { ...aside, actions: [dropDraft, record] },
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
          // In the form, while the first quote is awaited: it is for what is typed there.
          'fields.changed': { guard: 'isUnquoted', target: 'drafting', actions: [keepValues, record] },
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
            { guard: { type: 'isOver', ...outcome }, target: 'reviewing', actions: 'forgetKey' },
            {
              guard: { type: 'needsProof', ...outcome },
              target: 'proving',
              actions: { type: 'awaitProof', ...outcome },
            },
            {
              guard: { type: 'isRefused', ...outcome },
              target: 'refused',
              actions: ['forgetKey', { type: 'keepRefusal', ...outcome }],
            },
            { target: 'drafting.returned', actions: ['forgetQuote', record] },
          ],
        },
      },
      // Refused before anything was done: what was agreed to waits with its key, also over a reload.
      proving: {
        entry: record,
        invoke: {
          id: 'stepUp',
          src: 'stepUp',
          input: ({ context }) => ({ now: context.now, subject: subjectOf(context) }),
          onDone: [
            { guard: { type: 'isExpired', ...proof }, target: 'reviewing', actions: 'forgetKey' },
            // A quote that is used up says by its key what became of it.
            { target: 'submitting', actions: { type: 'keepProof', ...proof } },
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
            guard: { type: 'isAskedAnew', ...prefill },
            target: 'drafting',
            actions: { type: 'restart', ...prefill },
          },
        },
      },
      refused: {
        tags: 'refused',
        // What was sent names what was refused; nobody comes back to it.
        entry: [draft, 'tellMoved', 'tellRefused'],
        exit: 'forgetQuote',
        on: { 'draft.resumed': 'drafting.correcting', 'address.shown': addressShown },
      },
    },
  });
}
