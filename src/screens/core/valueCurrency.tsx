import { createContext, useContext } from 'react';
import { convertMoney, parseMoney, printMoney, type Rate } from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';

/** The currency in which values are shown, and its rate for one USDT; null for USDT itself, and while no rate is known. */
interface Shown {
  readonly currency: string;
  readonly rate: Rate | null;
}

const inUsdt: Shown = { currency: valueToken.symbol, rate: null };

/** Set once around signed-in pages. Without it values stay in USDT. */
export const ShownCurrency = createContext(inUsdt);

// As many decimals as a price may have; the component that draws a value rounds it.
const precise = { ...valueToken, decimals: 18 };
const widest = { ...valueToken, decimals: 30 };

/**
 * Converts every value, price and total on a screen from a decimal in USDT to the person's currency, rounded down.
 * Text that is not a decimal stays unchanged. Amounts that move, limits and a quote's fees are never converted. `told` is the values'
 * currency; for anything but USDT there is no rate.
 */
export function useValues(told: string = valueToken.symbol) {
  const chosen = useContext(ShownCurrency);
  const { currency, rate } = told === valueToken.symbol ? chosen : { currency: told, rate: null };
  function convert(usdt: string): string;
  function convert(usdt: string | null): string | null;
  function convert(usdt: string | null): string | null {
    const money = rate && usdt !== null ? parseMoney(usdt, widest) : null;
    return rate && money?.ok ? printMoney(convertMoney(money.value, rate, precise)) : usdt;
  }
  return { currency, isConverted: rate !== null, convert };
}
