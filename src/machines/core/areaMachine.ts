/** One area of the app: its code is loaded when a person first comes to it, and its flows live until the session ends. */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  assign,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type { StreamNotification } from '../../../contract/rates.ts';
import type { User } from '../../../contract/user.ts';
import type { AreaName, ScreenShown } from './location.ts';
import { placeholderPromise, required } from './placeholders.ts';
import type { SavedFlow } from './savedFlow.ts';
import type { StandingRef } from './standingMachine.ts';
import type { ToastsRef } from './toastsMachine.ts';

/** Somebody above has to lead to `to`, an address of the area's own. */
export interface AddressRequested {
  readonly type: 'address.requested';
  readonly to: string;
}

/** Money moved, or may have: told upwards by the flow that moved it, then to every area. */
interface MoneyMoved {
  readonly type: 'money.moved';
}

/** The account itself has been read anew, or changed. */
export interface ProfileChanged {
  readonly type: 'profile.changed';
  readonly user: User;
}

/** A flow in which money may be moving: from now on, or no longer. */
export interface LockChanged {
  readonly type: 'lock.changed';
  readonly flow: string;
  readonly isLocked: boolean;
}

/** Which tokens the wallet shows has changed: told upwards by what changed it, then to every area as changed balances. */
export interface TokensChanged {
  readonly type: 'tokens.changed';
}

/** What an area is told when money has moved, in this tab or in another: the balances it shows are old. */
export interface BalancesChanged {
  readonly type: 'balances.changed';
}

/** Something happened to the person: told when it is heard first, and again with each change. Areas that show it read it anew. */
export interface NotificationArrived {
  readonly type: 'notification.arrived';
  readonly notification: StreamNotification;
}

/** The person has read something that a notification told of: told upwards. */
interface NotificationsRead {
  readonly type: 'notifications.read';
}

/** What the inbox is told then. */
interface InboxOutdated {
  readonly type: 'inbox.outdated';
}

/** A person lets a newer version of the app in, and nothing forbids it. */
interface UpdateAccepted {
  readonly type: 'update.accepted';
}

/** What an area tells the app. */
export type AreaReport =
  | AddressRequested
  | MoneyMoved
  | TokensChanged
  | ProfileChanged
  | LockChanged
  | NotificationsRead;

/** What every flow of a signed-in person is given. */
export interface SignedInInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** A new idempotency key, a UUID. */
  readonly makeKey: () => string;
  /** What this person's browser has kept of a flow that is not over. */
  readonly readRecord: (flow: string) => SavedFlow | null;
  /** Hears what is told in passing. */
  readonly notifications: ToastsRef;
  /** Says what keeps the person from moving money. */
  readonly standing: StandingRef;
}

/** What an area's machine hears: each later visit, and what happened elsewhere. */
export type AreaNews = ScreenShown | BalancesChanged | NotificationArrived | InboxOutdated | UpdateAccepted;

/** The input of an area's machine; it hears `AreaNews`. */
export interface AreaInput extends SignedInInput {
  readonly shown: ScreenShown;
}

interface AreaContext {
  readonly name: AreaName;
  readonly signedIn: SignedInInput;
  readonly shown: ScreenShown;
  /** The area's own machine; null until its code is there. */
  readonly content: AnyActorRef | null;
}

type AreaEvent = AreaNews | AreaReport;

/** Input: which area, what its flows are given, and the screen that a person came to. */
export const areaMachine = setup({
  types: {
    context: {} as AreaContext,
    events: {} as AreaEvent,
    input: {} as Pick<AreaContext, 'name' | 'signedIn' | 'shown'>,
  },
  actors: { loadArea: placeholderPromise<AnyActorLogic, { readonly name: AreaName }>('loadArea') },
  actions: {
    keepShown: assign((_, { shown }: { shown: ScreenShown }) => ({ shown })),
    openContent: assign(({ context, spawn }, { logic }: { logic: AnyActorLogic }) => ({
      content: spawn(logic, { input: { ...context.signedIn, shown: context.shown } }),
    })),
    tellContent: sendTo(
      ({ context }) => required(context.content),
      (_, told: AreaNews) => told,
    ),
    report: sendParent((_, report: AreaReport) => report),
  },
  delays: { timeout: 1000, reloadTimeout: 30_000 },
}).createMachine({
  id: 'area',
  context: ({ input }) => ({ ...input, content: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadArea',
        src: 'loadArea',
        input: ({ context }) => ({ name: context.name }),
        onDone: {
          target: 'open',
          actions: { type: 'openContent', params: ({ event }) => ({ logic: event.output }) },
        },
        // The page of the same code says that it did not come, and asks a person to try again.
        onError: 'waiting',
      },
      after: { reloadTimeout: { target: 'loading', reenter: true } },
      on: { 'screen.shown': { actions: { type: 'keepShown', params: ({ event }) => ({ shown: event }) } } },
    },
    waiting: {
      after: { timeout: 'loading' },
      on: {
        'screen.shown': {
          target: 'loading',
          actions: { type: 'keepShown', params: ({ event }) => ({ shown: event }) },
        },
      },
    },
    open: {
      on: {
        'screen.shown': { actions: { type: 'tellContent', params: ({ event }) => event } },
        'balances.changed': { actions: { type: 'tellContent', params: ({ event }) => event } },
        'notification.arrived': { actions: { type: 'tellContent', params: ({ event }) => event } },
        'update.accepted': { actions: { type: 'tellContent', params: ({ event }) => event } },
        'inbox.outdated': { actions: { type: 'tellContent', params: ({ event }) => event } },
        'notifications.read': { actions: { type: 'report', params: ({ event }) => event } },
        'address.requested': { actions: { type: 'report', params: ({ event }) => event } },
        'money.moved': { actions: { type: 'report', params: ({ event }) => event } },
        'tokens.changed': { actions: { type: 'report', params: ({ event }) => event } },
        'lock.changed': { actions: { type: 'report', params: ({ event }) => event } },
        'profile.changed': { actions: { type: 'report', params: ({ event }) => event } },
      },
    },
  },
});

export type AreaRef = ActorRefFrom<typeof areaMachine>;
