/** Types, children, guards and actions of the signed-in machine. The states are in `signedInMachine.ts`. */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  assign,
  cancel,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type {
  AccountTold,
  AreaEvent,
  AreaReport,
  LockChanged,
  ProfileChanged,
  SignedInInput,
} from '../core/area.ts';
import { type CodeLoaded, createCodeLoaderMachine } from '../core/createCodeLoaderMachine.ts';
import type { AreaName, ScreenShown } from '../core/location.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { standingMachine } from '../core/standingMachine.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { currencyMachine } from './currencyMachine.ts';
import { headerMachine } from './headerMachine.ts';
import type { PalettePart } from './paletteMachine.ts';

export const areaLoader = createCodeLoaderMachine<AnyActorLogic, AreaName>();
type AreaLoaded = CodeLoaded<AnyActorLogic, AreaName>;

/** The app's input; this machine creates `standing` itself. */
type AppInput = Omit<SignedInInput, 'standing'> & { readonly isFrozen: boolean };

export interface SignedInContext {
  readonly signedIn: SignedInInput;
  /** The loaders of the requested areas. */
  readonly loaders: Partial<Readonly<Record<AreaName, ActorRefFrom<typeof areaLoader>>>>;
  /** The areas whose code has loaded. */
  readonly areas: Partial<Readonly<Record<AreaName, AnyActorRef>>>;
  readonly shown: ScreenShown | null;
  /** The flows in which money may be moving now; leaving needs a confirmation. */
  readonly lockedFlows: readonly string[];
}

/** Told to the parent: the person signs out, and has confirmed it if money may be moving. */
export interface SignOutConfirmed {
  readonly type: 'signOut.confirmed';
}

type SignedInEvent =
  | ScreenShown
  | AreaLoaded
  | AreaReport
  | SignOutConfirmed
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.restored' }
  | { readonly type: 'signOut.requested' }
  | { readonly type: 'sentPayment.found' }
  | { readonly type: 'sentPayment.missing' }
  /** The person decided not to leave while money may be moving. */
  | { readonly type: 'signOut.declined' }
  /** The person wants the newer version of the app now. It reloads the page, so it waits while money may be moving. */
  | { readonly type: 'update.accepted' }
  /** A key of the command palette or its button was pressed. */
  | { readonly type: 'palette.requested'; readonly part: PalettePart }
  | { readonly type: 'inbox.opened' };

/** The palette is shown over a screen; a deposit from a browser wallet and the portfolio are shown inside one. */
const parts: readonly (AreaName | null)[] = ['palette', 'portfolio', 'walletDeposit'];

/** A part alone, or the shown area and those that run on every screen: the market, the inbox in the header, and the session. */
function areasOf({ area }: ScreenShown): AreaName[] {
  const asked = area === null ? [] : [area];
  return parts.includes(area) ? asked : [...asked, 'market', 'inbox', 'session'];
}

function isSamePage(one: ScreenShown, other: ScreenShown): boolean {
  return one.name === other.name && one.params.id === other.params.id;
}

/** The user with the account status that was told last, if that is newer than the read user. */
export function asToldLast(
  { signedIn }: SignedInContext,
  { type, user, readAt }: ProfileChanged,
): ProfileChanged {
  const { isFrozen, toldAt } = signedIn.standing.getSnapshot().context;
  const isOlder = readAt != null && readAt < toldAt;
  return { type, user: isOlder ? { ...user, status: isFrozen ? 'frozen' : 'active' } : user };
}

