import { fromPromise } from 'xstate';
import type {
  PaymentQuoteRequest,
  Transaction,
  TransactionQuote,
} from '../../../../contract/transactions.ts';
import { createResourceMachine } from '../../../machines/core/createResourceMachine.ts';
import type { IdempotentRequest } from '../../../machines/money/createSubmissionMachine.ts';
import {
  type PaymentKind,
  paymentReviewMachine,
  paymentSubmissionMachine,
  sendMachine,
  withdrawMachine,
} from '../../../machines/money/paymentMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
  transactionsArea,
} from '../../../machines/money/transactionsArea.ts';
import { readTransaction, readTransactions } from '../../../services/history/transactions.ts';
import { readReceiveAddress } from '../../../services/money/addresses.ts';
import { makePayment, requestPaymentQuote } from '../../../services/money/payments.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving, operationReader } from './moneyFlow.ts';

function paymentServices(kind: PaymentKind, services: Services) {
  const { http } = services;
  const { actors, actions } = moneyFlowServices(kind, services);
  return {
    actors: {
      ...actors,
      quoteReview: paymentReviewMachine.provide({
        actors: {
          requestQuote: fromPromise<TransactionQuote, { readonly request: PaymentQuoteRequest }>(
            ({ input, signal }) => requestPaymentQuote(http, input.request, signal),
          ),
        },
      }),
      submission: paymentSubmissionMachine.provide({
        actors: {
          send: fromPromise<Transaction, IdempotentRequest<TransactionQuote>>(({ input: { request, key } }) =>
            moving(services, () => makePayment(http, { kind, quoteId: request.id, key })),
          ),
          readOperation: operationReader(services),
        },
      }),
      // The details of the history read the same.
      receipt: createResourceMachine<Transaction>(`${kind}Receipt`).provide({
        actors: {
          load: loader(services, readTransaction),
        },
      }),
    },
    actions,
  };
}

export function createArea(services: Services) {
  return transactionsArea.provide({
    actors: {
      send: sendMachine.provide(paymentServices('send', services)),
      withdraw: withdrawMachine.provide(paymentServices('withdraw', services)),
      paymentWallet: paymentWalletMachine.provide({
        actors: {
          load: loader(services, (_, data, reading) => data.wallet(reading)),
        },
      }),
      receiveAddress: receiveAddressMachine.provide({
        actors: {
          load: loader(services, readReceiveAddress),
        },
      }),
      deposits: depositsMachine.provide({
        actors: {
          load: loader(services, readTransactions),
        },
      }),
    },
  });
}
