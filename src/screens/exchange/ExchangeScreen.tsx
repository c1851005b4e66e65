import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { Rates } from '../../../contract/rates.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ExchangeRatesRef, ExchangesRef, ExchangeWalletRef } from '../../machines/money/exchangeArea.ts';
import type { ExchangeRef, ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { newestRates } from '../../machines/wallet/liveWallet.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { ComesFirst } from '../money/ComesFirst.tsx';
import { MoneySteps } from '../money/MoneySteps.tsx';
import { OpenElsewhere } from '../money/OpenElsewhere.tsx';
import { RefusedPayment } from '../money/RefusedPayment.tsx';
import { ExchangeDraft } from './ExchangeDraft.tsx';
import { ExchangeList } from './ExchangeList.tsx';
import { ExchangeReview } from './ExchangeReview.tsx';
import { ExchangeSettled } from './ExchangeSettled.tsx';
import { ExchangeSummary } from './ExchangeSummary.tsx';
import { ExchangeUnknown } from './ExchangeUnknown.tsx';

interface Props {
  exchange: ExchangeRef;
  wallet: ExchangeWalletRef;
  rates: ExchangeRatesRef;
  /** Null until the market is there. */
  live: LiveRatesRef | null;
  exchanges: ExchangesRef;
  preferences: PreferencesRef;
}

/** One token for another: what a person wants, what is offered, what came of it, and all that came of it before. */
export default function ExchangeScreen({ exchange, wallet, rates, live, exchanges, preferences }: Props) {
  const { t } = useTexts('exchange', 'transactions');
  const state = useSelector(exchange, (snapshot) => snapshot);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  const read = useSelector(rates, (snapshot) => snapshot.context.data);
  const heard = useSelector(live ?? undefined, (snapshot) => snapshot?.context.rates ?? null);
  const known = newestRates(read, heard);
  // Whoever comes here comes for the form: what stands around it is drawn when that can be typed in.
  const isFormThere = useDeferredValue(true, false);
  const isMissing = useSelector(exchanges, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('exchange:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-10">
      <div className="flex flex-wrap items-start gap-x-12 gap-y-6">
        <div className="flex w-full max-w-flow flex-col gap-6">
          <PageTitle>{t('exchange:title')}</PageTitle>
          {!state.matches('openElsewhere') && <MoneySteps {...stepOf(state)} />}
          {state.hasTag('locked') && <ComesFirst flow={state.context} />}
          <Step exchange={exchange} state={state} wallet={wallet} rates={known} isHidden={isHidden} />
        </div>
        {isFormThere && <ExchangeSummary wallet={wallet} rates={known} live={live} isHidden={isHidden} />}
      </div>
      {isFormThere && <ExchangeList exchanges={exchanges} isHidden={isHidden} />}
    </section>
  );
}

function stepOf(state: ExchangeSnapshot) {
  if (state.matches({ owned: 'settled' })) return { now: null };
  if (state.matches({ owned: 'refused' })) return { now: 'done', failed: 'done' } as const;
  if (state.hasTag('locked')) return { now: 'done' } as const;
  return { now: state.hasTag('reviewing') ? 'review' : 'amount' } as const;
}

function Step({
  exchange,
  state,
  ...draft
}: Pick<Props, 'exchange' | 'wallet'> & {
  state: ExchangeSnapshot;
  rates: Rates | null;
  isHidden: boolean;
}) {
  const { t } = useTexts('exchange', 'transactions');
  if (state.matches('openElsewhere')) {
    return <OpenElsewhere onTakeOver={() => exchange.send({ type: 'takeover.requested' })} />;
  }
  if (state.matches({ owned: 'settled' })) return <ExchangeSettled exchange={exchange} state={state} />;
  if (state.matches({ owned: 'refused' })) {
    return (
      <RefusedPayment
        title={t('exchange:failed')}
        failure={state.context.failure}
        errors={state.context.refused}
        onChange={() => exchange.send({ type: 'draft.resumed' })}
      />
    );
  }
  if (state.matches({ owned: 'reconciling' })) return <ExchangeUnknown exchange={exchange} state={state} />;
  if (state.hasTag('reviewing') || state.matches({ owned: 'sending' })) {
    return <ExchangeReview exchange={exchange} state={state} isHidden={draft.isHidden} />;
  }
  return <ExchangeDraft exchange={exchange} state={state} {...draft} />;
}
