/** The currency in which values are shown: USDT, or another one at the last known rate. Stored on this device. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type CurrencyRate, currencies } from '../../../contract/currencies.ts';
import { placeholderCallback } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

export const valueCurrencies = ['USDT', ...currencies] as const;
export type ValueCurrency = (typeof valueCurrencies)[number];

export interface KeptCurrency {
  readonly chosen: ValueCurrency;
  /** The value of one USDT in each currency with a known rate; null before rates were received. */
  readonly rates: readonly CurrencyRate[] | null;
}

type CurrencyEvent =
  | ({ readonly type: 'currency.read' } & KeptCurrency)
  | { readonly type: 'currency.chosen'; readonly currency: ValueCurrency }
  | { readonly type: 'currencies.told'; readonly rates: readonly CurrencyRate[] };

const kept = { type: 'keepCurrency', params: ({ context }: { context: KeptCurrency }) => context } as const;

/**
 * `readCurrency` sends the stored choice as `currency.read`; `keepCurrency` is the effect that stores the choice and the rates.
 * `keepRates` stores the rates alone: another tab may have stored a choice that this one does not know.
 */
export const currencyMachine = setup({
  types: {
    context: {} as KeptCurrency,
    events: {} as CurrencyEvent,
    children: {} as { readCurrency: 'readCurrency' },
  },
  actors: { readCurrency: placeholderCallback('readCurrency') },
  guards: {
    hasChanged: ({ context }, { rates }: Pick<KeptCurrency, 'rates'>) =>
      JSON.stringify(rates) !== JSON.stringify(context.rates),
  },
  actions: {
    keepRead: assign((_, { chosen, rates }: KeptCurrency) => ({ chosen, rates })),
    keepCurrency: (_, _currency: KeptCurrency) => {
      throw new Error('provide keepCurrency');
    },
    keepRates: (_, _told: { rates: readonly CurrencyRate[] }) => {
      throw new Error('provide keepRates');
    },
    setChosen: assign((_, { currency }: { currency: ValueCurrency }) => ({ chosen: currency })),
    setRates: assign((_, { rates }: Pick<KeptCurrency, 'rates'>) => ({ rates })),
  },
}).createMachine({
  id: 'currency',
  context: { chosen: 'USDT', rates: null },
  invoke: { id: 'readCurrency', src: 'readCurrency' },
  on: {
    'currency.read': { actions: withEvent('keepRead') },
    'currency.chosen': { actions: [withEvent('setChosen'), kept] },
    'currencies.told': {
      guard: withEvent('hasChanged'),
      actions: [withEvent('setRates'), withEvent('keepRates')],
    },
  },
});

/** The rate by which values are shown; null for USDT, and while the rate is unknown. */
export function shownRate({ chosen, rates }: KeptCurrency): CurrencyRate | null {
  return rates?.find(({ currency }) => currency === chosen) ?? null;
}

export type CurrencyRef = ActorRefFrom<typeof currencyMachine>;
