import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { Rates } from '../../../contract/rates.ts';
import type { ExchangeRatesRef } from '../../machines/money/exchangeArea.ts';
import { newestRates } from '../../machines/wallet/liveWallet.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';

interface ShownRates {
  /** The newest known rates; null while none are known. */
  readonly rates: Rates | null;
  /** Whether no rate was read yet and no read has failed. */
  readonly isRateAwaited: boolean;
  /** The read that they come from; null if they come from the stream, or none are known. */
  readonly source: ExchangeRatesRef | null;
  /** Whether they may no longer hold. */
  readonly areRatesOld: boolean;
}

/** The rates for the exchange: those of the stream, or those that were read while the stream has told no newer ones. */
export function useShownRates(read: ExchangeRatesRef, live: LiveRatesRef | null): ShownRates {
  const data = useSelector(read, (snapshot) => snapshot.context.data);
  const isBusy = useSelector(read, (snapshot) => snapshot.hasTag('busy'));
  const isOutdated = useSelector(
    read,
    (snapshot) => snapshot.context.failure !== null || snapshot.hasTag('stale'),
  );
  const heard = useSelector(live ?? undefined, (snapshot) => snapshot?.context.rates ?? null);
  const isLive = useSelector(live ?? undefined, (snapshot) => snapshot?.hasTag('live') === true);
  const newest = newestRates(data, heard);
  // A tick of the market is drawn in slices between the keys.
  const rates = useDeferredValue(newest);
  // An open stream tells every change, so what it tells holds, however long ago the same rates were read.
  const isRead = data !== null && newest === data && !isLive;
  return {
    rates,
    isRateAwaited: rates === null && (isBusy || newest !== null),
    source: isRead ? read : null,
    areRatesOld: isRead && isOutdated,
  };
}
