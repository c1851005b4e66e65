import { ChartLine } from 'lucide-react';
import { type TotalRange, totalRanges } from '../../../contract/portfolio.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Segmented } from '../../components/base/Segmented.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { TotalHistoryRef } from '../../machines/wallet/totalHistoryMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { TotalChart } from './TotalChart.tsx';
import { knownPoints } from './totals.ts';

interface Props {
  history: TotalHistoryRef;
  range: TotalRange;
  onChoose: (range: TotalRange) => void;
  /** Whether its title is styled like those of other sections. */
  isSection?: boolean;
  isHidden: boolean;
}

/** The total value of the balances over a range. */
export default function TotalHistory({ history, range, onChoose, isSection = false, isHidden }: Props) {
  const { t } = useTexts('wallet');
  return (
    <section aria-labelledby="total-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="total-history" className={isSection ? 'font-semibold text-lg' : 'text-muted text-sm'}>
          {t('wallet:history.title')}
        </h2>
        <Segmented
          legend={t('wallet:history.range')}
          options={totalRanges.map((value) => ({ value, label: t(`wallet:history.ranges.${value}`) }))}
          value={range}
          onChange={onChoose}
        />
      </div>
      <div className="flex min-h-67 flex-col justify-center gap-2">
        <Freshness resource={history} />
        <ResourceView
          resource={history}
          placeholder={
            <div role="status">
              <span className="sr-only">{t('common:loading')}</span>
              <Skeleton className="h-67" />
            </div>
          }
          failed={t('wallet:history.failed')}
          safe={t('wallet:history.safe')}
        >
          {(data) =>
            knownPoints(data).length < 2 ? (
              <Empty icon={ChartLine} title={t('wallet:history.empty')}>
                {data.without_price.length > 0
                  ? t('wallet:history.unpriced', { tokens: data.without_price.join(', ') })
                  : t('wallet:history.emptyText')}
              </Empty>
            ) : (
              <TotalChart key={data.range} history={data} isHidden={isHidden} />
            )
          }
        </ResourceView>
      </div>
    </section>
  );
}
