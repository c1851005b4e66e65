import { useSelector } from '@xstate/react';
import { selectSearch, selectSession } from '../../machines/appSelectors.ts';
import ExchangeScreen from '../../screens/exchange/ExchangeScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { byFirst, useStepBack } from '../wiring/useStepBack.ts';

export function ExchangePage({ app }: PageProps) {
  const exchange = useFlow(app, 'exchange', 'exchange');
  const wallet = useFlow(app, 'exchange', 'exchangeWallet');
  const rates = useFlow(app, 'exchange', 'exchangeRates');
  const live = useFlow(app, 'market', 'rates');
  const exchanges = useFlow(app, 'exchange', 'exchanges');
  const prices = useFlow(app, 'exchange', 'exchangePrices');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  useStepBack(app, exchange, byFirst('draft.resumed', 'proof.declined'));
  const freeze = useSelector(app, selectSession)?.user.freeze;
  const search = useSelector(app, selectSearch);
  if (!exchange || !wallet || !rates || !exchanges || !prices) return null;
  return (
    <ExchangeScreen
      search={search}
      exchange={exchange}
      wallet={wallet}
      rates={rates}
      live={live}
      exchanges={exchanges}
      prices={prices}
      preferences={preferences}
      freeze={freeze}
    />
  );
}
