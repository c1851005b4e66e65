import { fromPromise } from 'xstate';
import type { DepositAddress } from '../../../../contract/addresses.ts';
import type {
  PaymentQuoteRequest,
  Transaction,
  TransactionQuote,
} from '../../../../contract/transactions.ts';
import type { Wallet } from '../../../../contract/wallet.ts';
import { createKeyedResourceMachine } from '../../../machines/core/createKeyedResourceMachine.ts';
import { type PaymentKind, sendMachine, withdrawMachine } from '../../../machines/money/paymentMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
  transactionsArea,
} from '../../../machines/money/transactionsArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import {
  readTransaction,
  readTransactions,
  type TransactionPage,
} from '../../../services/history/transactions.ts';
import { readReceiveAddress } from '../../../services/money/addresses.ts';
import { makePayment, requestPaymentQuote } from '../../../services/money/payments.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving } from './moneyFlow.ts';

interface KeyedInput {
  readonly key: string;
  readonly fresh: boolean;
}

function paymentServices(kind: PaymentKind, services: Services) {
  const { http, data } = services;
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
      receipt: createKeyedResourceMachine<Transaction>(`${kind}Receipt`).provide({
        actors: {
          load: fromPromise<Loaded<Transaction>, KeyedInput>(async (reading) =>
            readTransaction(http, await data(), reading),
          ),
        },
      }),
    },
    actions,
  };
}

export function createArea(services: Services) {
  const { http, data } = services;
  return transactionsArea.provide({
    actors: {
      send: sendMachine.provide(paymentServices('send', services)),
      withdraw: withdrawMachine.provide(paymentServices('withdraw', services)),
      paymentWallet: paymentWalletMachine.provide({
        actors: {
          load: fromPromise<Loaded<Wallet>, { readonly fresh: boolean }>(async (reading) =>
            (await data()).wallet(reading),
          ),
        },
      }),
      receiveAddress: receiveAddressMachine.provide({
        actors: {
          load: fromPromise<Loaded<DepositAddress>, KeyedInput>(async (reading) =>
            readReceiveAddress(http, await data(), reading),
          ),
        },
      }),
      deposits: depositsMachine.provide({
        actors: {
          load: fromPromise<Loaded<TransactionPage>, KeyedInput>(async (reading) =>
            readTransactions(http, await data(), reading),
          ),
        },
      }),
    },
  });
}
