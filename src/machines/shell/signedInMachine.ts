/**
 * What a signed-in person has open: the market as soon as its code is there, each area when they first come to it; all of it
 * ends with the session.
 */
import {
  type AnyActorLogic,
  type AnyActorRef,
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import {
  type AreaNews,
  type AreaRef,
  type AreaReport,
  areaMachine,
  type SignedInInput,
} from '../core/areaMachine.ts';
import type { AreaName, ScreenShown } from '../core/location.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { standingMachine } from '../core/standingMachine.ts';
import type { Toast } from '../core/toastsMachine.ts';
import type { MarketReport } from '../wallet/marketMachine.ts';
import { headerMachine } from './headerMachine.ts';

/** What the app gives it; how the person stands is its own to know. */
type AppInput = Omit<SignedInInput, 'standing'> & { readonly isFrozen: boolean };

interface SignedInContext {
  readonly signedIn: SignedInInput;
  readonly areas: Partial<Readonly<Record<AreaName, AreaRef>>>;
  /** The browser has no connection. */
  readonly isOffline: boolean;
  readonly shown: ScreenShown | null;
  /** Null until its code is there. */
  readonly market: AnyActorRef | null;
}

type SignedInEvent =
  | ScreenShown
  | AreaReport
  | { readonly type: 'connection.lost' }
  | { readonly type: 'connection.restored' }
  /** A person lets the newer version in, and nothing forbids it. */
  | { readonly type: 'update.accepted' }
  | MarketReport
  /** A person looks at the inbox. */
  | { readonly type: 'inbox.opened' }
  /** A person does not want to wait for its code. */
  | { readonly type: 'market.requested' };

/** The area that is shown, the inbox, which is in the header of every screen, and the session. The palette stands over a screen. */
const areasOf = ({ area }: ScreenShown): AreaName[] =>
  area === null ? ['inbox', 'session'] : [area, 'inbox', 'session'];

const outdateBalances = ['outdateData', { type: 'tellAreas', params: { type: 'balances.changed' } }] as const;
const outdateInbox = {
  type: 'tellArea',
  params: { name: 'inbox', news: { type: 'inbox.outdated' } },
} as const;

/** Passes on what its areas report, and tells all of them when money has moved or something else has happened. Tag: `withoutMarket` when its code did not come. */
export const signedInMachine = setup({
  types: {
    context: {} as SignedInContext,
    events: {} as SignedInEvent,
    input: {} as AppInput,
    tags: {} as 'withoutMarket',
    children: {} as {
      watchBalanceChannel: 'watchBalanceChannel';
      followEmailLink: 'followEmailLink';
      watchConnection: 'watchConnection';
      header: 'header';
      loadMarket: 'loadMarket';
    },
  },
  actors: {
    area: areaMachine,
    standing: standingMachine,
    /** Sends `money.moved` for what another tab did. */
    watchBalanceChannel: placeholderCallback('watchBalanceChannel'),
    /** Follows the link of a letter that was opened by somebody who is signed in already. Answers what to tell of it. */
    followEmailLink: placeholderPromise<Toast | null, void>('followEmailLink'),
    /** Sends `connection.lost` and `connection.restored`. */
    watchConnection: placeholderCallback('watchConnection'),
    header: headerMachine,
    /** Answers a `marketMachine`. */
    loadMarket: placeholderPromise<AnyActorLogic, void>('loadMarket'),
  },
  guards: {
    isNews: (_, { toast }: { toast: Toast | null }) => toast !== null,
  },
  actions: {
    tellShown: enqueueActions(({ context, enqueue }, shown: ScreenShown) => {
      for (const name of areasOf(shown)) {
        const area = context.areas[name];
        if (area) enqueue.sendTo(area, shown);
      }
    }),
    openAreas: assign(({ context, spawn }, shown: ScreenShown) => {
      const missing = areasOf(shown).filter((name) => context.areas[name] === undefined);
      const opened = missing.map((name) => {
        const input = { name, signedIn: context.signedIn, shown };
        return [name, spawn('area', { id: name, input })] as const;
      });
      return { areas: { ...context.areas, ...Object.fromEntries(opened) } };
    }),
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
    /** It stands over a screen, and goes with it. */
    closePalette: enqueueActions(({ context: { areas }, enqueue }, shown: ScreenShown) => {
      if (shown.area !== 'palette' && areas.palette) enqueue.sendTo(areas.palette, shown);
    }),
    tellToast: sendTo(
      ({ context }) => context.signedIn.notifications,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    tellConnection: sendTo(
      ({ context }) => context.signedIn.standing,
      (_, { isOffline }: { isOffline: boolean }) => ({ type: 'connection.changed', isOffline }),
    ),
    tellAccount: enqueueActions(({ context, enqueue }, { isFrozen }: { isFrozen: boolean }) => {
      const { standing } = context.signedIn;
      // A freeze takes everything that is available, and gives it back: no balance is as it was read.
      if (standing.getSnapshot().context.isFrozen !== isFrozen) enqueue.raise({ type: 'money.moved' });
      enqueue.sendTo(standing, { type: 'account.told', isFrozen });
    }),
    setOffline: assign((_, { isOffline }: { isOffline: boolean }) => ({ isOffline })),
    keepShown: assign((_, shown: ScreenShown) => ({ shown })),
    openMarket: assign(({ context, spawn }, { logic }: { logic: AnyActorLogic }) => ({
      market: spawn(logic, { input: { now: context.signedIn.now, shown: context.shown } }),
    })),
    tellMarket: enqueueActions(({ context, enqueue }, shown: ScreenShown) => {
      if (context.market) enqueue.sendTo(context.market, shown);
    }),
    passOn: sendParent((_, report: AreaReport) => report),
  },
  delays: { timeout: 5_000, reloadTimeout: 30_000 },
}).createMachine({
  id: 'signedIn',
  context: ({ input: { isFrozen, ...given }, spawn }) => ({
    signedIn: { ...given, standing: spawn('standing', { id: 'standing', input: { isFrozen } }) },
    areas: {},
    isOffline: false,
    shown: null,
    market: null,
  }),
  invoke: [
    { id: 'watchBalanceChannel', src: 'watchBalanceChannel' },
    {
      id: 'followEmailLink',
      src: 'followEmailLink',
      onDone: {
        guard: { type: 'isNews', params: ({ event }) => ({ toast: event.output }) },
        actions: { type: 'tellToast', params: ({ event }) => ({ toast: required(event.output) }) },
      },
      // The service tells every refusal by its answer.
      onError: {},
    },
    { id: 'watchConnection', src: 'watchConnection' },
    { id: 'header', src: 'header' },
  ],
  initial: 'loadingMarket',
  on: {
    'screen.shown': {
      actions: [
        { type: 'keepShown', params: ({ event }) => event },
        { type: 'tellShown', params: ({ event }) => event },
        { type: 'openAreas', params: ({ event }) => event },
        { type: 'tellMarket', params: ({ event }) => event },
        { type: 'closePalette', params: ({ event }) => event },
      ],
    },
    'money.moved': { actions: outdateBalances },
    'tokens.changed': { actions: outdateBalances },
    'notification.arrived': { actions: { type: 'tellAreas', params: ({ event }) => event } },
    'notifications.read': { actions: outdateInbox },
    'inbox.opened': { actions: outdateInbox },
    'connection.lost': {
      actions: [
        { type: 'setOffline', params: { isOffline: true } },
        { type: 'tellConnection', params: { isOffline: true } },
      ],
    },
    'account.told': { actions: { type: 'tellAccount', params: ({ event }) => event } },
    // Whatever failed meanwhile is read again, and whatever did not is old.
    'connection.restored': {
      actions: [
        { type: 'setOffline', params: { isOffline: false } },
        { type: 'tellConnection', params: { isOffline: false } },
        ...outdateBalances,
      ],
    },
    'update.accepted': {
      actions: { type: 'tellArea', params: ({ event }) => ({ name: 'session', news: event }) },
    },
    'address.requested': { actions: { type: 'passOn', params: ({ event }) => event } },
    'lock.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
    'profile.changed': {
      actions: [
        { type: 'tellAccount', params: ({ event }) => ({ isFrozen: event.user.status === 'frozen' }) },
        { type: 'passOn', params: ({ event }) => event },
      ],
    },
  },
  states: {
    loadingMarket: {
      invoke: {
        id: 'loadMarket',
        src: 'loadMarket',
        onDone: {
          target: 'trading',
          actions: { type: 'openMarket', params: ({ event }) => ({ logic: event.output }) },
        },
        onError: 'waitingForMarket',
      },
      after: { reloadTimeout: { target: 'loadingMarket', reenter: true } },
    },
    waitingForMarket: {
      tags: 'withoutMarket',
      after: { timeout: 'loadingMarket' },
      on: { 'market.requested': 'loadingMarket' },
    },
    trading: {},
  },
});
