/** What an area is given, told and tells: a part of the app that has flows of its own. */
import type { CurrencyRate } from '../../../contract/currencies.ts';
import type { StreamConfirmations, StreamNotification } from '../../../contract/rates.ts';
import type { User } from '../../../contract/user.ts';
import type { ScreenShown } from './location.ts';
import type { SavedFlow } from './savedFlow.ts';
import type { StandingRef } from './standingMachine.ts';
import type { ToastsRef } from './toastsMachine.ts';

/** Somebody above has to lead to `to`, an address of the area's own. */
export interface AddressRequested {
  readonly type: 'address.requested';
  readonly to: string;
}

/** A part of a screen has an area of its own, which is loaded when the part is shown. */
interface AreaRequested {
  readonly type: 'area.requested';
  readonly shown: ScreenShown;
}

/** Money moved, or may have: told upwards by the flow that moved it, then to every area. */
interface MoneyMoved {
  readonly type: 'money.moved';
}

/** The account itself has been read anew, or changed. */
export interface ProfileChanged {
  readonly type: 'profile.changed';
  readonly user: User;
  /** When the person was read, in milliseconds of the server's time; missing for what the server has answered just now. */
  readonly readAt?: number | null;
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
interface NotificationArrived {
  readonly type: 'notification.arrived';
  readonly notification: StreamNotification;
}

/**
 * A transaction of the person has other confirmations than before: as the stream tells it, up to the market. Every area, the market among
 * them, hears of it by another name, so that the market does not tell it again.
 */
export interface ConfirmationsCounted extends StreamConfirmations {
  readonly type: 'confirmations.counted';
}

/** The same, told upwards by the market, then to every area. */
export interface ConfirmationsArrived extends StreamConfirmations {
  readonly type: 'confirmations.arrived';
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

/** Whether the account is frozen, as the stream tells it. */
export interface AccountTold {
  readonly type: 'account.told';
  readonly isFrozen: boolean;
}

/** What one USDT is worth in other currencies, as the stream tells it. */
export interface CurrenciesTold {
  readonly type: 'currencies.told';
  readonly rates: readonly CurrencyRate[];
}

/** What an area tells its parent, the signed-in machine. */
export type AreaReport =
  | AddressRequested
  | AreaRequested
  | AccountTold
  | CurrenciesTold
  | NotificationArrived
  | ConfirmationsArrived
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

/** What the area that was shown is told when another takes its place: a camera must not go on. */
export interface ScreenLeft {
  readonly type: 'screen.left';
}

/** What an area's machine hears: each later visit, its end, and what happened elsewhere. */
export type AreaNews =
  | ScreenShown
  | ScreenLeft
  | BalancesChanged
  | NotificationArrived
  | ConfirmationsArrived
  | InboxOutdated
  | UpdateAccepted;

/** The input of an area's machine; it hears `AreaNews`. */
export interface AreaInput extends SignedInInput {
  readonly shown: ScreenShown;
}
