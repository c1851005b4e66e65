import { useSelector } from '@xstate/react';
import { rateRanges } from '../../../contract/rates.ts';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Segmented } from '../../components/base/Segmented.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { MarketRef, PriceHistoryRef } from '../../machines/wallet/marketMachine.ts';
import type { PricesAsked } from '../../machines/wallet/priceAddress.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { LiveStatus } from '../core/LiveStatus.tsx';
import { MissingPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';
import { PriceHistory } from './PriceHistory.tsx';

export interface Market {
  market: MarketRef;
  rates: LiveRatesRef;
  history: PriceHistoryRef;
}

interface Props {
  asked: PricesAsked;
  /** Null until its code has loaded. */
  market: Market | null;
  /** Whether its code failed to load, and is being requested again. */
  isMissing: boolean;
  /** Null when only a reload helps. */
  onRetry: (() => void) | null;
  onClose: () => void;
}

/** The prices of a token over a day, week, month or year, as a chart or as a table. */
export default function PriceDialog({ asked, market, isMissing, onRetry, onClose }: Props) {
  const { t } = useTexts('wallet');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('wallet:prices.title', { token: asked.symbol })}
      closeLabel={t('common:actions.close')}
    >
      {market ? (
        <Prices asked={asked} {...market} />
      ) : isMissing && onRetry === null ? (
        <MissingPart />
      ) : isMissing ? (
        <div key="failed" ref={leaveFocus} role="alert" className="flex flex-col items-start gap-3">
          <p>{t('wallet:prices.failed')}</p>
          <Button variant="secondary" onPress={() => onRetry?.()}>
            {t('common:actions.tryAgain')}
          </Button>
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">{t('common:loading')}</span>
          <Skeleton className="h-96" />
        </div>
      )}
    </Dialog>
  );
}

function Prices({ asked, market, rates, history }: Market & { asked: PricesAsked }) {
  const { t } = useTexts('wallet');
  const shape = useSelector(market, (state) => state.context.shape);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Segmented
          legend={t('wallet:prices.range')}
          options={rateRanges.map((value) => ({ value, label: t(`wallet:history.ranges.${value}`) }))}
          value={asked.range}
          onChange={(range) => market.send({ type: 'range.chosen', range })}
        />
        <Segmented
          legend={t('wallet:prices.shape')}
          options={[
            { value: 'chart', label: t('wallet:prices.chart') },
            { value: 'table', label: t('wallet:prices.table') },
          ]}
          value={shape}
          onChange={(chosen) => market.send({ type: 'shape.chosen', shape: chosen })}
        />
      </div>
      <PriceHistory asked={asked} history={history} rates={rates} shape={shape} />
      {isTokenSymbol(asked.symbol) && <LiveStatus rates={rates} />}
    </div>
  );
}
