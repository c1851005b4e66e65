import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, createActor } from 'xstate';
import type { SavedFlow } from '../../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { tabLockMachine } from '../../../src/machines/money/tabLockMachine.ts';
import { signedInInput } from '../areas.ts';
import { tabLockWith } from '../moneyFlow.ts';
import { press } from './gestures.ts';
import {
  heldCalls,
  isDone,
  isFree,
  isIn,
  isReviewed,
  key,
  offline,
  operation,
  refused,
  reviewOf,
  standing,
} from './moneyFlowPlaces.ts';
import type { PersonStep, ScreenMap } from './screenMap.ts';

interface MoneyFlowLook {
  /** The flow as the app has it, with its calls to be told and nothing kept. */
  readonly machine: AnyStateMachine;
  /** The children whose transitions it replays, too. */
  readonly review: AnyStateMachine;
  readonly submission: AnyStateMachine;
  readonly screen: ScreenMap['screen'];
  /** What a person fills the form with, and what makes it wrong. */
  readonly filling: readonly PersonStep[];
  readonly values: Readonly<Record<string, string>>;
  readonly prefill: Readonly<Record<string, string>>;
  /** The name of the button that agrees, and of the one that begins anew. */
  readonly accept: RegExp;
  readonly again: string;
  /** Quotes good for a minute: as it was, with other terms, and one that warns if there is such a thing. */
  readonly quotes: (at: number) => readonly { readonly id: string }[];
  readonly result: { readonly id: string; readonly status: string };
  /** What the server refuses, by the field of its wire. */
  readonly field: string;
  readonly tokens: readonly unknown[];
  readonly views: ScreenMap['views'];
  readonly unreached?: Readonly<Record<string, string>>;
}

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });

