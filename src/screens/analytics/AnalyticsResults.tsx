import { useSelector } from '@xstate/react';
import { ChartColumn } from 'lucide-react';
import { Empty } from '../../components/base/Empty.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import { hasFilters, readAnalyticsQuery } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { OverTime } from './OverTime.tsx';
import { GrandTotal, Totals } from './Totals.tsx';

interface Props {
  analytics: AnalyticsRef;
  view: AnalyticsViewRef;
  isHidden: boolean;
}

/** The requested figures; the last ones stay while others are loading. */
export function AnalyticsResults({ analytics, view, isHidden }: Props) {
  const { t } = useTexts('analytics', 'transactions');
  const isAsked = useSelector(analytics, (state) => !state.matches('unasked'));
  if (!isAsked) {
    return (
      <div role="status">
        <Empty icon={ChartColumn} title={t('transactions:problems.title')}>
          {t('transactions:problems.next')}
        </Empty>
      </div>
    );
  }
  return (
    <ResourceView
      resource={analytics}
      placeholder={
        <div aria-busy className="flex flex-col gap-8">
          <p role="status" className="sr-only">
            {t('analytics:loading')}
          </p>
          <Skeleton className="h-100 sm:h-69 lg:h-53" />
          <Skeleton className="h-118" />
          <Skeleton className="h-262 md:h-115" />
        </div>
      }
      failed={t('analytics:failed')}
      safe={t('analytics:safe')}
      className="flex flex-col gap-8"
    >
      {({ buckets, totals, fees }, key) => {
        const query = readAnalyticsQuery(key);
        if (buckets.length === 0) {
          const isFiltered = hasFilters(query);
          return (
            <Empty
              icon={ChartColumn}
              title={t(isFiltered ? 'analytics:empty.filtered' : 'analytics:empty.title')}
            >
              {t(isFiltered ? 'analytics:empty.filteredText' : 'analytics:empty.text')}
            </Empty>
          );
        }
        return (
          <>
            <GrandTotal
              totals={totals}
              fees={fees}
              isHidden={isHidden}
              isEverything={query.type === ''}
              isAllTime={query.date_from === '' && query.date_to === ''}
            />
            <OverTime buckets={buckets} view={view} isHidden={isHidden} />
            <Totals totals={totals} isHidden={isHidden} />
          </>
        );
      }}
    </ResourceView>
  );
}
