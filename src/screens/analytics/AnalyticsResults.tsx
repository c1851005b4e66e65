import { useSelector } from '@xstate/react';
import { ChartColumn } from 'lucide-react';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import { hasFilters, readAnalyticsQuery } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useAnalyticsWords } from './analyticsWords.ts';
import { OverTime } from './OverTime.tsx';
import { GrandTotal, Totals } from './Totals.tsx';

interface Props {
  analytics: AnalyticsRef;
  view: AnalyticsViewRef;
  isHidden: boolean;
}

/** The figures that were asked for; while others are on their way, the last ones keep their place. */
export function AnalyticsResults({ analytics, view, isHidden }: Props) {
  const { t } = useAnalyticsWords();
  const state = useSelector(analytics, (snapshot) => snapshot);
  const { key, data, dataKey, failure } = state.context;
  const isBusy = state.hasTag('busy');

  if (key === null) {
    return (
      <Empty icon={ChartColumn} title={t('transactions:problems.title')}>
        {t('transactions:problems.next')}
      </Empty>
    );
  }
  if (!data && failure) {
    return (
      <ReadFailure
        failure={failure}
        title={t('analytics:failed')}
        safe={t('analytics:safe')}
        isRetrying={isBusy && !state.hasTag('slow')}
        onRetry={() => analytics.send({ type: 'refresh.requested' })}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className="flex flex-col gap-4">
        <p role="status" className="sr-only">
          {t('analytics:loading')}
        </p>
        <Skeleton className="h-24" />
        <Skeleton className="h-96" />
      </div>
    );
  }
  const asked = readAnalyticsQuery(dataKey ?? '');
  if (data.buckets.length === 0) {
    return (
      <Empty
        icon={ChartColumn}
        title={t(hasFilters(asked) ? 'analytics:empty.filtered' : 'analytics:empty.title')}
      >
        {t(hasFilters(asked) ? 'analytics:empty.filteredText' : 'analytics:empty.text')}
      </Empty>
    );
  }
  return (
    <div
      aria-busy={isBusy}
      className={classes('flex flex-col gap-8 transition-opacity', key !== dataKey && 'opacity-60')}
    >
      <GrandTotal totals={data.totals} isHidden={isHidden} />
      <OverTime buckets={data.buckets} view={view} isHidden={isHidden} />
      <Totals totals={data.totals} isHidden={isHidden} />
    </div>
  );
}
