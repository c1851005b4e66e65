import { useSelector } from '@xstate/react';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { type MarketRef, marketMachine } from '../../../src/machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../../src/machines/wallet/ratesMachine.ts';
import { LiveStatus } from '../../../src/screens/core/LiveStatus.tsx';
import PriceDialog from '../../../src/screens/wallet/PriceDialog.tsx';
import { failure } from '../../support/actors.ts';
import { shown } from '../../support/areas.ts';
import { tick } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const prices = { symbol: 'ZST', range: 'day', points: [] };
const current = { pairs: [], currencies: [], as_of: '2026-11-20T09:00:00.000Z' };
const asked = shown('wallet', 'wallet', 'price=ZST');

function Dialog({ actor }: { actor: MarketRef }) {
  const { asked: prices } = useSelector(actor, ({ context }) => context);
  const { rates, priceHistory } = useSelector(actor, ({ children }) => children);
  return (
    prices &&
    rates &&
    priceHistory && (
      <PriceDialog
        asked={prices}
        market={{ market: actor, rates, history: priceHistory }}
        isMissing={false}
        onRetry={null}
        onClose={() => {}}
      />
    )
  );
}

export const market = screenMap({
  machine: marketMachine,
  isTimeless: true,
  input: (now) => ({ now, shown: asked }),
  screen: (actor) => <Dialog actor={actor} />,
  isShown: (actor) => actor.getSnapshot().context.asked !== null,
  person: [
    { events: [{ type: 'range.chosen', range: 'week' }], by: tick('7d') },
    ...(['chart', 'table'] as const).map((shape) => ({
      events: [{ type: 'shape.chosen', shape }],
      by: tick(shape === 'chart' ? 'Chart' : 'Table'),
      offered: (actor: { getSnapshot: () => { context: { shape: string } } }) =>
        actor.getSnapshot().context.shape !== shape,
    })),
  ],
  outside: [
    { event: asked, isNavigation: true },
    { event: shown('wallet', 'wallet'), isNavigation: true },
    { event: { type: 'confirmations.counted', id: 't-1', seen: 3, needed: 12 } },
  ],
  answers: {
    'rates.watchStream': {},
    'rates.watchPage': {},
    'priceHistory.load': { done: [(now: number) => ({ data: prices, loadedAt: now })] },
  },
  distinguish: (actor) => actor.getSnapshot().context.shape,
  // Other ranges are as the week is; what is chosen already changes nothing; the cross is the router's.
  views: ['24h', '30d', '1y', 'Chart', 'Table', /^(?:Close|Dismiss)$/],
  scenes: [
    {
      person: [],
      views: [/./],
      outside: [
        { at: 'rates', event: { type: 'account.arrived', account: { status: 'frozen' } } },
        { at: 'rates', event: { type: 'transaction.arrived', id: 't-1' } },
        { at: 'rates', event: { type: 'notification.arrived', notification: { unread: 1, newest: null } } },
        { at: 'rates', event: { type: 'rates.arrived', rates: current } },
      ],
      answers: { 'rates.watchStream': {}, 'rates.watchPage': {}, 'priceHistory.load': {} },
    },
    {
      // The prices become old, while the stream does not call the time.
      isTimeless: false,
      person: [],
      outside: [{ at: 'rates', event: { type: 'connection.lost' } }],
      views: [/./],
    },
  ],
});

const closed = (code: 'NETWORK' | 'UNSUPPORTED') => ({ type: 'stream.closed', failure: failure(code) });

/** Nobody asks for it: it says whether the prices are live. */
export const rates = screenMap({
  machine: ratesMachine,
  input: (now) => ({ now, random: () => 0 }),
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <LiveStatus rates={actor} />
    </>
  ),
  person: [],
  outside: [{ event: { type: 'retry.requested' } }],
  answers: {
    watchStream: {
      says: [
        { type: 'stream.heard' },
        { type: 'rates.arrived', rates: current },
        closed('NETWORK'),
        closed('UNSUPPORTED'),
      ],
    },
    watchPage: {
      says: ['page.hidden', 'page.shown', 'connection.lost', 'connection.returned'].map((type) => ({ type })),
    },
  },
  until: (actor) => actor.getSnapshot().context.attempts > 2,
  scenes: [
    {
      isTimeless: true,
      answers: {
        watchStream: {
          says: [
            { type: 'notification.arrived', notification: { unread: 1, newest: null } },
            { type: 'account.arrived', account: { status: 'active' } },
            { type: 'transaction.arrived', id: 't-1' },
            { type: 'confirmations.counted', id: 't-1', seen: 3, needed: 12 },
          ],
        },
        watchPage: {},
      },
    },
  ],
});
