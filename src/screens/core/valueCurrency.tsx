import { createContext, useContext } from 'react';
import { convertMoney, parseMoney, printMoney, type Rate } from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';

/** What values are shown in, and units of it for one USDT: null for USDT itself, and where no rate is known. */
interface Shown {
  readonly currency: string;
  readonly rate: Rate | null;
}

const inUsdt: Shown = { currency: valueToken.symbol, rate: null };

/** Set once around the pages of a signed-in person. Without it values are in USDT, as they are told. */
export const ShownCurrency = createContext(inUsdt);

// As many decimals as a price may have; what is shown of them is for who draws it.
const precise = { ...valueToken, decimals: 18 };
const widest = { ...valueToken, decimals: 30 };

/**
 * What every value, price and total on a screen goes through: a decimal in USDT in, the same in the currency that the person chose out, cut.
 * What is no decimal stays as it is. Amounts that move, limits and fees of a quote are never converted. `told` is what the values
 * were told in: of anything but USDT there is no rate.
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
