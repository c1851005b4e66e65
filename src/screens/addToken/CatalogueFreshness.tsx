import { useSelector } from '@xstate/react';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { CatalogueRef } from '../../machines/wallet/tokensArea.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useWalletWords } from '../wallet/walletWords.ts';

/** Says so when the tokens below are not fresh, or not yet those that were asked for. */
export function CatalogueFreshness({ catalogue }: { catalogue: CatalogueRef }) {
  const { t, locale } = useWalletWords();
  const state = useSelector(catalogue, (snapshot) => snapshot);
  const { key, failure, loadedAt, now } = state.context;
  const isSlow = state.hasTag('slow');
  const isOld = failure !== null || state.hasTag('stale');
  if (key === null || !(isSlow || (isOld && loadedAt !== null))) return null;

  const reason = isSlow ? 'common:form.slow' : failure && failureText[failure.code].sentence;
  return (
    <Stale
      retryLabel={t('common:actions.tryAgain')}
      isRetrying={state.hasTag('busy') && !isSlow}
      onRetry={() => catalogue.send({ type: 'refresh.requested' })}
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
