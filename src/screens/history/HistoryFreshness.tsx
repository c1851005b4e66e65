import { useSelector } from '@xstate/react';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useMoneyWords } from '../money/moneyWords.ts';

/** Says so when the lines below are not fresh, or not yet those that were asked for. */
export function HistoryFreshness({ history }: { history: HistoryRef }) {
  const { t, locale } = useMoneyWords();
  const state = useSelector(history, (snapshot) => snapshot);
  const { key, dataKey, failure, loadedAt, now } = state.context;
  const isSlow = state.hasTag('slow');
  const isOld = failure !== null || state.hasTag('stale');
  if (key === null || !(isSlow || (isOld && loadedAt !== null))) return null;

  const reason = isSlow ? 'common:form.slow' : failure && failureText[failure.code].sentence;
  return (
    <Stale
      retryLabel={t('common:actions.tryAgain')}
      isRetrying={state.hasTag('busy') && !isSlow}
      onRetry={() => history.send({ type: 'refresh.requested' })}
    >
      {reason && <>{t(reason)} </>}
      {loadedAt !== null && key !== dataKey && <>{t('transactions:history.others')} </>}
      {loadedAt !== null && (
        <>
          {t('transactions:history.from', { time: momentText(loadedAt, now(), locale) })} (
          <Age since={loadedAt} now={now} locale={locale} />
          ).
        </>
      )}
    </Stale>
  );
}
