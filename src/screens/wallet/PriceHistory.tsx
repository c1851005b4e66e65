import { useSelector } from '@xstate/react';
import { ChartLine } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { PriceHistoryRef, PriceShape } from '../../machines/wallet/marketMachine.ts';
import type { PricesAsked } from '../../machines/wallet/priceAddress.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { PriceChart } from './PriceChart.tsx';
import { PriceTable } from './PriceTable.tsx';
import { pointsUntilNow } from './prices.ts';

interface Props {
  asked: PricesAsked;
  history: PriceHistoryRef;
  rates: LiveRatesRef;
  /** Missing where nothing switches between the chart and the table: a chart that cannot be drawn has the table below it. */
  shape?: PriceShape;
}

/** The requested prices. While another range of the same token loads, the previous prices stay. */
export function PriceHistory({ asked, history, rates, shape }: Props) {
  const { t, locale } = useTexts('wallet');
  const state = useSelector(history, (snapshot) => snapshot);
  const heard = useSelector(rates, (snapshot) => snapshot.context.rates);
  const { data, failure, loadedAt, now } = state.context;
  const retry = () => history.send({ type: 'refresh.requested' });
  const isSlow = state.hasTag('slow');

  if (!data || data.symbol !== asked.symbol) {
    if (state.hasTag('busy') && !isSlow) {
      return (
        <div role="status">
          <span className="sr-only">{t('common:loading')}</span>
          <Skeleton className="h-92.5 sm:h-80" />
        </div>
      );
    }
    return (
      <div key="failed" ref={leaveFocus} role="alert" className="flex flex-col items-start gap-3">
        <p>
          {failure?.code === 'NOT_FOUND'
            ? t('wallet:prices.unknownToken')
            : t(failure ? failureText[failure.code].sentence : 'common:form.slow')}
        </p>
        <Button variant="secondary" onPress={retry}>
          {t('common:actions.tryAgain')}
        </Button>
      </div>
    );
  }
  const points = pointsUntilNow(data, heard);
  const range = data.range === asked.range ? asked.range : null;
  return (
    <div
      aria-busy={state.hasTag('busy')}
      className={classes('flex flex-col gap-4', range === null && 'outdated')}
    >
      {(failure || isSlow) && loadedAt !== null && (
        <Stale
          retryLabel={t('common:actions.tryAgain')}
          isRetrying={state.hasTag('busy') && !isSlow}
          onRetry={retry}
        >
          {t(failure ? failureText[failure.code].sentence : 'common:form.slow')}{' '}
          {t('wallet:prices.from', { time: momentText(loadedAt, now(), locale) })}
        </Stale>
      )}
      {points.length === 0 ? (
        <Empty icon={ChartLine} title={t('wallet:prices.empty')}>
          {t('wallet:prices.emptyText')}
        </Empty>
      ) : shape === 'table' ? (
        <PriceTable symbol={data.symbol} points={points} />
      ) : (
        <PriceChart
          key={data.range}
          symbol={data.symbol}
          range={data.range}
          points={points}
          hasTable={shape === undefined}
        />
      )}
    </div>
  );
}
