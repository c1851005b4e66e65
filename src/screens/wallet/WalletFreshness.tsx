import { useSelector } from '@xstate/react';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { WalletRef } from '../../machines/wallet/walletArea.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useWalletWords } from './walletWords.ts';

interface Props {
  wallet: WalletRef;
  onRefresh: () => void;
}

/** Says so when the figures below are not fresh: why, from when they are, and how to have newer ones. */
export function WalletFreshness({ wallet, onRefresh }: Props) {
  const { t, locale } = useWalletWords();
  const state = useSelector(wallet, (snapshot) => snapshot);
  const { failure, loadedAt, now } = state.context;
  const isSlow = state.hasTag('slow');
  const isOld = failure !== null || state.hasTag('stale');
  if (!isSlow && !(isOld && loadedAt !== null)) return null;

  const reason = isSlow ? 'common:form.slow' : failure && failureText[failure.code].sentence;
  return (
    <Stale
      retryLabel={t('common:actions.tryAgain')}
      isRetrying={state.hasTag('busy') && !isSlow}
      onRetry={onRefresh}
    >
      {reason && <>{t(reason)} </>}
      {loadedAt !== null && (
        <>
          {t('wallet:from', { time: momentText(loadedAt, now(), locale) })} (
          <Age since={loadedAt} now={now} locale={locale} />
          ).
        </>
      )}
    </Stale>
  );
}
