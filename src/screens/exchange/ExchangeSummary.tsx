import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { Rates } from '../../../contract/rates.ts';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import type { ExchangeRatesRef, ExchangeWalletRef } from '../../machines/money/exchangeArea.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { isAwaited } from '../core/awaited.ts';
import { Freshness } from '../core/Freshness.tsx';
import { LiveStatus } from '../core/LiveStatus.tsx';
import { useTexts } from '../core/useTexts.ts';
import { BalancesFailure } from '../money/BalancesFailure.tsx';

interface Props {
  wallet: ExchangeWalletRef;
  rates: Rates | null;
  /** Whether no rate was read yet and no read has failed. */
  isRateAwaited: boolean;
  /** The read that the rates come from; null if they come from the stream. */
  source: ExchangeRatesRef | null;
  /** Whether the rates may no longer hold. */
  areRatesOld: boolean;
  live: LiveRatesRef | null;
  isHidden: boolean;
}

/** Beside the form: the balances and the current prices. */
export const ExchangeSummary = memo(function ExchangeSummary({
  wallet,
  rates,
  isRateAwaited,
  source,
  areRatesOld,
  live,
  isHidden,
}: Props) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  const tokens = useSelector(wallet, (state) => state.context.data?.tokens ?? null);
  const isComing = useSelector(wallet, (state) => isAwaited(state) && !state.hasTag('slow'));
  const priced = (rates?.pairs ?? []).filter(({ quote }) => quote === 'USDT');
  const prices = priced.map(({ base, quote, rate }) => (
    <Fact key={base} term={t(areRatesOld ? 'exchange:oldPriceOf' : 'exchange:priceOf', { token: base })}>
      <Amount value={rate} token={quote} locale={locale} labels={amountLabels} maximumFractionDigits={6} />
    </Fact>
  ));
  return (
    <aside aria-labelledby="exchange-summary" className="w-full">
      <Card className="flex flex-col gap-2">
        <h2 id="exchange-summary" className="font-semibold">
          {t('exchange:summary')}
        </h2>
        {isComing && (
          <div role="status">
            <span className="sr-only">{t('common:loading')}</span>
            <Skeleton className="h-33.5" />
          </div>
        )}
        <BalancesFailure wallet={wallet} />
        {tokens && (
          <Facts>
            {tokens
              .filter(({ symbol }) => isTokenSymbol(symbol))
              .map(({ symbol, available }) => (
                <Fact key={symbol} term={symbol}>
                  <ExpandableAmount
                    value={available}
                    locale={locale}
                    labels={amountLabels}
                    isHidden={isHidden}
                    more={t('transactions:flow.allDigits')}
                  />
                </Fact>
              ))}
            {!areRatesOld && prices}
          </Facts>
        )}
        {source && <Freshness resource={source} />}
        {tokens && areRatesOld && <Facts>{prices}</Facts>}
        {(isRateAwaited || isComing) && <Skeleton className="h-22.5" />}
        <LiveStatus rates={live} />
      </Card>
    </aside>
  );
});
