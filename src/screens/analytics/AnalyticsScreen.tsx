import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import { analyticsKey, fileName } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { ExportHeader } from '../core/ExportHeader.tsx';
import { Freshness } from '../core/Freshness.tsx';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { AnalyticsFilters } from './AnalyticsFilters.tsx';
import { AnalyticsResults } from './AnalyticsResults.tsx';

interface Props {
  analytics: AnalyticsRef;
  view: AnalyticsViewRef;
  file: ExportRef;
  preferences: PreferencesRef;
  /** The time zone in which days are counted. */
  timeZone: string;
  /** The clock, in milliseconds. */
  now: () => number;
  /** The chart of the balances over time. */
  children?: ReactNode;
}

/** A person's events, counted and valued by day, month or year, with filters in the address. */
export default function AnalyticsScreen(props: Props) {
  const { analytics, view, file, preferences, timeZone, now, children } = props;
  const { t } = useTexts('analytics', 'transactions');
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const query = useSelector(view, (state) => state.context.query);
  const filters = analyticsKey(query, timeZone);
  const isMissing = useSelector(analytics, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('analytics:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <ExportHeader
        title={t('analytics:title')}
        resource={analytics}
        file={file}
        exported={filters === null ? null : { filters, name: fileName(query) }}
      />
      <AnalyticsFilters view={view} timeZone={timeZone} now={now} />
      <Freshness resource={analytics} />
      <AnalyticsResults analytics={analytics} view={view} isHidden={isHidden} />
      {children}
    </section>
  );
}
