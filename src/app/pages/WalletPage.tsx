import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { drawn } from '../../components/base/DrawnInShortTasks.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectOnward, selectSearch, selectSession } from '../../machines/appSelectors.ts';
import { isReloadOffered } from '../../machines/core/createCodeLoaderMachine.ts';
import { homes } from '../../machines/core/location.ts';
import { readPriceAddress, readTokenAddress } from '../../machines/wallet/priceAddress.ts';
import WalletScreen, { type WalletMarket } from '../../screens/wallet/WalletScreen.tsx';
import { useArea, useFlow, useSignedIn } from '../wiring/flows.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import type { EmailProps, SparklineProps } from './PortfolioPart.tsx';

const loadPart = () => import('./PortfolioPart.tsx');
/** For what follows the balances. */
const loadLater = () => drawn().then(loadPart);
const PortfolioPart = lazyOr(Nothing, async () => (await loadLater()).PortfolioPart);
const SparklinePart = lazyOr<SparklineProps>(
  ({ children }) => children,
  async () => (await loadLater()).SparklinePart,
);
const EmailPart = lazyOr<EmailProps>(
  ({ children }) => children,
  async () => (await loadLater()).EmailPart,
);
const LatestPart = lazyOr(Nothing, async () => (await loadLater()).LatestPart);
const OnwardPart = lazyOr(Nothing, async () => (await import('./OnwardPart.tsx')).OnwardPart);
const EmptyPart = lazyOr(Nothing, async () => (await import('./EmptyPart.tsx')).EmptyPart);
const TokenPart = lazyOr(Nothing, async () => (await loadPart()).TokenPart);

// When the app opens on a token's page, its code loads together with the wallet's; if that fails, it is requested again later.
if (readTokenAddress({ name: 'wallet', search: window.location.search }) !== null) loadPart().catch(() => {});

export function WalletPage({ app }: PageProps) {
  const wallet = useFlow(app, 'wallet', 'wallet');
  const holds = useFlow(app, 'wallet', 'holds');
  const account = useFlow(app, 'wallet', 'account');
  const view = useFlow(app, 'wallet', 'walletView');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const market = useWalletMarket(app);
  const hasOnward = useSelector(app, selectOnward) !== null;
  const hasTotal = useHasTotal(app);
  const sparklines = useFlow(app, 'portfolio', 'sparklines');
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  if (!wallet || !holds || !account || !view || !user) return null;
  if (market.asked?.isPage) {
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <TokenPart app={app} wallet={wallet} asked={market.asked} market={market.opened} />
      </Suspense>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {hasOnward && (
        <Suspense fallback={<div className="h-touch" />}>
          <OnwardPart app={app} isHidden={isHidden} />
        </Suspense>
      )}
      <WalletScreen
        wallet={wallet}
        holds={holds}
        account={account}
        view={view}
        preferences={preferences}
        user={user}
        market={market}
        empty={<EmptyPart app={app} user={user} />}
        latest={<LatestPart app={app} />}
        sparkline={(token, instead) => (
          <SparklinePart app={app} token={token}>
            {instead}
          </SparklinePart>
        )}
        onRefresh={() => sparklines?.send({ type: 'refresh.requested' })}
        verification={(line) => (
          <Suspense fallback={line}>
            <EmailPart app={app} user={user}>
              {line}
            </EmailPart>
          </Suspense>
        )}
        hasTotal={hasTotal}
      >
        <PortfolioPart app={app} />
      </WalletScreen>
    </div>
  );
}

/** Whether there is a chart of the total, or a failure to show instead. */
function useHasTotal(app: AppRef): boolean {
  const history = useFlow(app, 'portfolio', 'totalHistory');
  const loader = useSelector(useSignedIn(app), (snapshot) => snapshot?.context.loaders.portfolio);
  const isMissing = useSelector(loader, (snapshot) => snapshot?.hasTag('missing') === true);
  const isThere = useSelector(history ?? undefined, (snapshot) => {
    const data = snapshot?.context.data;
    return data ? data.points.length > 1 : snapshot?.context.failure != null;
  });
  return isMissing || isThere;
}

function useWalletMarket(app: AppRef): WalletMarket {
  const market = useArea(app, 'market');
  const rates = useFlow(app, 'market', 'rates');
  const history = useFlow(app, 'market', 'priceHistory');
  const signedIn = useSignedIn(app);
  const loader = useSelector(signedIn, (snapshot) => snapshot?.context.loaders.market);
  const isMissing = useSelector(loader, (snapshot) => snapshot?.hasTag('missing') === true);
  const isLost = useSelector(
    loader,
    (snapshot) => snapshot !== undefined && isReloadOffered(snapshot.context),
  );
  const search = useSelector(app, selectSearch);
  return {
    asked: readPriceAddress({ name: 'wallet', search }),
    opened: market && rates && history ? { market, rates, history } : null,
    isMissing: isMissing || isLost,
    onRetry: isLost ? null : () => loader?.send({ type: 'code.requested' }),
    onClose: () => signedIn?.send({ type: 'address.requested', to: homes.signedIn }),
  };
}
