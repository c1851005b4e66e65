import { fromPromise } from 'xstate';
import type { Exchange, ExchangeQuote, ExchangeQuoteRequest } from '../../../../contract/exchange.ts';
import {
  exchangeArea,
  exchangeRatesMachine,
  exchangesMachine,
  exchangeWalletMachine,
} from '../../../machines/money/exchangeArea.ts';
import { exchangeMachine } from '../../../machines/money/exchangeMachine.ts';
import {
  makeExchange,
  readExchanges,
  readRates,
  requestExchangeQuote,
} from '../../../services/money/exchange.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving } from './moneyFlow.ts';

export function createArea(services: Services) {
  const { http } = services;
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
          load: loader(services, (_, data, reading) => data.wallet(reading)),
        },
      }),
      exchangeRates: exchangeRatesMachine.provide({
        actors: {
          load: loader(services, readRates),
        },
      }),
      exchanges: exchangesMachine.provide({
        actors: {
          load: loader(services, readExchanges),
        },
      }),
    },
  });
}
