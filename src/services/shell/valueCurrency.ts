import * as z from 'zod/mini';
import {
  type CurrencyRate,
  currencies,
  currencyRate,
  currencyRateAge,
} from '../../../contract/currencies.ts';
import { parseRate } from '../../../contract/money.ts';
import type { KeyValueStore } from '../core/storage.ts';

const key = 'value_currency';

const record = z.object({
  chosen: z.enum(['USDT', ...currencies]),
  rates: z.nullable(z.array(currencyRate).check(z.maxLength(10))),
});
type KeptCurrency = Readonly<z.infer<typeof record>>;

const nothingChosen: KeptCurrency = { chosen: 'USDT', rates: null };

/** The stored currency of values. A rate that is too old is ignored. `now` in milliseconds. */
export function readValueCurrency(store: KeyValueStore, now: number): KeptCurrency {
  const { success, data } = z.safeParse(record, parsed(store.read(key)));
  if (!success) return nothingChosen;
  const isGood = ({ rate, since }: { rate: string; since: string }) =>
    parseRate(rate).ok && now - Date.parse(since) < currencyRateAge;
  const rates = data.rates?.filter(isGood);
  return { chosen: data.chosen, rates: rates && rates.length > 0 ? rates : null };
}

/** Stores a choice, with the last known rates. */
export function keepValueCurrency(
  store: KeyValueStore,
  { chosen, rates }: Pick<KeptCurrency, 'chosen'> & { readonly rates: readonly CurrencyRate[] | null },
): void {
  store.write(key, JSON.stringify({ chosen, rates }));
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