/** The screen map of what `createMoneyFlowMachine` made: a scene for each of its steps, begun by what a browser has kept. */
export function moneyFlowMap(look: MoneyFlowLook): ScreenMap {
  const { machine, result } = look;
  const unasked = { event: { type: 'address.shown', prefill: {} }, isNavigation: true } as const;
  const input: ScreenMap['input'] = (now) => ({ ...signedInInput(now, toasts), prefill: {} });
  const after = (record: SavedFlow) => ({ machine: alone(look, record) });
  const quoteAt = (at: number, which = 0) => look.quotes(at)[which];
  const aside = { values: look.values, quote: null };
  const kept = (step: SavedFlow['step'], quote: unknown = quoteAt(0)): SavedFlow => ({
    step,
    values: look.values,
    key: step === 'reviewing' || step === 'drafting' ? null : key,
    quote,
  });
  const person: PersonStep[] = [
    ...look.filling,
    {
      events: [{ type: 'quote.requested' }],
      by: press(/^(?:Continue|Get new quote)$/),
      offered: (actor) =>
        isFree(actor) && (isIn(actor, 'claiming') || isIn(actor, 'drafting') || isReviewed(actor, 'over')),
    },
    {
      events: [{ type: 'quote.accepted' }],
      by: press(look.accept),
      offered: (actor) => isFree(actor) && isReviewed(actor, { reviewing: 'offered' }),
    },
    {
      events: [{ type: 'change.accepted' }],
      by: press('Accept new quote'),
      offered: (actor) => isReviewed(actor, { reviewing: 'changed' }),
    },
    {
      events: [{ type: 'warning.acknowledged' }],
      by: press('Confirm the first address'),
      offered: (actor) => isReviewed(actor, { reviewing: 'warned' }),
    },
    {
      events: [{ type: 'draft.resumed' }],
      by: press(/^(?:Edit|Cancel)$/),
      offered: (actor) => {
        const review = reviewOf(actor);
        return !review || review.context.quote !== null || review.hasTag('slow');
      },
    },
    { events: [{ type: 'proof.declined' }], by: press('Back to review') },
    { events: [{ type: 'flow.restarted' }], by: press(look.again) },
    { events: [{ type: 'takeover.requested' }], by: press('Continue here') },
    {
      events: [{ type: 'draft.continued', draft: aside }],
      by: press(/^Continue (?:with|draft)/),
    },
    { events: [{ type: 'draft.dropped', draft: aside }], by: press(/^Discard/) },
    { at: 'submission', events: [{ type: 'answer.requested' }], by: press('Check now') },
    { at: 'submission', events: [{ type: 'payment.repeated' }], by: press('Send again') },
    { at: 'stepUp', events: [{ type: 'options.requested' }], by: press('Try again') },
    { at: 'stepUp.stepUpForm', events: [{ type: 'form.submitted' }], by: press('Confirm') },
    { at: 'stepUp.stepUpForm', events: [{ type: 'submit.cancelled' }], by: press('Cancel') },
  ];
  const shown = { event: { type: 'address.shown', prefill: look.prefill }, isNavigation: true } as const;
  const distinguish = (actor: AnyActorRef) => {
    const { context, children } = actor.getSnapshot() as AnyMachineSnapshot;
    const review = children.quoteReview?.getSnapshot().context;
    const sent = children.submission?.getSnapshot().context;
    return [
      context.account,
      context.prefill,
      context.aside.length,
      context.quote?.id,
      context.result?.status,
      review && [review.quote?.id, review.agreed?.id, review.acknowledged !== null],
      sent && [sent.now(), sent.askedAt].map((at) => at >= sent.until + 2_000),
    ];
  };
  return {
    machine: alone(look, null),
    live: ['claimTabLock', 'readRecord'],
    covers: [look.review, look.submission, tabLockMachine],
    input,
    screen: look.screen,
    person,
    outside: [{ event: { type: 'balances.known', tokens: look.tokens } }],
    answers: {
      ...heldCalls,
      'quoteReview.requestQuote': {
        error: [offline, refused('VALIDATION_FAILED', { [look.field]: 'format' })],
      },
    },
    until: (actor) => actor.getSnapshot().context.submits > 1 || isReviewed(actor, 'over'),
    distinguish,
    ...(look.views && { views: look.views }),
    unreached: {
      [`${machine.id}.reviewing: quote.requested [0]`]: 'its button is greyed out while nothing can be paid',
      [`${machine.id}.reviewing: quote.accepted [0]`]: 'its button is greyed out while nothing can be paid',
      [`${look.review.id}.reviewing.offered: quote.accepted [1]`]: 'the timer of the quote rings first',
      ...look.unreached,
    },
    scenes: [
      {
        // Which of two tabs goes on, with a line or without.
        machine,
        live: [],
        answers: {
          ...heldCalls,
          watchStanding: { says: [standing(true), standing(false)] },
          'tabLock.claimTabLock': {
            says: ['tabLock.held', 'tabLock.taken', 'tabLock.lost'].map((type) => ({ type })),
          },
          'tabLock.untilFree': { done: [undefined], error: [offline] },
        },
        outside: [],
        patience: 600,
        until: (actor) => isIn(actor, 'drafting'),
      },
      {
        // What the address asks for instead, and what was put aside for it.
        ...after(kept('drafting', null)),
        outside: [shown],
        answers: heldCalls,
        until: (actor) => {
          const { values, aside: drafts } = (actor.getSnapshot() as AnyMachineSnapshot).context;
          const isWhole = Object.entries(look.values).every(([name, value]) => values[name] === value);
          return drafts.length === 0
            ? !isWhole
            : isWhole || look.filling.some(({ events }) => isDone(values, events));
        },
      },
      {
        ...after(kept('reviewing')),
        patience: 2_000,
        outside: [shown, unasked],
        answers: {
          ...heldCalls,
          'quoteReview.requestQuote': {
            done: look.quotes(0).map((_, which) => (at: number) => quoteAt(at, which)),
            error: [offline],
          },
        },
        until: (actor) =>
          actor.getSnapshot().matches('submitting') || actor.getSnapshot().matches('drafting'),
      },
      {
        ...after(kept('sent')),
        outside: [],
        answers: {
          ...heldCalls,
          'submission.send': { done: [result], error: [offline, refused('INSUFFICIENT_BALANCE')] },
          'submission.readOperation': {
            done: [operation('running')],
            error: [offline, refused('NOT_FOUND')],
          },
          'submission.watchStanding': { says: [standing(true), standing(false)] },
        },
        until: (actor) => !actor.getSnapshot().matches('submitting'),
      },
      {
        ...after(kept('sent')),
        outside: [
          shown,
          unasked,
          { event: { type: 'balances.changed' } },
          { event: { type: 'record.written', isKept: false } },
          { event: { type: 'confirmations.arrived', id: result.id, seen: 3, needed: 12 } },
          { event: { type: 'balances.known', tokens: look.tokens } },
        ],
        answers: {
          ...heldCalls,
          'submission.readOperation': {
            done: [
              operation('done', result),
              operation('refused', null, { code: 'QUOTE_EXPIRED', request_id: 'r' }),
              operation('refused', null, { code: 'STEP_UP_REQUIRED', request_id: 'r' }),
              operation('refused', null, { code: 'INSUFFICIENT_BALANCE', request_id: 'r' }),
            ],
          },
          'receipt.load': {
            done: [(at: number) => ({ data: { ...result, status: 'completed' }, loadedAt: at })],
          },
        },
        until: (actor) => {
          const { children } = actor.getSnapshot() as AnyMachineSnapshot;
          return isIn(actor, 'drafting') || Boolean(children.quoteReview ?? children.stepUp);
        },
      },
      {
        // What was sent so long ago that the server may have forgotten it.
        ...after(kept('sent', quoteAt(-90 * 86_400_000))),
        outside: [],
        answers: { ...heldCalls, 'submission.readOperation': { error: [refused('NOT_FOUND')] } },
        until: (actor) => !actor.getSnapshot().matches('submitting'),
      },
      {
        ...after(kept('proving')),
        outside: [],
        answers: {
          ...heldCalls,
          'stepUp.readOptions': {
            done: [{ kinds: ['openid'], until: null }],
            error: [refused('QUOTE_EXPIRED')],
          },
          'stepUp.stepUpForm.submit': { done: ['a proof'] },
        },
        until: (actor) => !actor.getSnapshot().matches('proving'),
      },
    ],
  };
}

/** No other tab has it. */
const alone = ({ machine }: MoneyFlowLook, record: SavedFlow | null) =>
  machine.provide({ actors: { tabLock: tabLockWith(() => record) } });
