import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { walletAt } from '../../machines/wallet/liveWallet.ts';
import type { PricesAsked } from '../../machines/wallet/priceAddress.ts';
import type { AccountRef, HoldsRef, WalletRef } from '../../machines/wallet/walletArea.ts';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { BalanceSection } from './BalanceSection.tsx';
import { EmptyWallet } from './EmptyWallet.tsx';
import { FrozenAccount } from './FrozenAccount.tsx';
import type { Market } from './PriceDialog.tsx';
import { TokenSection } from './TokenSection.tsx';
import { isEmpty } from './tokens.ts';
import { VerificationLine } from './VerificationLine.tsx';
import { WalletFailure } from './WalletFailure.tsx';
import { WalletHeader } from './WalletHeader.tsx';

const PartDialog = lazy(() => import('./PartDialog.tsx'));
const PriceDialog = lazy(() => import('./PriceDialog.tsx'));

/** The market, as far as it is there. */
export interface WalletMarket {
  /** The prices that the address asks for; null for none. */
  asked: PricesAsked | null;
  opened: Market | null;
  isMissing: boolean;
  onRetry: () => void;
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
}

/** `h`, and what the same key writes in the Russian layout. */
const hideKeys = ['h', 'р'];

export default function WalletScreen({ wallet, holds, account, view, preferences, user, market }: Props) {
  const { data: read, failure } = useSelector(wallet, (state) => state.context);
  const rates = useSelector(market.opened?.rates, (state) => state?.context.rates ?? null);
  const data = read && walletAt(read, rates);
  const isBusy = useSelector(wallet, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const isOpen = useSelector(view, (state) => state.matches('explaining'));
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);

  const refresh = () => {
    wallet.send({ type: 'refresh.requested' });
    holds.send({ type: 'refresh.requested' });
    account.send({ type: 'refresh.requested' });
  };

  if (!data && failure) return <WalletFailure failure={failure} isRetrying={isBusy} onRetry={refresh} />;
  return (
    // Holds the focus after a press anywhere in it, so that the one key works here and nowhere else (WCAG 2.1.4).
    <section
      aria-labelledby="page-title"
      tabIndex={-1}
      className="focus-elsewhere flex flex-col gap-6"
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
      {user.status === 'frozen' && <FrozenAccount freeze={user.freeze ?? null} />}
      <Freshness resource={wallet} onRetry={refresh} />
      <BalanceSection
        wallet={data}
        isHidden={isHidden}
        onOpen={(part) => view.send({ type: 'part.opened', part })}
      />
      {data && isEmpty(data) && <EmptyWallet />}
      {data && user.status === 'active' && <VerificationLine status={user.kyc_status} />}
      <TokenSection tokens={data?.tokens ?? null} currency={data?.currency} view={view} isHidden={isHidden} />
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
