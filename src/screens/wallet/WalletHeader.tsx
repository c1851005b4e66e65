import { useSelector } from '@xstate/react';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { IconButton } from '../../components/base/IconButton.tsx';
import { Kbd } from '../../components/base/Kbd.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Tooltip } from '../../components/base/Tooltip.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import type { WalletRef } from '../../machines/wallet/walletArea.ts';
import { momentText } from '../core/dates.ts';
import { LiveStatus } from '../core/LiveStatus.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  wallet: WalletRef;
  rates: LiveRatesRef | null;
  preferences: PreferencesRef;
  onRefresh: () => void;
}

/** The title, the time of the figures, and the actions on all of them. */
export function WalletHeader({ wallet, rates, preferences, onRefresh }: Props) {
  const { t, locale } = useTexts('wallet');
  const isBusy = useSelector(wallet, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const { loadedAt, now } = useSelector(wallet, (state) => state.context);
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const hideLabel = t(isHidden ? 'wallet:balances.show' : 'wallet:balances.hide');

  return (
    <div ref={leaveFocus} className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="mr-auto">
        <PageTitle>{t('wallet:title')}</PageTitle>
      </div>
      <div className="flex flex-wrap gap-x-4 max-sm:order-last max-sm:w-full">
        <p role="status" className="text-muted text-sm">
          {isBusy
            ? t(loadedAt === null ? 'common:loading' : 'wallet:refreshing')
            : loadedAt !== null && t('wallet:updated', { time: momentText(loadedAt, now(), locale) })}
        </p>
        <LiveStatus rates={rates} />
      </div>
      <Tooltip
        content={
          <>
            {hideLabel} <Kbd>H</Kbd>
          </>
        }
      >
        <IconButton
          icon={isHidden ? EyeOff : Eye}
          label={hideLabel}
          aria-keyshortcuts="H"
          onPress={() => preferences.send({ type: 'balances.toggled' })}
        />
      </Tooltip>
      <Tooltip content={t('common:actions.refresh')}>
        <IconButton
          icon={RefreshCw}
          label={t('common:actions.refresh')}
          isPending={isBusy}
          className="data-pending:animate-spin"
          onPress={onRefresh}
        />
      </Tooltip>
    </div>
  );
}
