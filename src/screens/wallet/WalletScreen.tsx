import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { walletAt } from '../../machines/wallet/liveWallet.ts';
import type { PricesAsked } from '../../machines/wallet/priceAddress.ts';
import type { AccountRef, HoldsRef, WalletRef } from '../../machines/wallet/walletArea.ts';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { BalanceSection } from './BalanceSection.tsx';
import type { Market } from './PriceDialog.tsx';
import type { SparklineOf } from './PricesLink.tsx';
import { TokenPlaces, TokenSection } from './TokenSection.tsx';
import { TotalPlace } from './TotalPlace.tsx';
import { isEmpty } from './tokens.ts';
import { VerificationLine } from './VerificationLine.tsx';
import { WalletFailure } from './WalletFailure.tsx';
import { WalletHeader } from './WalletHeader.tsx';

const FrozenAccount = lazyPart(() => import('../money/FrozenAccount.tsx'));
const PartDialog = lazyPart(() => import('./PartDialog.tsx'));
const PriceDialog = lazyPart(() => import('./PriceDialog.tsx'));

/** The market, as far as it has loaded. */
export interface WalletMarket {
  /** The prices that the address asks for; null for none. */
  asked: PricesAsked | null;
  opened: Market | null;
  isMissing: boolean;
  /** Null when only a reload helps. */
  onRetry: (() => void) | null;
  onClose: () => void;
}

interface Props {
  wallet: WalletRef;
  holds: HoldsRef;
  account: AccountRef;
  view: WalletViewRef;
  preferences: PreferencesRef;
  user: User;
  market: WalletMarket;
  /** The content of an empty wallet, and the latest transactions: both are requested only after the balances, like the children. */
  empty?: ReactNode;
  latest?: ReactNode;
  /** Loaded together with the code of the total over time. */
  sparkline?: SparklineOf;
  /** The person refreshes the wallet: what stands beside it and has no notice of its age is to be read again. */
  onRefresh?: () => void;
  /** Wraps the line about verification, with remaining setup steps in the same place. */
  verification?: (line: ReactNode) => ReactNode;
  /** Whether the total over time is shown; an empty wallet shows it only then. */
  hasTotal?: boolean;
  /** The total over time. */
  children?: ReactNode;
}

/** `h`, and the letter of the same key in the Russian layout. */
const hideKeys = ['h', 'р'];

export default function WalletScreen({
  wallet,
  holds,
  account,
  view,
  preferences,
  user,
  market,
  empty,
  latest,
  sparkline = (_, instead) => instead,
  onRefresh,
  verification = (line) => line,
  hasTotal = true,
  children,
}: Props) {
  const isNarrow = useIsNarrow();
  const { data: read, failure } = useSelector(wallet, (state) => state.context);
  const rates = useSelector(market.opened?.rates, (state) => state?.context.rates ?? null);
  const rateTimes = useSelector(market.opened?.rates, (state) => state?.context.rateTimes);
  const data = read && walletAt(read, rates, rateTimes);
  const isBusy = useSelector(wallet, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const isOpen = useSelector(view, (state) => state.matches('explaining'));
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);

  const refresh = () => {
    wallet.send({ type: 'refresh.requested' });
    holds.send({ type: 'refresh.requested' });
    account.send({ type: 'refresh.requested' });
    market.opened?.rates.send({ type: 'retry.requested' });
    onRefresh?.();
  };

  const total = (
    <TotalPlace>
      <Suspense fallback={<Skeleton className="h-83" />}>
        {data ? children : <Skeleton className="h-83" />}
      </Suspense>
    </TotalPlace>
  );

  const isVoid = data !== null && isEmpty(data);
  const lines = data && !isVoid ? verificationLines(user, verification) : null;

  if (!data && failure) return <WalletFailure failure={failure} isRetrying={isBusy} onRetry={refresh} />;
  return (
    // The section takes the focus after a press inside it, so that the shortcut key works only here (WCAG 2.1.4).
    <section
      aria-labelledby="page-title"
      tabIndex={-1}
      className="focus-elsewhere flex flex-col gap-4 md:gap-6"
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement)
          return;
        const { singleKeys } = preferences.getSnapshot().context;
        if (singleKeys && hideKeys.includes(event.key.toLowerCase()))
          preferences.send({ type: 'balances.toggled' });
      }}
    >
      <WalletHeader
        wallet={wallet}
        rates={market.opened?.rates ?? null}
        preferences={preferences}
        onRefresh={refresh}
      />
      {user.status === 'frozen' && (
        <Suspense fallback={<Skeleton className="h-44 md:h-30" />}>
          <FrozenAccount freeze={user.freeze ?? null} />
        </Suspense>
      )}
      <Freshness resource={wallet} onRetry={refresh} />
      <div className="grid grid-cols-1 gap-4 md:gap-6 min-[75rem]:grid-cols-2">
        <BalanceSection
          wallet={data}
          isHidden={isHidden}
          onOpen={(part) => view.send({ type: 'part.opened', part })}
        />
        {isVoid ? <Suspense fallback={<Skeleton className="h-103" />}>{empty}</Suspense> : !isNarrow && total}
      </div>
      {lines?.above}
      {/* Only the balances tell what follows them: until then, there is nothing that could move. */}
      <div
        key={data ? 'read' : 'places'}
        className="grid grid-cols-1 gap-x-6 gap-y-4 md:gap-y-6 min-[85rem]:grid-cols-[minmax(0,1fr)_22rem]"
      >
        {data ? (
          <TokenSection
            tokens={data.tokens}
            currency={data.currency}
            view={view}
            preferences={preferences}
            isHidden={isHidden}
            sparkline={sparkline}
          />
        ) : (
          <TokenPlaces />
        )}
        {isNarrow && !isVoid && total}
        <Suspense fallback={<Skeleton className="h-84" />}>
          {data ? latest : <Skeleton className="h-84" />}
        </Suspense>
      </div>
      {isVoid && hasTotal && total}
      {lines?.below}
      <Suspense>
        {isOpen && data && <PartDialog wallet={data} holds={holds} view={view} isHidden={isHidden} />}
        {market.asked && (
          <PriceDialog
            asked={market.asked}
            market={market.opened}
            isMissing={market.isMissing}
            onRetry={market.onRetry}
            onClose={market.onClose}
          />
        )}
      </Suspense>
    </section>
  );
}

/**
 * The line about verification: above the tokens, with a place that does not change with it; or below everything, where it moves nothing, as
 * long as nobody knows whether it has something to say.
 */
function verificationLines({ status, kyc_status }: User, wrap: (line: ReactNode) => ReactNode) {
  if (status !== 'active') return null;
  if (kyc_status === 'approved' || kyc_status === 'unknown') return { below: wrap(null) };
  const line = <VerificationLine status={kyc_status} />;
  return {
    above: (
      <div className="min-h-16 sm:min-h-touch max-sm:[&:lang(ru)]:min-h-21">
        {kyc_status === 'notStarted' ? wrap(line) : line}
      </div>
    ),
  };
}
