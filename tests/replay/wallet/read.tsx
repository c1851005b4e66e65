import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { latestMachine } from '../../../src/machines/wallet/portfolioArea.ts';
import { holdsMachine } from '../../../src/machines/wallet/walletArea.ts';
import { LatestTransactions } from '../../../src/screens/portfolio/LatestTransactions.tsx';
import { HoldList } from '../../../src/screens/wallet/HoldList.tsx';
import { holds as held } from '../../screens/figures.ts';
import { paymentDone } from '../../support/moneyFlow.ts';
import { resourceMap, whenFailed, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';

export const holds = resourceMap({
  machine: holdsMachine,
  data: [held, []],
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <HoldList part="pending" holds={actor} isHidden={false} onLeave={() => {}} />
    </>
  ),
  refresh: { offered: (resource) => resource.context.data === null && whenSlowOrFailed(resource) },
});

export const latest = resourceMap({
  machine: latestMachine,
  data: [
    { data: [paymentDone], meta: { page: 1, per_page: 5, total: 1 } },
    { data: [], meta: { page: 1, per_page: 5, total: 0 } },
  ],
  keys: ['token=USDT', 'token=ZST', null],
  screen: (actor) => (
    <>
      <PageTitle>Wallet</PageTitle>
      <LatestTransactions symbol="USDT" latest={actor} isHidden={false} />
    </>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  refresh: {
    offered: (resource) => {
      const { key, dataKey } = resource.context;
      return key !== dataKey && whenFailed(resource);
    },
  },
});
