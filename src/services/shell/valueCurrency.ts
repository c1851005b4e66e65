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
  const { chosen, rates } = stored(store);
  const isGood = ({ rate, since }: { rate: string; since: string }) =>
    parseRate(rate).ok && now - Date.parse(since) < currencyRateAge;
  const good = rates?.filter(isGood);
  return { chosen, rates: good && good.length > 0 ? good : null };
}

/** Stores a choice, with the last known rates. */
export function keepValueCurrency(
  store: KeyValueStore,
  { chosen, rates }: Pick<KeptCurrency, 'chosen'> & { readonly rates: readonly CurrencyRate[] | null },
): void {
  store.write(key, JSON.stringify({ chosen, rates }));
}

/** Stores the last known rates, and leaves the choice as it is stored. */
export function keepCurrencyRates(store: KeyValueStore, rates: readonly CurrencyRate[]): void {
  keepValueCurrency(store, { chosen: stored(store).chosen, rates });
}

function stored(store: KeyValueStore): KeptCurrency {
  const { success, data } = z.safeParse(record, parsed(store.read(key)));
  return success ? data : nothingChosen;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
