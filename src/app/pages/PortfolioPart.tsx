import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { Failure } from '../../components/base/Failure.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { isReloadOffered } from '../../machines/core/createCodeLoaderMachine.ts';
import type { ConfirmationRef } from '../../machines/profile/confirmationMachine.ts';
import type { PricesAsked } from '../../machines/wallet/priceAddress.ts';
import type { WalletRef } from '../../machines/wallet/walletArea.ts';
import { MissingPart } from '../../screens/core/lazyPart.tsx';
import { useTexts } from '../../screens/core/useTexts.ts';
import { LatestTransactions } from '../../screens/portfolio/LatestTransactions.tsx';
import TokenScreen from '../../screens/portfolio/TokenScreen.tsx';
import { TokenSparkline } from '../../screens/portfolio/TokenSparkline.tsx';
import TotalHistory from '../../screens/portfolio/TotalHistory.tsx';
import type { Market } from '../../screens/wallet/PriceDialog.tsx';
import { useArea, useFlow, useSignedIn } from '../wiring/flows.ts';
import { lazyOr } from '../wiring/lazyOr.ts';
import type { PageProps } from '../wiring/pageProps.ts';

/** The chart of the balances over time; its code loads after the balances. */
export function PortfolioPart({ app }: PageProps) {
  const portfolio = useArea(app, 'portfolio');
  const history = useFlow(app, 'portfolio', 'totalHistory');
  const range = useSelector(portfolio, (snapshot) => snapshot?.context.range);
  const loader = useSelector(useSignedIn(app), (snapshot) => snapshot?.context.loaders.portfolio);
  const isMissing = useSelector(loader, (snapshot) => snapshot?.hasTag('missing') === true);
  const isLost = useSelector(
    loader,
    (snapshot) => !portfolio && snapshot !== undefined && isReloadOffered(snapshot.context),
  );
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  const { t } = useTexts('wallet');
  if (isLost) return <MissingPart />;
  if (isMissing) {
    return (
      <Failure
        title={t('wallet:history.failed')}
        retry={{
          label: t('common:actions.tryAgain'),
          isBusy: false,
          onPress: () => loader?.send({ type: 'code.requested' }),
        }}
      >
        {t('wallet:history.safe')}
      </Failure>
    );
  }
  if (!portfolio || !history || !range) return <Skeleton className="h-83" />;
  return (
    <TotalHistory
      history={history}
      range={range}
      onChoose={(chosen) => portfolio.send({ type: 'range.chosen', range: chosen })}
      isHidden={isHidden}
    />
  );
}

export interface SparklineProps extends PageProps {
  token: WalletToken;
  /** Shown instead while there is no chart. */
  children: ReactNode;
}

/** A small chart of a token's price over the last day. */
export function SparklinePart({ app, token, children }: SparklineProps) {
  const sparklines = useFlow(app, 'portfolio', 'sparklines');
  if (!sparklines) return children;
  return (
    <TokenSparkline symbol={token.symbol} change={token.change_24h} sparklines={sparklines}>
      {children}
    </TokenSparkline>
  );
}

const SendAgain = lazyOr<{ actor: ConfirmationRef; children: ReactNode }>(
  ({ children }) => children,
  async () => (await import('../../screens/profile/UnverifiedEmail.tsx')).SendAgain,
);

export interface EmailProps extends PageProps {
  user: User;
  /** Shown instead when no email address is left that can be verified. */
  children: ReactNode;
}

/** Says that the email address is not verified yet; also shown in the wallet when the balance is large. */
export function EmailPart({ app, user, children }: EmailProps) {
  const loginMethods = useFlow(app, 'portfolio', 'loginMethods');
  const confirmation = useFlow(app, 'portfolio', 'confirmation');
  const isOpen = useSelector(loginMethods ?? undefined, (state) => {
    const methods = state?.context.data;
    return methods?.email_confirmed === false && methods.emails !== false;
  });
  if (!isOpen || !confirmation || user.email === null) return children;
  return (
    <Suspense fallback={children}>
      <SendAgain actor={confirmation}>{children}</SendAgain>
    </Suspense>
  );
}

/** The latest transactions of all tokens. */
export function LatestPart({ app }: PageProps) {
  const latest = useFlow(app, 'portfolio', 'latest');
  const loader = useSelector(useSignedIn(app), (snapshot) => snapshot?.context.loaders.portfolio);
  const isMissing = useSelector(loader, (snapshot) => snapshot?.hasTag('missing') === true);
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  // The chart above already reports that the code did not load.
  if (isMissing) return null;
  if (!latest) return <Skeleton className="h-84" />;
  return <LatestTransactions symbol={null} latest={latest} isHidden={isHidden} />;
}

interface TokenProps extends PageProps {
  wallet: WalletRef;
  asked: PricesAsked;
  market: Market | null;
}

/** The page of one token of the wallet. */
export function TokenPart({ app, wallet, asked, market }: TokenProps) {
  const position = useFlow(app, 'portfolio', 'position');
  const listed = useFlow(app, 'portfolio', 'listed');
  const latest = useFlow(app, 'portfolio', 'latest');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  if (!position || !listed || !latest) return <Skeleton className="h-96" />;
  return (
    <TokenScreen
      symbol={asked.symbol}
      range={asked.range}
      wallet={wallet}
      position={position}
      listed={listed}
      latest={latest}
      market={market}
      isHidden={isHidden}
    />
  );
}
