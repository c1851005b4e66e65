import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { rateRanges } from '../../../contract/rates.ts';
import { Segmented } from '../../components/base/Segmented.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { ExchangePricesRef } from '../../machines/money/exchangePricesMachine.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { PriceHistory } from '../wallet/PriceHistory.tsx';

export interface ExchangePricesProps {
  prices: ExchangePricesRef;
  /** Null until the market's code has loaded. */
  live: LiveRatesRef | null;
}

/** The prices of the exchange's token over time. Memoised, so that the chart is not drawn again at every key of the amount. */
export default memo(function ExchangePrices({ prices, live }: ExchangePricesProps) {
  const { t } = useTexts('wallet');
  const { symbol, range } = useSelector(prices, (state) => state.context);
  const history = useSelector(prices, (state) => state.children.history);
  const title = t('wallet:prices.title', { token: symbol });
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Segmented
          legend={t('wallet:prices.range')}
          options={rateRanges.map((value) => ({ value, label: t(`wallet:history.ranges.${value}`) }))}
          value={range}
          onChange={(chosen) => prices.send({ type: 'range.chosen', range: chosen })}
        />
      </div>
      {live && history ? (
        <PriceHistory asked={{ symbol, range }} history={history} rates={live} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </section>
  );
});
