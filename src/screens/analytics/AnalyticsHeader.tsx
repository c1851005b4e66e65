import { useSelector } from '@xstate/react';
import { Download, RefreshCw } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import { fileName, filtersText } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import { useAnalyticsWords } from './analyticsWords.ts';

interface Props {
  analytics: AnalyticsRef;
  view: AnalyticsViewRef;
  file: ExportRef;
  timeZone: string;
}

/** The page's name, and what can be done with all of its figures. */
export function AnalyticsHeader({ analytics, view, file, timeZone }: Props) {
  const { t } = useAnalyticsWords();
  const isBusy = useSelector(analytics, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const isAsked = useSelector(analytics, (state) => !state.matches('unasked'));
  const isExporting = useSelector(file, (state) => state.hasTag('busy'));
  const query = useSelector(view, (state) => state.context.query);
  const reason = isAsked ? undefined : t('transactions:history.filtersFirst');

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="mr-auto">
        <PageTitle>{t('analytics:title')}</PageTitle>
      </div>
      <Button
        variant="secondary"
        isPending={isBusy}
        onPress={() => analytics.send({ type: 'refresh.requested' })}
        reason={reason}
      >
        <RefreshCw {...iconProps} />
        {t('common:actions.refresh')}
      </Button>
      <Button
        variant="secondary"
        isPending={isExporting}
        reason={reason}
        onPress={() =>
          file.send({
            type: 'export.requested',
            filters: filtersText(query, timeZone),
            name: fileName(query),
          })
        }
      >
        <Download {...iconProps} />
        {t('transactions:export.action')}
      </Button>
    </div>
  );
}
