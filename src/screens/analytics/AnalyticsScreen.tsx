import { useSelector } from '@xstate/react';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { ExportOutcome } from '../history/ExportOutcome.tsx';
import { AnalyticsFilters } from './AnalyticsFilters.tsx';
import { AnalyticsFreshness } from './AnalyticsFreshness.tsx';
import { AnalyticsHeader } from './AnalyticsHeader.tsx';
import { AnalyticsResults } from './AnalyticsResults.tsx';
import { useAnalyticsWords } from './analyticsWords.ts';

interface Props {
  analytics: AnalyticsRef;
  view: AnalyticsViewRef;
  file: ExportRef;
  preferences: PreferencesRef;
  /** Whose days are counted. */
  timeZone: string;
}

/** What a person did, counted and valued by day, month or year: found by filters that live in the address. */
export default function AnalyticsScreen({ analytics, view, file, preferences, timeZone }: Props) {
  const { t } = useAnalyticsWords();
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const isMissing = useSelector(analytics, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('analytics:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <AnalyticsHeader analytics={analytics} view={view} file={file} timeZone={timeZone} />
      <ExportOutcome file={file} />
      <AnalyticsFilters view={view} timeZone={timeZone} />
      <AnalyticsFreshness analytics={analytics} />
      <AnalyticsResults analytics={analytics} view={view} isHidden={isHidden} />
    </section>
  );
}
