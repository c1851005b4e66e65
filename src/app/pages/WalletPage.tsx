import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectOnward, selectSearch, selectSession } from '../../machines/appSelectors.ts';
import { homes } from '../../machines/core/location.ts';
import { type Onward, onwardTo } from '../../machines/shell/onward.ts';
import { readPriceAddress } from '../../machines/wallet/priceAddress.ts';
import { OnwardLine } from '../../screens/wallet/OnwardLine.tsx';
import WalletScreen, { type WalletMarket } from '../../screens/wallet/WalletScreen.tsx';
import { useArea, useFlow, useSignedIn } from '../wiring/flows.ts';
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
  const market = useArea(app, 'market');
  const rates = useFlow(app, 'market', 'rates');
  const history = useFlow(app, 'market', 'priceHistory');
  const signedIn = useSignedIn(app);
  const loader = useSelector(signedIn, (snapshot) => snapshot?.context.loaders.market);
  const isMissing = useSelector(loader, (snapshot) => snapshot?.hasTag('missing') === true);
  const search = useSelector(app, selectSearch);
  return {
    asked: readPriceAddress({ name: 'wallet', search }),
    opened: market && rates && history ? { market, rates, history } : null,
    isMissing,
    onRetry: () => loader?.send({ type: 'code.requested' }),
    onClose: () => signedIn?.send({ type: 'address.requested', to: homes.signedIn }),
  };
}
