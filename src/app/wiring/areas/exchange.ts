import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Exchange, ExchangeQuote, ExchangeQuoteRequest } from '../../../../contract/exchange.ts';
import type { IdempotentRequest } from '../../../machines/money/createSubmissionMachine.ts';
import {
  exchangeArea,
  exchangeRatesMachine,
  exchangesMachine,
  exchangeWalletMachine,
} from '../../../machines/money/exchangeArea.ts';
import {
  exchangeMachine,
  exchangeReviewMachine,
  exchangeSubmissionMachine,
} from '../../../machines/money/exchangeMachine.ts';
import {
  exchangeHistoryMachine,
  exchangePricesMachine,
} from '../../../machines/money/exchangePricesMachine.ts';
import { watchRoom } from '../../../services/core/room.ts';
import {
  makeExchange,
  readExchanges,
  readRates,
  requestExchangeQuote,
} from '../../../services/money/exchange.ts';
import { readRateHistory } from '../../../services/wallet/rates.ts';
import { deviceKeysOf } from '../deviceKeys.ts';
import { loader } from '../loader.ts';
import { madeAhead } from '../madeAhead.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving, operationReader } from './moneyFlow.ts';
import { paymentProofs } from './paymentProofs.ts';

export const createArea = madeAhead(makeArea);

function makeArea(services: Services) {
  const { http } = services;
  const { actors, actions } = moneyFlowServices('exchange', services);
  return exchangeArea.provide({
    actors: {
      exchange: exchangeMachine.provide({
        actors: {
          ...actors,
          quoteReview: exchangeReviewMachine.provide({
            actors: {
              requestQuote: fromPromise<ExchangeQuote, { readonly request: ExchangeQuoteRequest }>(
                ({ input, signal }) => requestExchangeQuote(http, input.request, signal),
              ),
            },
          }),
          submission: exchangeSubmissionMachine.provide({
            actors: {
              send: fromPromise<Exchange, IdempotentRequest<ExchangeQuote>>(({ input: { request, key } }) =>
                moving(services, () =>
                  makeExchange(deviceKeysOf(services).http, { quoteId: request.id, key }),
                ),
              ),
              readOperation: operationReader(services),
            },
          }),
          stepUp: paymentProofs(() => '/exchange', services),
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
      exchangePrices: exchangePricesMachine.provide({
        actors: {
          history: exchangeHistoryMachine.provide({ actors: { load: loader(services, readRateHistory) } }),
          // The width for a form with a chart beside it.
          watchRoom: fromCallback<AnyEventObject>(({ sendBack }) =>
            watchRoom(1_200, (type) => sendBack({ type })),
          ),
        },
      }),
    },
  });
}
