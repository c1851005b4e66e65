import { fromPromise } from 'xstate';
import type { Exchange, ExchangeQuote, ExchangeQuoteRequest } from '../../../../contract/exchange.ts';
import type { Rates } from '../../../../contract/rates.ts';
import type { Wallet } from '../../../../contract/wallet.ts';
import {
  exchangeArea,
  exchangeRatesMachine,
  exchangesMachine,
  exchangeWalletMachine,
} from '../../../machines/money/exchangeArea.ts';
import { exchangeMachine } from '../../../machines/money/exchangeMachine.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import {
  type ExchangePage,
  makeExchange,
  readExchanges,
  readRates,
  requestExchangeQuote,
} from '../../../services/money/exchange.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving } from './moneyFlow.ts';

export function createArea(services: Services) {
  const { http, data } = services;
  const { actors, actions } = moneyFlowServices('exchange', services);
  return exchangeArea.provide({
    actors: {
      exchange: exchangeMachine.provide({
        actors: {
          ...actors,
          requestQuote: fromPromise<ExchangeQuote, { readonly request: ExchangeQuoteRequest }>(
            ({ input, signal }) => requestExchangeQuote(http, input.request, signal),
          ),
          pay: fromPromise<Exchange, { readonly quote: ExchangeQuote; readonly key: string }>(({ input }) =>
            moving(services, () => makeExchange(http, { quoteId: input.quote.id, key: input.key })),
          ),
        },
        actions,
      }),
      exchangeWallet: exchangeWalletMachine.provide({
        actors: {
          load: fromPromise<Loaded<Wallet>, { readonly fresh: boolean }>(async (reading) =>
            (await data()).wallet(reading),
          ),
        },
      }),
      exchangeRates: exchangeRatesMachine.provide({
        actors: {
          load: fromPromise<Loaded<Rates>, { readonly fresh: boolean }>(async (reading) =>
            readRates(http, await data(), reading),
          ),
        },
      }),
      exchanges: exchangesMachine.provide({
        actors: {
          load: fromPromise<Loaded<ExchangePage>, { readonly key: string; readonly fresh: boolean }>(
            async (reading) => readExchanges(http, await data(), reading),
          ),
        },
      }),
    },
  });
}
