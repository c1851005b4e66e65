import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import type { User } from '../../../contract/user.ts';
import { Card } from '../../components/base/Card.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { ExchangeRatesRef, ExchangesRef, ExchangeWalletRef } from '../../machines/money/exchangeArea.ts';
import { type ExchangeRef, exchangeHindrance } from '../../machines/money/exchangeMachine.ts';
import type { ExchangePricesRef } from '../../machines/money/exchangePricesMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { HindranceNotice } from '../money/HindranceNotice.tsx';
import { MoneyFlow } from '../money/MoneyFlow.tsx';
import { ExchangeDraft } from './ExchangeDraft.tsx';
import { ExchangeList } from './ExchangeList.tsx';
import type { ExchangePricesProps } from './ExchangePrices.tsx';
import { ExchangeReview, QuoteFacts } from './ExchangeReview.tsx';
import { ExchangeSettled } from './ExchangeSettled.tsx';
import { ExchangeSummary } from './ExchangeSummary.tsx';
import { useShownRates } from './useShownRates.ts';

// The exchange works without this chart.
const ExchangePrices = lazy<ComponentType<ExchangePricesProps>>(() =>
  import('./ExchangePrices.tsx').catch(() => ({ default: () => null })),
);

interface Props {
  /** The query of the address. */
  search: string;
  exchange: ExchangeRef;
  wallet: ExchangeWalletRef;
  rates: ExchangeRatesRef;
  /** Null until the market's code has loaded. */
  live: LiveRatesRef | null;
  exchanges: ExchangesRef;
  prices: ExchangePricesRef;
  preferences: PreferencesRef;
  freeze: User['freeze'];
}

/** The exchange of tokens: the form, the quote, the outcome, and earlier exchanges. */
export default function ExchangeScreen({
  search,
  exchange,
  wallet,
  rates,
  live,
  exchanges,
  prices,
  preferences,
  freeze,
}: Props) {
  const { t } = useTexts('exchange', 'transactions');
  const state = useSelector(exchange, (snapshot) => snapshot);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  const shown = useShownRates(rates, live);
  const { areRatesOld, isRateAwaited } = shown;
  const hasRoom = useSelector(prices, (snapshot) => snapshot.hasTag('shown'));
  const { quote, values } = state.context;
  const step = { exchange, state, isHidden };
  // What stands below would move when the form gives way to a review that is restored.
  const isFormThere = !state.matches('claiming');
  const isMissing = useSelector(exchanges, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('exchange:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-10">
      <div className="flex flex-wrap items-start gap-x-12 gap-y-6">
        <div className="flex w-full max-w-flow flex-col gap-6">
          <PageTitle>{t('exchange:title')}</PageTitle>
          <HindranceNotice hindrance={exchangeHindrance(state)} token={values.from} freeze={freeze} />
          <MoneyFlow
            flow={exchange}
            first="amount"
            draft={
              <ExchangeDraft
                {...step}
                wallet={wallet}
                rates={shown.rates}
                isRateAwaited={isRateAwaited}
                areRatesOld={areRatesOld}
              />
            }
            review={<ExchangeReview {...step} />}
            sent={quote && <QuoteFacts quote={quote} />}
            settled={<ExchangeSettled exchange={exchange} state={state} />}
            refused={t('exchange:failed')}
            isHidden={isHidden}
          />
        </div>
        {isFormThere && (
          <AfterForm>
            <div className="flex w-full max-w-flow flex-col gap-6 min-[75rem]:w-0 min-[75rem]:min-w-80 min-[75rem]:max-w-none min-[75rem]:flex-1">
              {hasRoom && (
                <Card className="min-h-116">
                  <Suspense fallback={<Skeleton className="h-104" />}>
                    <ExchangePrices prices={prices} live={live} />
                  </Suspense>
                </Card>
              )}
              <ExchangeSummary
                wallet={wallet}
                rates={shown.rates}
                isRateAwaited={isRateAwaited}
                source={shown.source}
                areRatesOld={areRatesOld}
                live={live}
                isHidden={isHidden}
              />
            </div>
          </AfterForm>
        )}
      </div>
      {isFormThere && (
        <AfterForm>
          <ExchangeList search={search} exchanges={exchanges} isHidden={isHidden} />
        </AfterForm>
      )}
    </section>
  );
}

/** The form is drawn first, because people come for it; the rest follows once it can be typed in, without drawing the form again. */
function AfterForm({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
