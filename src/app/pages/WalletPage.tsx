import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type AppRef, selectOnward, selectSession } from '../../machines/appMachine.ts';
import { homes } from '../../machines/core/location.ts';
import { type Onward, onwardTo } from '../../machines/shell/onward.ts';
import { readPriceAddress } from '../../machines/wallet/priceAddress.ts';
import { OnwardLine } from '../../screens/wallet/OnwardLine.tsx';
import WalletScreen, { type WalletMarket } from '../../screens/wallet/WalletScreen.tsx';
import { useFlow, useMarket, useMarketFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function WalletPage({ app }: PageProps) {
  const wallet = useFlow(app, 'wallet', 'wallet');
  const holds = useFlow(app, 'wallet', 'holds');
  const account = useFlow(app, 'wallet', 'account');
  const view = useFlow(app, 'wallet', 'walletView');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const market = useWalletMarket(app);
  const onward = useOnward(app);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  if (!wallet || !holds || !account || !view || !user) return null;
  return (
    <div className="flex flex-col gap-4">
      {onward && (
        <OnwardLine
          onward={onward}
          isHidden={isHidden}
          onDismiss={() => app.send({ type: 'onward.declined' })}
        />
      )}
      <WalletScreen
        wallet={wallet}
        holds={holds}
        account={account}
        view={view}
        preferences={preferences}
        user={user}
        market={market}
      />
    </div>
  );
}

/** What was begun before the login; what is kept of it is read once. */
function useOnward(app: AppRef): Onward | null {
  const to = useSelector(app, selectOnward);
  return useMemo(() => {
    return to && onwardTo(to, app.getSnapshot().context.readRecord);
  }, [app, to]);
}

function useWalletMarket(app: AppRef): WalletMarket {
  const market = useMarket(app);
  const rates = useMarketFlow(app, 'rates');
  const history = useMarketFlow(app, 'priceHistory');
  const signedIn = useSelector(app, (snapshot) => snapshot.children.signedIn);
  const isMissing = useSelector(signedIn, (snapshot) => snapshot?.hasTag('withoutMarket') === true);
  const search = useSelector(app, (snapshot) => snapshot.context.location?.search ?? '');
  return {
    asked: readPriceAddress({ name: 'wallet', search }),
    opened: market && rates && history && { market, rates, history },
    isMissing,
    onRetry: () => signedIn?.send({ type: 'market.requested' }),
    onClose: () => signedIn?.send({ type: 'address.requested', to: homes.signedIn }),
  };
}
