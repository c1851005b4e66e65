/** A flow that moves money: drafted, quoted, reviewed, sent once, and known to the end. */
import { forwardTo, sendTo } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import { required } from '../core/placeholders.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';
import type { Standing } from '../core/standingMachine.ts';
import { type MoneyFlowDescription, openReceipt, type Quoted, type Settled } from './moneyFlow.ts';
import { type MoneyFlowContext, overAt, setUpMoneyFlow } from './moneyFlowSetup.ts';
import { isAnotherRequest, recordOfAside } from './setAside.ts';

/**
 * Tags: `busy` while an answer is awaited, `slow` when that takes long, `locked` while money may be moving, `refused` when a
 * form or a payment was refused, `reviewing` while there is a quote to look at.
 */
export function createMoneyFlowMachine<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  type Context = MoneyFlowContext<Values, Quote, Result>;

  // Without the balances: they may have shrunk since the form was checked, which is for the server to refuse.
  const requestOf = ({ values }: Context): QuoteRequest => {
    const checked = flow.check(values, null);
    if (!checked.ok) throw new Error('quoted unchecked');
    return checked.value;
  };
  const recordOf = (context: Context, step: SavedFlow['step']): SavedFlow => ({
    step,
    values: context.values,
    key: step === 'sent' ? context.key : null,
    // A new quote that nobody has accepted is not what a review comes back to.
    quote: step === 'drafting' ? null : (context.agreed ?? context.quote),
    ...(context.aside.length > 0 && { aside: context.aside }),
  });
  const draftOf = (context: Context): SavedFlow | null =>
    isAnotherRequest(flow.empty, context.values)
      ? recordOf(context, 'drafting')
      : recordOfAside(flow.empty, context.aside);
  const keepStanding = {
    type: 'keepStanding',
    params: ({ event }: { event: { readonly standing: Standing } }) => event,
  } as const;
  const keepFailure = {
    type: 'keepFailure',
    params: ({ event }: { event: { readonly error: unknown } }) => ({ failure: failureOf(event.error) }),
  } as const;
  const record = (step: SavedFlow['step']) =>
    ({
      type: 'keepRecord',
      params: ({ context }: { context: Context }) => ({
        record: step === 'drafting' ? draftOf(context) : recordOf(context, step),
      }),
    }) as const;
  const fieldChanged = {
    params: ({ event }: { event: { readonly name: string; readonly value: string } }) => ({
      values: { [event.name]: event.value } as unknown as Partial<Values>,
    }),
  };
  const fieldsChanged = {
    params: ({ event }: { event: { readonly values: Partial<Values> } }) => event,
  };
  const prefill = {
    params: ({ event }: { event: { readonly prefill: Partial<Values> } }) => event,
  };
  // The same address again changes nothing: a person who visited another page returns to where they were.
  const addressShown = [
    {
      guard: { type: 'isAnotherRequest', ...prefill },
      target: '#drafting',
      actions: [{ type: 'setAside', ...prefill }, record('drafting')],
    },
    { actions: { type: 'keepAsked', ...prefill } },
  ] as const;
  const finish = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({ record: recordOfAside(flow.empty, context.aside) }),
  } as const;
  const keepQuote = {
    type: 'keepQuote',
    params: ({ event }: { event: { readonly output: Quote } }) => ({ quote: event.output }),
  } as const;

  return setUpMoneyFlow(flow).createMachine({
    id: flow.id,
    context: ({ input }) => ({
      ...input,
      values: { ...flow.empty, ...input.prefill },
      early: {},
      tokens: null,
      errors: {},
      refused: {},
      failure: null,
      submits: 0,
      quote: null,
      agreed: null,
      key: null,
      result: null,
      takesOver: false,
      renewals: 0,
      acknowledged: null,
      aside: [],
      account: input.standing.getSnapshot().context,
    }),
    invoke: {
      id: 'watchStanding',
      src: 'watchStanding',
      input: ({ context }) => ({ standing: context.standing }),
    },
    initial: 'owned',
    on: {
      'standing.changed': { actions: keepStanding },
      // Before it is known what goes on here, and while money may be moving: that comes first.
      'address.shown': { actions: { type: 'keepAsked', ...prefill } },
      'balances.known': { actions: { type: 'keepTokens', params: ({ event }) => event } },
    },
    states: {
      owned: {
        invoke: {
          id: 'claimTabLock',
          src: 'claimTabLock',
          input: ({ context }) => ({ takesOver: context.takesOver }),
        },
        // A payment that was sent is found by its key wherever the flow goes on.
        on: {
          'tabLock.taken': { target: 'openElsewhere', actions: 'giveUp' },
          'tabLock.lost': { target: 'openElsewhere', actions: 'giveUp' },
        },
        initial: 'claiming',
        states: {
          // A browser that never answers has no locks to speak of.
          claiming: {
            entry: 'forgetEarly',
            on: {
              'tabLock.held': 'restoring',
              'field.changed': { actions: { type: 'keepEarly', ...fieldChanged } },
              'fields.changed': { actions: { type: 'keepEarly', ...fieldsChanged } },
            },
            after: { claim: 'restoring' },
          },
          restoring: {
            entry: 'restore',
            always: [
              { guard: 'wasSent', target: 'reconciling' },
              { guard: 'wasReviewed', target: 'renewing' },
              { guard: 'wasTyped', target: 'drafting', actions: ['forgetQuote', record('drafting')] },
              { target: 'drafting', actions: 'forgetQuote' },
            ],
          },
          continuing: {
            always: [
              { guard: 'wasReviewed', target: 'renewing' },
              { target: 'drafting', actions: ['forgetQuote', record('drafting')] },
            ],
          },
          drafting: {
            id: 'drafting',
            initial: 'filling',
            on: {
              'field.changed': {
                actions: [{ type: 'keepValues', ...fieldChanged }, record('drafting')],
              },
              'fields.changed': {
                actions: [{ type: 'keepValues', ...fieldsChanged }, record('drafting')],
              },
              'address.shown': addressShown,
              'draft.continued': {
                guard: { type: 'isAside', params: ({ event }) => event },
                target: 'continuing',
                actions: { type: 'continueDraft', params: ({ event }) => event },
              },
              'draft.dropped': {
                actions: [{ type: 'dropDraft', params: ({ event }) => event }, record('drafting')],
              },
              'quote.requested': [
                { guard: 'isHindered' },
                { guard: 'isValid', target: 'quoting', actions: 'countSubmit' },
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
          quoting: {
            tags: 'busy',
            invoke: {
              id: 'requestQuote',
              src: 'requestQuote',
              input: ({ context }) => ({ request: requestOf(context) }),
              onDone: { target: 'reviewing', actions: keepQuote },
              onError: { target: 'drafting.correcting', actions: keepFailure },
            },
            on: { 'draft.resumed': 'drafting', 'address.shown': addressShown },
            initial: 'prompt',
            states: { prompt: { after: { untilSlow: 'slow' } }, slow: { tags: 'slow' } },
          },
          reviewing: {
            tags: 'reviewing',
            entry: ['makeKey', record('reviewing')],
            on: {
              'draft.resumed': { target: 'drafting', actions: ['forgetQuote', record('drafting')] },
              'address.shown': addressShown,
            },
            after: {
              untilOver: [
                // It cannot be renewed, and has not failed: it goes on when the person asks.
                { guard: 'isOffline', target: 'over', actions: 'forgetFailure' },
                { guard: 'canRenew', target: 'renewing', actions: 'countRenewal' },
                { target: 'over' },
              ],
            },
            initial: 'judging',
            states: {
              judging: { always: [{ guard: 'hasWarning', target: 'warned' }, { target: 'offered' }] },
              warned: {
                on: { 'warning.acknowledged': { target: 'offered', actions: 'acknowledgeWarning' } },
              },
              offered: {
                on: {
                  'quote.accepted': [
                    { guard: 'isHindered' },
                    { guard: 'isGood', target: '#sending' },
                    { target: '#renewing' },
                  ],
                },
              },
              changed: {
                on: {
                  'change.accepted': { target: 'judging', actions: ['acceptChange', record('reviewing')] },
                },
              },
            },
          },
          renewing: {
            id: 'renewing',
            tags: ['busy', 'reviewing'],
            // What was sent under the last quote was refused for its age: a reload comes back to the review.
            entry: record('reviewing'),
            invoke: {
              id: 'renewQuote',
              src: 'requestQuote',
              input: ({ context }) => ({ request: requestOf(context) }),
              onDone: [
                {
                  guard: { type: 'isChanged', params: ({ event }) => ({ quote: event.output }) },
                  target: 'reviewing.changed',
                  actions: { type: 'keepChangedQuote', params: ({ event }) => ({ quote: event.output }) },
                },
                { target: 'reviewing', actions: keepQuote },
              ],
              onError: { target: 'over', actions: keepFailure },
            },
            on: {
              'draft.resumed': { target: 'drafting', actions: ['forgetQuote', record('drafting')] },
              'address.shown': addressShown,
            },
            initial: 'prompt',
            states: { prompt: { after: { untilSlow: 'slow' } }, slow: { tags: 'slow' } },
          },
          over: {
            tags: 'reviewing',
            on: {
              'quote.requested': [{ guard: 'isHindered' }, { target: 'renewing', actions: 'countSubmit' }],
              'draft.resumed': { target: 'drafting', actions: ['forgetQuote', record('drafting')] },
              'address.shown': addressShown,
            },
          },
          sending: {
            id: 'sending',
            tags: ['busy', 'locked'],
            entry: [record('sent'), { type: 'tellLocked', params: { isLocked: true } }],
            exit: { type: 'tellLocked', params: { isLocked: false } },
            invoke: {
              id: 'pay',
              src: 'pay',
              input: ({ context }) => ({ quote: required(context.quote), key: required(context.key) }),
              onDone: {
                target: 'settled',
                actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
              },
              onError: [
                { guard: { type: 'isExpired', params: ({ event }) => event }, target: 'renewing' },
                {
                  guard: { type: 'isRefusal', params: ({ event }) => event },
                  target: 'refused',
                  actions: keepFailure,
                },
                { target: 'reconciling', actions: keepFailure },
              ],
            },
            after: { timeout: 'reconciling' },
          },
          reconciling: {
            tags: 'locked',
            entry: { type: 'tellLocked', params: { isLocked: true } },
            exit: { type: 'tellLocked', params: { isLocked: false } },
            invoke: {
              id: 'reconciliation',
              src: 'reconciliation',
              input: ({ context }) => ({
                now: context.now,
                key: required(context.key),
                until: overAt(context.quote),
              }),
              onDone: [
                {
                  guard: { type: 'hasHappened', params: ({ event }) => event },
                  target: 'settled',
                  actions: { type: 'keepReconciled', params: ({ event }) => event },
                },
                { guard: { type: 'isExpiredQuote', params: ({ event }) => event }, target: 'renewing' },
                {
                  guard: { type: 'hasBeenRefused', params: ({ event }) => event },
                  target: 'refused',
                  actions: { type: 'keepRefusal', params: ({ event }) => event },
                },
                { guard: { type: 'isRepeated', params: ({ event }) => event }, target: 'sending' },
                { target: 'drafting.returned', actions: ['forgetQuote', record('drafting')] },
              ],
            },
            on: {
              'answer.requested': { actions: forwardTo('reconciliation') },
              'payment.repeated': [{ guard: 'isOffline' }, { actions: forwardTo('reconciliation') }],
              'standing.changed': [
                {
                  guard: { type: 'isBackOnline', params: ({ event }) => event },
                  actions: [keepStanding, sendTo('reconciliation', { type: 'answer.requested' })],
                },
                { actions: keepStanding },
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
                guard: { type: 'isRead', params: ({ event }) => ({ result: event.snapshot.context.data }) },
                actions: {
                  type: 'keepResult',
                  params: ({ event }) => ({ result: event.snapshot.context.data }),
                },
              },
            },
            on: {
              'balances.changed': { actions: sendTo('receipt', { type: 'outdated' }) },
              'flow.restarted': {
                target: 'drafting',
                actions: { type: 'restart', params: ({ context }) => ({ prefill: context.prefill }) },
              },
              'address.shown': [
                {
                  guard: { type: 'isAskedAnew', ...prefill },
                  target: 'drafting',
                  actions: { type: 'restart', ...prefill },
                },
              ],
            },
          },
          refused: {
            tags: 'refused',
            entry: [record('drafting'), 'tellMoved', 'tellRefused'],
            on: {
              'draft.resumed': { target: 'drafting.correcting', actions: 'forgetQuote' },
              'address.shown': addressShown,
            },
          },
        },
      },
      openElsewhere: {
        invoke: { id: 'untilFree', src: 'untilFree', onDone: 'owned', onError: 'owned' },
        on: { 'takeover.requested': { target: 'owned', actions: 'takeOver' } },
      },
    },
  });
}
