import { useSelector } from '@xstate/react';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useAnalyticsWords } from './analyticsWords.ts';

/** Says so when the figures below are not fresh, or not yet those that were asked for. */
export function AnalyticsFreshness({ analytics }: { analytics: AnalyticsRef }) {
  const { t, locale } = useAnalyticsWords();
  const state = useSelector(analytics, (snapshot) => snapshot);
  const { key, dataKey, failure, loadedAt, now } = state.context;
  const isSlow = state.hasTag('slow');
  const isOld = failure !== null || state.hasTag('stale');
  if (key === null || !(isSlow || (isOld && loadedAt !== null))) return null;

  const reason = isSlow ? 'common:form.slow' : failure && failureText[failure.code].sentence;
  return (
    <Stale
      retryLabel={t('common:actions.tryAgain')}
      isRetrying={state.hasTag('busy') && !isSlow}
      onRetry={() => analytics.send({ type: 'refresh.requested' })}
    >
      {reason && <>{t(reason)} </>}
      {loadedAt !== null && key !== dataKey && <>{t('analytics:others')} </>}
      {loadedAt !== null && (
        <>
          {t('analytics:from', { time: momentText(loadedAt, now(), locale) })} (
          <Age since={loadedAt} now={now} locale={locale} />
          ).
        </>
      )}
    </Stale>
  );
}
