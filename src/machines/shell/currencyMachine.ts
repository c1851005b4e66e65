/** The currency that values are shown in: USDT, or another by the last rate that was told. This device keeps it. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type CurrencyRate, currencies } from '../../../contract/currencies.ts';

export const valueCurrencies = ['USDT', ...currencies] as const;
export type ValueCurrency = (typeof valueCurrencies)[number];

export interface KeptCurrency {
  readonly chosen: ValueCurrency;
  /** What one USDT is worth, in those currencies of which it is known; null as long as nothing was told. */
  readonly rates: readonly CurrencyRate[] | null;
}

type CurrencyEvent =
  | { readonly type: 'currency.chosen'; readonly currency: ValueCurrency }
  | { readonly type: 'currencies.told'; readonly rates: readonly CurrencyRate[] };

const kept = { type: 'keepCurrency', params: ({ context }: { context: KeptCurrency }) => context } as const;

/** `recallCurrency` takes what this device has kept; `keepCurrency` is the effect that remembers the choice and the rates. */
export const currencyMachine = setup({
  types: {
    context: {} as KeptCurrency,
    events: {} as CurrencyEvent,
  },
  guards: {
    isNews: ({ context }, { rates }: Pick<KeptCurrency, 'rates'>) =>
      JSON.stringify(rates) !== JSON.stringify(context.rates),
  },
  actions: {
    recallCurrency: assign((): KeptCurrency => {
      throw new Error('provide recallCurrency');
    }),
    keepCurrency: (_, _currency: KeptCurrency) => {
      throw new Error('provide keepCurrency');
    },
    setChosen: assign((_, { currency }: { currency: ValueCurrency }) => ({ chosen: currency })),
    setRates: assign((_, { rates }: Pick<KeptCurrency, 'rates'>) => ({ rates })),
  },
}).createMachine({
  id: 'currency',
  context: { chosen: 'USDT', rates: null },
  entry: 'recallCurrency',
  on: {
    'currency.chosen': { actions: [{ type: 'setChosen', params: ({ event }) => event }, kept] },
    'currencies.told': {
      guard: { type: 'isNews', params: ({ event }) => event },
      actions: [{ type: 'setRates', params: ({ event }) => event }, kept],
    },
  },
});

/** The rate that values are shown by; null for USDT, and while none is known. */
export function shownRate({ chosen, rates }: KeptCurrency): CurrencyRate | null {
  return rates?.find(({ currency }) => currency === chosen) ?? null;
}

export type CurrencyRef = ActorRefFrom<typeof currencyMachine>;
