import { useSelector } from '@xstate/react';
import { type ContextType, useMemo } from 'react';
import { parseRate } from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { shownRate } from '../../machines/shell/currencyMachine.ts';
import type { SignedInRef } from '../../machines/shell/signedInMachine.ts';
import type { ShownCurrency } from '../../screens/core/valueCurrency.tsx';

/** The currency in which pages show values: USDT while no rate of the chosen one is known. */
export function useShownCurrency(signedIn: SignedInRef | undefined): ContextType<typeof ShownCurrency> {
  const currency = useSelector(signedIn, (snapshot) => snapshot?.children.currency);
  const told = useSelector(currency ?? undefined, (snapshot) => snapshot && shownRate(snapshot.context));
  return useMemo(() => {
    const rate = parseRate(told?.rate ?? '');
    return told && rate.ok
      ? { currency: told.currency, rate: rate.value }
      : { currency: valueToken.symbol, rate: null };
  }, [told]);
}