export const signedInSetup = setup({
  types: {
    context: {} as SignedInContext,
    events: {} as SignedInEvent,
    input: {} as AppInput,
    tags: {} as 'confirmingSignOut',
    children: {} as {
      watchBalanceChannel: 'watchBalanceChannel';
      followEmailLink: 'followEmailLink';
      findSentPayment: 'findSentPayment';
      watchConnection: 'watchConnection';
      header: 'header';
      currency: 'currency';
    },
  },
  actors: {
    areaLoader,
    standing: standingMachine,
    /** Sends `money.moved` when another tab moved money. */
    watchBalanceChannel: placeholderCallback('watchBalanceChannel'),
    /** Sends `sentPayment.found` if another tab, or this one before a reload, sent a payment whose outcome is unknown. */
    findSentPayment: placeholderCallback('findSentPayment'),
    /** Follows an email link that a signed-in person opened. Resolves with a message about it. */
    followEmailLink: placeholderPromise<Toast | null, void>('followEmailLink'),
    /** Sends `connection.lost` and `connection.restored`. */
    watchConnection: placeholderCallback('watchConnection'),
    header: headerMachine,
    currency: currencyMachine,
  },
  guards: {
    hasToast: (_, toast: Toast | null) => toast !== null,
    isShown: ({ context }) => context.shown !== null,
    isLocked: ({ context }) => context.lockedFlows.length > 0,
  },
  actions: {
    tellLeft: enqueueActions(({ context: { areas, shown: last }, enqueue }, { area }: ScreenShown) => {
      const left = last?.area && last.area !== area ? areas[last.area] : undefined;
      if (left) enqueue.sendTo(left, { type: 'screen.left' });
    }),
    keepShown: assign((_, shown: ScreenShown) => ({ shown })),
    /** Another page closes the palette; the same page with another query, or with one more area inside, leaves it open. */
    tellShown: enqueueActions(({ context: { areas, loaders, shown: last }, enqueue }, shown: ScreenShown) => {
      const over: AreaName[] = last !== null && isSamePage(last, shown) ? [] : ['palette'];
      for (const name of new Set([...areasOf(shown), ...over])) {
        const actor = areas[name] ?? loaders[name];
        if (actor) enqueue.sendTo(actor, shown);
      }
    }),
    loadAreas: assign(({ context: { loaders }, spawn }, shown: ScreenShown) => {
      const missing = areasOf(shown).filter((name) => loaders[name] === undefined);
      const loading = missing.map(
        (name) => [name, spawn('areaLoader', { id: name, input: { name, shown } })] as const,
      );
      return { loaders: { ...loaders, ...Object.fromEntries(loading) } };
    }),
    openArea: assign(({ context: { areas, signedIn }, spawn }, { name, logic, shown }: AreaLoaded) => ({
      areas: { ...areas, [name]: spawn(logic, { input: { ...signedIn, shown: required(shown) } }) },
    })),
    /** The page of an area may have been left before its code came. */
    tellLeftMeanwhile: enqueueActions(({ context, enqueue }, { name, shown }: AreaLoaded) => {
      const area = context.areas[name];
      const isPage = shown?.area === name && !parts.includes(name);
      if (area && isPage && context.shown?.area !== name) enqueue.sendTo(area, { type: 'screen.left' });
    }),
    /** Marks all cached data as outdated, also data that no area shows. Without named parameters the types of `enqueueActions` break. */
    outdateData: (_, _params: undefined) => {
      throw new Error('provide outdateData');
    },
    tellAreas: enqueueActions(({ context, enqueue }, message: AreaEvent) => {
      for (const area of Object.values(context.areas)) enqueue.sendTo(area, message);
    }),
    tellArea: enqueueActions(
      ({ context, enqueue }, { name, message }: { name: AreaName; message: AreaEvent }) => {
        const area = context.areas[name];
        if (area) enqueue.sendTo(area, message);
      },
    ),
    tellToast: sendTo(
      ({ context }) => context.signedIn.toasts,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellConnection: sendTo(
      ({ context }) => context.signedIn.standing,
      (_, { isOffline }: { isOffline: boolean }) => ({ type: 'connection.changed', isOffline }),
    ),
    /** The stream tells what happens after it is back, so everything is read then; without the stream, after a short wait. */
    awaitStream: raise({ type: 'line.restored' }, { id: 'awaitStream', delay: 'streamWait' }),
    stopWaiting: cancel('awaitStream'),
    tellAccount: enqueueActions(
      ({ context, enqueue }, told: Omit<AccountTold, 'type'> & { at?: number | undefined }) => {
        const { standing, now } = context.signedIn;
        const { isFrozen, at = now() } = told;
        // A freeze or its end changes every available balance, so all balances are outdated.
        if (standing.getSnapshot().context.isFrozen !== isFrozen) enqueue.raise({ type: 'money.moved' });
        enqueue.sendTo(standing, { type: 'account.told', isFrozen, at });
      },
    ),
    keepLock: assign(({ context }, { flow, isLocked }: LockChanged) => {
      const others = context.lockedFlows.filter((each) => each !== flow);
      return { lockedFlows: isLocked ? [...others, flow] : others };
    }),
    signOut: sendParent((): SignOutConfirmed => ({ type: 'signOut.confirmed' })),
    passOn: sendParent((_, report: AreaReport) => report),
  },
  delays: { streamWait: 3_000 },
});
