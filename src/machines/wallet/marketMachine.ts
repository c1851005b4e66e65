/** The market, an area beside every screen: current and past prices, and what the stream tells of the person. */
import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type {
  RateHistory,
  RateRange,
  Rates,
  StreamAccount,
  StreamNotification,
} from '../../../contract/rates.ts';
import type { AreaInput, ConfirmationsArrived, ConfirmationsCounted } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { homes, type ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { type PricesAsked, priceAddress, readPriceAddress } from './priceAddress.ts';
import { ratesMachine } from './ratesMachine.ts';

/** The prices of a token over time, by its symbol and the range: `ZST/week`. */
export const priceHistoryMachine = createResourceMachine<RateHistory>('priceHistory');

/** How the prices of a range are shown. */
export type PriceShape = 'chart' | 'table';

interface MarketContext {
  readonly now: () => number;
  readonly random: () => number;
  /** The prices that the address asks for; null for none. */
  readonly asked: PricesAsked | null;
  readonly shape: PriceShape;
  readonly notification: StreamNotification | null;
  /** How often the stream was interrupted before that notification. */
  readonly gaps: number;
  readonly account: StreamAccount | null;
  readonly moved: { readonly id: string } | null;
  readonly rates: Rates | null;
}

type MarketEvent =
  | ScreenShown
  | ConfirmationsCounted
  | { readonly type: 'range.chosen'; readonly range: RateRange }
  | { readonly type: 'shape.chosen'; readonly shape: PriceShape };

/** Notifications of these kinds change what a wallet tells: its balances, and for a verification the limits of its payments. */
const moving: readonly (NotificationKind | 'unknown')[] = ['deposit', 'receive', 'send', 'withdraw', 'kyc'];

/** A first notification that is younger, in milliseconds, may be later than the balances, which are read before the stream begins. */
const justNow = 60_000;

/** Whether balances may have changed: by the newest notification, or by others with it, of which the stream tells only their number. */
function mayMoveMoney({ newest, unread }: StreamNotification, { notification, now }: MarketContext): boolean {
  if (newest === null) return false;
  const isMoving = moving.includes(newest.kind);
  if (notification === null) return isMoving && Math.abs(now() - Date.parse(newest.created_at)) < justNow;
  const isOther = newest.id !== notification.newest?.id;
  const told = isOther && !newest.read ? 1 : 0;
  return (isOther && isMoving) || unread - notification.unread > told;
}

const keyOf = (asked: PricesAsked | null) => asked && `${asked.symbol}/${asked.range}`;

/** Input: the clock, in milliseconds, and the screen that is shown. Each later screen is sent as `screen.shown`. */
export const marketMachine = setup({
  types: {
    context: {} as MarketContext,
    events: {} as MarketEvent,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as { rates: 'rates'; priceHistory: 'priceHistory' },
  },
  actors: { rates: ratesMachine, priceHistory: priceHistoryMachine },
  guards: {
    isAsked: ({ context }) => context.asked !== null,
    isStale: (_, { isStale }: { isStale: boolean }) => isStale,
    isToldAnew: ({ context }, { account }: { account: StreamAccount | null }) =>
      account !== null && account !== context.account,
    arePricedAnew: ({ context }, { rates }: Pick<MarketContext, 'rates'>) =>
      rates !== null && rates !== context.rates,
    isMovedAnew: ({ context }, { moved }: Pick<MarketContext, 'moved'>) =>
      moved !== null && moved !== context.moved,
    isNew: ({ context }, { notification }: { notification: StreamNotification | null }) =>
      notification !== null && notification !== context.notification,
  },
  actions: {
    keepAsked: assign((_, { shown }: { shown: ScreenShown }) => ({ asked: readPriceAddress(shown) })),
    keepShape: assign((_, { shape }: { shape: PriceShape }) => ({ shape })),
    tellPriceHistory: sendTo('priceHistory', ({ context }: { context: MarketContext }) => ({
      type: 'screen.shown',
      key: keyOf(context.asked),
    })),
    /**
     * The first notification tells the current state; only what came later, or just before it, is a change. After an interruption nobody
     * reported the changes in between, so everything is outdated.
     */
    reportNotification: enqueueActions(
      ({ context, enqueue }, { notification, gaps }: Pick<MarketContext, 'notification' | 'gaps'>) => {
        if (notification === null) return;
        enqueue.assign({ notification, gaps });
        if (gaps !== context.gaps) {
          enqueue.sendParent({ type: 'line.restored' });
          return;
        }
        if (mayMoveMoney(notification, context)) enqueue.sendParent({ type: 'money.moved' });
        enqueue.sendParent({ type: 'notification.arrived', notification });
      },
    ),
    reportAccount: enqueueActions(({ enqueue }, { account }: { account: StreamAccount | null }) => {
      enqueue.assign({ account });
      enqueue.sendParent({ type: 'account.told', isFrozen: account?.status === 'frozen' });
    }),
    /** An older server sends no currencies, so they are unknown then. */
    reportCurrencies: enqueueActions(({ enqueue }, { rates }: Pick<MarketContext, 'rates'>) => {
      enqueue.assign({ rates });
      enqueue.sendParent({ type: 'currencies.told', rates: rates?.currencies ?? [] });
    }),
    reportMoved: enqueueActions(({ enqueue }, { moved }: Pick<MarketContext, 'moved'>) => {
      enqueue.assign({ moved });
      enqueue.sendParent({ type: 'money.moved' });
    }),
    reportConfirmations: sendParent(
      (_, counted: ConfirmationsCounted): ConfirmationsArrived => ({
        ...counted,
        type: 'confirmations.arrived',
      }),
    ),
    askRange: sendParent(
      ({ context: { asked } }: { context: MarketContext }, { range }: { range: RateRange }) => ({
        type: 'address.requested',
        to: asked ? priceAddress({ ...asked, range }) : homes.signedIn,
      }),
    ),
  },
}).createMachine({
  id: 'market',
  context: ({ input: { now, shown } }) => ({
    now,
    random: Math.random,
    asked: readPriceAddress(shown),
    shape: 'chart',
    notification: null,
    gaps: 0,
    account: null,
    moved: null,
    rates: null,
  }),
  invoke: [
    {
      id: 'rates',
      src: 'rates',
      input: ({ context: { now, random } }) => ({ now, random }),
      onSnapshot: [
        {
          guard: { type: 'isToldAnew', params: ({ event }) => event.snapshot.context },
          actions: { type: 'reportAccount', params: ({ event }) => event.snapshot.context },
        },
        {
          guard: { type: 'isMovedAnew', params: ({ event }) => event.snapshot.context },
          actions: { type: 'reportMoved', params: ({ event }) => event.snapshot.context },
        },
        {
          guard: { type: 'isNew', params: ({ event }) => event.snapshot.context },
          actions: { type: 'reportNotification', params: ({ event }) => event.snapshot.context },
        },
        {
          guard: { type: 'arePricedAnew', params: ({ event }) => event.snapshot.context },
          actions: { type: 'reportCurrencies', params: ({ event }) => event.snapshot.context },
        },
      ],
    },
    {
      id: 'priceHistory',
      src: 'priceHistory',
      input: ({ context }) => ({ now: context.now, key: keyOf(context.asked) }),
      // A shown chart that becomes stale is read again.
      onSnapshot: {
        guard: { type: 'isStale', params: ({ event }) => ({ isStale: event.snapshot.hasTag('stale') }) },
        actions: 'tellPriceHistory',
      },
    },
  ],
  on: {
    'screen.shown': {
      actions: [{ type: 'keepAsked', params: ({ event }) => ({ shown: event }) }, 'tellPriceHistory'],
    },
    'confirmations.counted': { actions: withEvent('reportConfirmations') },
    'range.chosen': { guard: 'isAsked', actions: withEvent('askRange') },
    'shape.chosen': { actions: withEvent('keepShape') },
  },
});

export type PriceHistoryRef = ActorRefFrom<typeof priceHistoryMachine>;
export type MarketRef = ActorRefFrom<typeof marketMachine>;
