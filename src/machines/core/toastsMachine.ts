/** Short messages: at most three are visible, each for four seconds from when it can be drawn, longer while it is being read. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { withEvent } from './withEvent.ts';

/** The messages; each is a locale key. */
type ToastKey =
  | 'languageUnavailable'
  | 'signOutUnconfirmed'
  | 'emailConfirmed'
  | 'emailAlreadyConfirmed'
  | 'linkExpired'
  | 'letterWaits'
  | 'confirmationFailed'
  | 'exchangeCompleted'
  | 'exchangeFailed'
  | 'transactionSent'
  | 'transactionFailed'
  | 'withdrawalSubmitted'
  | 'withdrawalFailed'
  | 'stillMoving'
  | 'addressFailed'
  | 'profileSaved'
  | 'avatarChanged'
  | 'avatarRemoved'
  | 'passwordChanged'
  | 'methodAdded'
  | 'methodRemoved'
  | 'totpAdded'
  | 'totpRemoved'
  | 'limitsSaved'
  | 'codesRenewed'
  | 'passkeyAdded'
  | 'passkeyRenamed'
  | 'passkeyRemoved'
  | 'identityProven'
  | 'identityUnproven'
  | 'emailKept'
  | 'emailPending'
  | 'emailUnsent'
  | 'sessionEnded'
  | 'sessionsEnded'
  | 'accountExported';

export interface Toast {
  readonly tone: 'gain' | 'loss' | 'wait' | 'plain';
  readonly key: ToastKey;
  /** The values for the placeholders in the message. */
  readonly values: Readonly<Record<string, string>>;
}

interface VisibleToast extends Toast {
  readonly id: number;
  readonly endsAt: number;
}

interface ToastsContext {
  readonly now: () => number;
  /** Oldest first. */
  readonly toasts: readonly VisibleToast[];
  readonly raised: number;
  readonly pausedAt: number;
}

interface ToastRaised {
  readonly type: 'toast.raised';
  readonly toast: Toast;
}

type ToastsEvent =
  | ToastRaised
  | { readonly type: 'toast.dismissed'; readonly id: number }
  /** Removes the messages so that the next person does not see them. */
  | { readonly type: 'toasts.withdrawn' }
  /** The component that draws toasts is mounted. */
  | { readonly type: 'drawing.started' }
  /** The pointer or the focus moved onto a toast. */
  | { readonly type: 'reading.started' }
  | { readonly type: 'reading.ended' };

/** Spec section 9: three visible at once, four seconds. */
const visible = 3;
const duration = 4000;

function added({ toasts, raised }: ToastsContext, toast: Toast, at: number) {
  const others = toasts.filter(({ key }) => key !== toast.key);
  const next = { ...toast, id: raised, endsAt: at + duration };
  return { toasts: [...others, next].slice(-visible), raised: raised + 1 };
}

/** Input: the clock, in milliseconds. */
export const toastsMachine = setup({
  types: {
    context: {} as ToastsContext,
    events: {} as ToastsEvent,
    input: {} as { readonly now: () => number },
  },
  guards: {
    isEmpty: ({ context }) => context.toasts.length === 0,
  },
  actions: {
    addToast: assign(({ context }, { toast }: ToastRaised) => added(context, toast, context.now())),
    /** A toast that is raised during a pause starts with the pause, because `goOn` adds the whole pause to each toast. */
    addHeldToast: assign(({ context }, { toast }: ToastRaised) => added(context, toast, context.pausedAt)),
    dropToast: assign(({ context }, { id }: { id: number }) => ({
      toasts: context.toasts.filter((toast) => toast.id !== id),
    })),
    dropEnded: assign(({ context }) => ({
      toasts: context.toasts.filter(({ endsAt }) => endsAt > context.now()),
    })),
    dropAll: assign({ toasts: [] }),
    stopTime: assign(({ context }) => ({ pausedAt: context.now() })),
    goOn: assign(({ context }) => {
      const paused = context.now() - context.pausedAt;
      return { toasts: context.toasts.map((toast) => ({ ...toast, endsAt: toast.endsAt + paused })) };
    }),
  },
  delays: {
    untilNextEnds: ({ context }) =>
      Math.max(0, Math.min(...context.toasts.map(({ endsAt }) => endsAt)) - context.now()),
  },
}).createMachine({
  id: 'toasts',
  context: ({ input }) => ({ now: input.now, toasts: [], raised: 0, pausedAt: 0 }),
  initial: 'held',
  on: { 'toasts.withdrawn': { actions: 'dropAll' } },
  states: {
    quiet: { on: { 'toast.raised': { target: 'showing', actions: withEvent('addToast') } } },
    showing: {
      always: { guard: 'isEmpty', target: 'quiet' },
      after: { untilNextEnds: { target: 'showing', reenter: true, actions: 'dropEnded' } },
      on: {
        'toast.raised': { target: 'showing', reenter: true, actions: withEvent('addToast') },
        'toast.dismissed': { target: 'showing', reenter: true, actions: withEvent('dropToast') },
        'reading.started': 'held.reading',
      },
    },
    /** While a toast is being read, no toast expires. */
    held: {
      entry: 'stopTime',
      on: {
        'toast.raised': { actions: withEvent('addHeldToast') },
        'toast.dismissed': { actions: withEvent('dropToast') },
      },
      initial: 'undrawn',
      states: {
        undrawn: { on: { 'drawing.started': { target: '#toasts.showing', actions: 'goOn' } } },
        reading: {
          always: { guard: 'isEmpty', target: '#toasts.quiet' },
          on: { 'reading.ended': { target: '#toasts.showing', actions: 'goOn' } },
        },
      },
    },
  },
});

export type ToastsRef = ActorRefFrom<typeof toastsMachine>;
