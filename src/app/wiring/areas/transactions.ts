import { fromPromise } from 'xstate';
import type {
  PaymentQuoteRequest,
  Transaction,
  TransactionQuote,
} from '../../../../contract/transactions.ts';
import { createResourceMachine } from '../../../machines/core/createResourceMachine.ts';
import { type PaymentKind, sendMachine, withdrawMachine } from '../../../machines/money/paymentMachine.ts';
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
import { moneyFlowServices, moving } from './moneyFlow.ts';

function paymentServices(kind: PaymentKind, services: Services) {
  const { http } = services;
  const { actors, actions } = moneyFlowServices(kind, services);
  return {
    actors: {
      ...actors,
      requestQuote: fromPromise<TransactionQuote, { readonly request: PaymentQuoteRequest }>(
        ({ input, signal }) => requestPaymentQuote(http, input.request, signal),
      ),
      pay: fromPromise<Transaction, { readonly quote: TransactionQuote; readonly key: string }>(({ input }) =>
        moving(services, () => makePayment(http, { kind, quoteId: input.quote.id, key: input.key })),
      ),
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
