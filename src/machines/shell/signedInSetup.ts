/** What the signed-in machine is made of: its types, its children, its guards and actions. The states are in `signedInMachine.ts`. */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type {
  AccountTold,
  AreaNews,
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

/** What the app gives it; how the person stands is its own to know. */
type AppInput = Omit<SignedInInput, 'standing'> & { readonly isFrozen: boolean };

export interface SignedInContext {
  readonly signedIn: SignedInInput;
  /** What loads the areas that were asked for. */
  readonly loaders: Partial<Readonly<Record<AreaName, ActorRefFrom<typeof areaLoader>>>>;
  /** The areas whose code is there. */
  readonly areas: Partial<Readonly<Record<AreaName, AnyActorRef>>>;
  readonly shown: ScreenShown | null;
  /** The flows in which money may be moving now: leaving them has to be asked for. */
  readonly lockedFlows: readonly string[];
}

/** Told upwards: this person leaves, and has said so once more if money may be moving. */
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
  /** Asked whether to leave while money may be moving. */
  | { readonly type: 'signOut.declined' }
  /** A person wants the newer version of the app now: it opens the page anew, so not while money may be moving. */
  | { readonly type: 'update.accepted' }
  /** A key of the command palette was pressed, or its button. */
  | { readonly type: 'palette.requested'; readonly part: PalettePart }
  /** A person looks at the inbox. */
  | { readonly type: 'inbox.opened' };

/**
 * The area that is shown, and those beside every screen: the market, the inbox, which is in the header, and the session. The
 * palette stands over a screen that stays as it is; a deposit from a browser wallet and the portfolio stand inside of one.
 */
function areasOf({ area }: ScreenShown): AreaName[] {
  if (area === 'palette' || area === 'portfolio' || area === 'walletDeposit') return [area];
  return [...(area === null ? [] : [area]), 'market', 'inbox', 'session'];
}

function isSamePage(one: ScreenShown, other: ScreenShown): boolean {
  return one.name === other.name && one.params.id === other.params.id;
}

/** A person who was read before the account was told last: everything of them is as it was read but how the account stands. */
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
      watchConnection: 'watchConnection';
      header: 'header';
      currency: 'currency';
    },
  },
  actors: {
    areaLoader,
    standing: standingMachine,
    /** Sends `money.moved` for what another tab did. */
    watchBalanceChannel: placeholderCallback('watchBalanceChannel'),
    /** Follows the link of an email that was opened by somebody who is signed in already. Answers what to tell of it. */
    followEmailLink: placeholderPromise<Toast | null, void>('followEmailLink'),
    /** Sends `connection.lost` and `connection.restored`. */
    watchConnection: placeholderCallback('watchConnection'),
    header: headerMachine,
    currency: currencyMachine,
  },
  guards: {
    isNews: (_, { toast }: { toast: Toast | null }) => toast !== null,
    isShown: ({ context }) => context.shown !== null,
    isLocked: ({ context }) => context.lockedFlows.length > 0,
  },
  actions: {
    tellLeft: enqueueActions(({ context: { areas, shown: last }, enqueue }, { area }: ScreenShown) => {
      const left = last?.area && last.area !== area ? areas[last.area] : undefined;
      if (left) enqueue.sendTo(left, { type: 'screen.left' });
    }),
    keepShown: assign((_, shown: ScreenShown) => ({ shown })),
    /** The palette goes when another page comes; the same page with another query, or with one more area inside, leaves it open. */
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
    /** What was read before is old, also what no area shows now. No parameters: left out, the types of `enqueueActions` break. */
    outdateData: (_, _params: undefined) => {
      throw new Error('provide outdateData');
    },
    tellAreas: enqueueActions(({ context, enqueue }, news: AreaNews) => {
      for (const area of Object.values(context.areas)) enqueue.sendTo(area, news);
    }),
    tellArea: enqueueActions(({ context, enqueue }, { name, news }: { name: AreaName; news: AreaNews }) => {
      const area = context.areas[name];
      if (area) enqueue.sendTo(area, news);
    }),
    tellToast: sendTo(
      ({ context }) => context.signedIn.notifications,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellConnection: sendTo(
      ({ context }) => context.signedIn.standing,
      (_, { isOffline }: { isOffline: boolean }) => ({ type: 'connection.changed', isOffline }),
    ),
    tellAccount: enqueueActions(
      ({ context, enqueue }, told: Omit<AccountTold, 'type'> & { at?: number | undefined }) => {
        const { standing, now } = context.signedIn;
        const { isFrozen, at = now() } = told;
        // A freeze takes everything that is available, and gives it back: no balance is as it was read.
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
});
