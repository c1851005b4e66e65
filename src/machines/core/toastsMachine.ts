/** Facts that flows tell a person in passing: at most three are seen, four seconds each, longer while they are being read. */
import { type ActorRefFrom, assign, setup } from 'xstate';

/** Everything that is told in passing; each is a locale key. */
type NoticeKey =
  | 'languageUnavailable'
  | 'signOutUnconfirmed'
  | 'emailConfirmed'
  | 'linkExpired'
  | 'letterWaits'
  | 'confirmationFailed'
  | 'exchangeCompleted'
  | 'exchangeFailed'
  | 'transactionSent'
  | 'transactionFailed'
  | 'withdrawalSubmitted'
  | 'withdrawalFailed'
  | 'addressFailed'
  | 'profileSaved'
  | 'avatarChanged'
  | 'avatarRemoved'
  | 'passwordChanged'
  | 'methodAdded'
  | 'methodRemoved'
  | 'identityProven'
  | 'identityUnproven'
  | 'emailChanged'
  | 'emailPending'
  | 'sessionEnded'
  | 'sessionsEnded';

export interface NoticeFact {
  readonly tone: 'gain' | 'loss' | 'wait' | 'plain';
  readonly key: NoticeKey;
  /** What the sentence has to be filled with. */
  readonly values: Readonly<Record<string, string>>;
}

interface Notice extends NoticeFact {
  readonly id: number;
  readonly endsAt: number;
}

interface NotificationsContext {
  readonly now: () => number;
  /** Oldest first. */
  readonly notices: readonly Notice[];
  readonly raised: number;
  readonly pausedAt: number;
}

type NotificationsEvent =
  | { readonly type: 'notice.raised'; readonly notice: NoticeFact }
  | { readonly type: 'notice.dismissed'; readonly id: number }
  /** What was told is not for whoever comes next. */
  | { readonly type: 'notices.withdrawn' }
  /** The pointer or the focus came to a notice. */
  | { readonly type: 'reading.started' }
  | { readonly type: 'reading.ended' };

/** Spec section 9: three visible at once, four seconds. */
const visible = 3;
const duration = 4000;

/** Input: the clock, in milliseconds. */
export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    input: {} as { readonly now: () => number },
  },
  guards: {
    isEmpty: ({ context }) => context.notices.length === 0,
  },
  actions: {
    addNotice: assign(({ context }, { notice, at }: { notice: NoticeFact; at: number }) => {
      const others = context.notices.filter(({ key }) => key !== notice.key);
      const added = { ...notice, id: context.raised, endsAt: at + duration };
      return { notices: [...others, added].slice(-visible), raised: context.raised + 1 };
    }),
    dropNotice: assign(({ context }, { id }: { id: number }) => ({
      notices: context.notices.filter((notice) => notice.id !== id),
    })),
    dropEnded: assign(({ context }) => ({
      notices: context.notices.filter(({ endsAt }) => endsAt > context.now()),
    })),
    dropAll: assign({ notices: [] }),
    stopTime: assign(({ context }) => ({ pausedAt: context.now() })),
    goOn: assign(({ context }) => {
      const paused = context.now() - context.pausedAt;
      return { notices: context.notices.map((notice) => ({ ...notice, endsAt: notice.endsAt + paused })) };
    }),
  },
  delays: {
    untilNextEnds: ({ context }) =>
      Math.max(0, Math.min(...context.notices.map(({ endsAt }) => endsAt)) - context.now()),
  },
}).createMachine({
  id: 'notifications',
  context: ({ input }) => ({ now: input.now, notices: [], raised: 0, pausedAt: 0 }),
  initial: 'quiet',
  on: { 'notices.withdrawn': { target: '.quiet', actions: 'dropAll' } },
  states: {
    quiet: {
      on: {
        'notice.raised': {
          target: 'showing',
          actions: {
            type: 'addNotice',
            params: ({ context, event }) => ({ notice: event.notice, at: context.now() }),
          },
        },
      },
    },
    showing: {
      always: { guard: 'isEmpty', target: 'quiet' },
      after: { untilNextEnds: { target: 'showing', reenter: true, actions: 'dropEnded' } },
      on: {
        'notice.raised': {
          target: 'showing',
          reenter: true,
          actions: {
            type: 'addNotice',
            params: ({ context, event }) => ({ notice: event.notice, at: context.now() }),
          },
        },
        'notice.dismissed': {
          target: 'showing',
          reenter: true,
          actions: { type: 'dropNotice', params: ({ event }) => event },
        },
        'reading.started': 'paused',
      },
    },
    paused: {
      entry: 'stopTime',
      always: { guard: 'isEmpty', target: 'quiet' },
      on: {
        'notice.raised': {
          actions: {
            type: 'addNotice',
            params: ({ context, event }) => ({ notice: event.notice, at: context.pausedAt }),
          },
        },
        'notice.dismissed': { actions: { type: 'dropNotice', params: ({ event }) => event } },
        'reading.ended': { target: 'showing', actions: 'goOn' },
      },
    },
  },
});

export type NotificationsRef = ActorRefFrom<typeof notificationsMachine>;
