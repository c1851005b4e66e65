import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { marketMachine, priceHistoryMachine } from '../../../src/machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../../src/machines/wallet/ratesMachine.ts';
import { totalHistoryMachine } from '../../../src/machines/wallet/totalHistoryMachine.ts';
import TotalHistory from '../../../src/screens/portfolio/TotalHistory.tsx';
import PriceDialog from '../../../src/screens/wallet/PriceDialog.tsx';
import { resourceMap, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';

const total = (range: string) => ({
  range,
  currency: 'USDT',
  points: [],
  change: null,
  without_price: [],
});

export const totals = resourceMap({
  machine: totalHistoryMachine,
  data: [total('day'), total('week')],
  keys: ['day', 'week', null],
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <TotalHistory history={actor} range="day" onChoose={() => {}} isHidden={false} />
    </>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  // The area's.
  views: ['24h', '7d', '30d', '1y', 'All'],
});

const now = () => 0;
const market = createActor(marketMachine, { input: { now, shown: { name: 'wallet' } as never } });
const rates = createActor(ratesMachine, { input: { now, random: () => 0 } });

export const prices = resourceMap({
  machine: priceHistoryMachine,
  data: [{ symbol: 'ZST', range: 'day', points: [] }],
  keys: ['ZST/day', 'ZST/week', null],
  screen: (actor) => (
    <PriceDialog
      asked={{ symbol: 'ZST', range: 'day' }}
      market={{ market, rates, history: actor }}
      isMissing={false}
      onRetry={null}
      onClose={() => {}}
    />
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  refresh: { offered: whenSlowOrFailed },
  // The market's.
  views: ['24h', '7d', '30d', '1y', 'Chart', 'Table', /^(?:Close|Dismiss)$/],
});
