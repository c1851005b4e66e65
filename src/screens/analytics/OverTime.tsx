import { useSelector } from '@xstate/react';
import type { Analytics } from '../../../contract/analytics.ts';
import { Card } from '../../components/base/Card.tsx';
import { Segmented } from '../../components/base/Segmented.tsx';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { FigureChart } from './FigureChart.tsx';
import { FigureTable } from './FigureTable.tsx';

interface Props {
  /** At least one. */
  buckets: Analytics['buckets'];
  view: AnalyticsViewRef;
  isHidden: boolean;
}

/** The figures by period, as a chart or a table. */
export function OverTime({ buckets, view, isHidden }: Props) {
  const { t } = useTexts('analytics', 'transactions');
  const { measure, shape } = useSelector(view, (state) => state.context.display);
  return (
    <section aria-labelledby="analytics-over-time" className="flex flex-col gap-3">
      <h2 id="analytics-over-time" className="font-semibold text-lg">
        {t('analytics:overTime')}
      </h2>
      <div className="flex flex-wrap gap-3">
        <Segmented
          legend={t('analytics:shape')}
          options={[
            { value: 'chart', label: t('analytics:chart') },
            { value: 'table', label: t('analytics:table') },
          ]}
          value={shape}
          onChange={(chosen) => view.send({ type: 'display.chosen', display: { shape: chosen } })}
        />
        {shape === 'chart' && (
          <Segmented
            legend={t('analytics:measure')}
            options={[
              { value: 'count', label: t('analytics:count') },
              { value: 'value', label: t('analytics:value') },
            ]}
            value={measure}
            onChange={(chosen) => view.send({ type: 'display.chosen', display: { measure: chosen } })}
          />
        )}
      </div>
      <Card>
        {shape === 'table' ? (
          <FigureTable buckets={buckets} isHidden={isHidden} />
        ) : measure === 'value' && isHidden ? (
          <p className="py-8 text-center text-muted">{t('analytics:hidden')}</p>
        ) : (
          <FigureChart key={measure} buckets={buckets} measure={measure} isHidden={isHidden} />
        )}
      </Card>
    </section>
  );
}
