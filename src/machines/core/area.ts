/** The events and the input of an area, a part of the app that has flows of its own. */
import type { CurrencyRate } from '../../../contract/currencies.ts';
import type { StreamConfirmations, StreamNotification } from '../../../contract/rates.ts';
import type { User } from '../../../contract/user.ts';
import type { ScreenShown } from './location.ts';
import type { SavedFlow } from './savedFlow.ts';
import type { StandingRef } from './standingMachine.ts';
import type { ToastsRef } from './toastsMachine.ts';

/** Asks the parent to navigate to `to`, an address of the area's own. */
export interface AddressRequested {
  readonly type: 'address.requested';
  readonly to: string;
}

/** A part of a screen that has an area of its own was shown, so that area has to be loaded. */
interface AreaRequested {
  readonly type: 'area.requested';
  readonly shown: ScreenShown;
}

/** Money moved, or may have: sent to the parent by the flow that moved it, which then tells every area. */
interface MoneyMoved {
  readonly type: 'money.moved';
}

/** The account was read again, or changed. */
export interface ProfileChanged {
  readonly type: 'profile.changed';
  readonly user: User;
  /** When the user was read, in milliseconds of the server's time; missing when they come from the answer to a change. */
  readonly readAt?: number | null;
}

/** `profile.changed`, passed on to the profile, whose form may show an older read. `readAt` is null for the answer to a change. */
export interface PersonRead {
  readonly type: 'person.read';
  readonly user: User;
  readonly readAt: number | null;
}

/** The status of the person's verification was read or changed. The rest of the person is reported by whoever reads them. */
export interface KycStatusChanged {
  readonly type: 'kycStatus.changed';
  readonly status: User['kyc_status'];
}

/** Tells whether money may be moving in a flow. */
export interface LockChanged {
  readonly type: 'lock.changed';
  readonly flow: string;
  readonly isLocked: boolean;
}

/** The wallet's choice of tokens changed: sent to the parent, which tells every area that balances changed. */
export interface TokensChanged {
  readonly type: 'tokens.changed';
}

/** The person's own limits changed, and with them the wallet, which tells what is left of them. Sent as `tokens.changed` is. */
export interface LimitsChanged {
  readonly type: 'limits.changed';
}

/** Money has moved, in this tab or another, so the balances that an area shows are outdated. */
export interface BalancesChanged {
  readonly type: 'balances.changed';
}

/** The stream is back after an interruption, or the browser is online again: changes in between were not reported. */
interface LineRestored {
  readonly type: 'line.restored';
}

/** After `line.restored`, for areas that show more than balances: read again. */
export interface DataOutdated {
  readonly type: 'data.outdated';
}

/**
 * The newest notification of the person: sent first with the current one, and again with each change. Areas that show its subject read
 * again.
 */
interface NotificationArrived {
  readonly type: 'notification.arrived';
  readonly notification: StreamNotification;
}

/**
 * The stream tells the market new confirmations of a transaction. The market passes them to every area, itself included, as
 * `confirmations.arrived`, so that it does not pass on its own message.
 */
export interface ConfirmationsCounted extends StreamConfirmations {
  readonly type: 'confirmations.counted';
}

/** `confirmations.counted`, passed on by the market to the parent and from there to every area. */
export interface ConfirmationsArrived extends StreamConfirmations {
  readonly type: 'confirmations.arrived';
}

/** The person has seen the subject of a notification: told to the parent. */
interface NotificationsRead {
  readonly type: 'notifications.read';
}

/** Sent to the inbox after `notifications.read`, so that it reads the notifications again. */
interface InboxOutdated {
  readonly type: 'inbox.outdated';
}

/** The person accepts a newer version of the app, and no payment is running. */
interface UpdateAccepted {
  readonly type: 'update.accepted';
}

/** Tells whether the account is frozen, from the stream. */
export interface AccountTold {
  readonly type: 'account.told';
  readonly isFrozen: boolean;
}

/** The value of one USDT in other currencies, from the stream. */
export interface CurrenciesTold {
  readonly type: 'currencies.told';
  readonly rates: readonly CurrencyRate[];
}

/** The events that an area sends to its parent, the signed-in machine. */
export type AreaReport =
  | AddressRequested
  | AreaRequested
  | AccountTold
  | CurrenciesTold
  | NotificationArrived
  | ConfirmationsArrived
  | LineRestored
  | MoneyMoved
  | TokensChanged
  | LimitsChanged
  | ProfileChanged
  | KycStatusChanged
  | LockChanged
  | NotificationsRead;

/** The input of every flow of a signed-in person. */
export interface SignedInInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  /** A new idempotency key, a UUID. */
  readonly makeKey: () => string;
  /** Reads the stored record of an unfinished flow from this person's browser. */
  readonly readRecord: (flow: string) => SavedFlow | null;
  /** Receives toasts. */
  readonly toasts: ToastsRef;
  /** Tells whether the person is offline or the account frozen, so that money cannot be moved. */
  readonly standing: StandingRef;
}

/** Another area took the place of the shown one, which then has to stop, for example, its camera. */
export interface ScreenLeft {
  readonly type: 'screen.left';
}

/** The events that an area receives: each later visit, its end, and changes elsewhere. */
export type AreaEvent =
  | ScreenShown
  | ScreenLeft
  | BalancesChanged
  | DataOutdated
  | NotificationArrived
  | ConfirmationsArrived
  | InboxOutdated
  | PersonRead
  | KycStatusChanged
  | UpdateAccepted;

/** The input of an area's machine; it hears `AreaEvent`. */
export interface AreaInput extends SignedInInput {
  readonly shown: ScreenShown;
}
