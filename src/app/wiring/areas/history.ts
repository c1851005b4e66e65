import { fromPromise } from 'xstate';
import type { Transaction } from '../../../../contract/transactions.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import { cancellationMachine } from '../../../machines/history/cancellationMachine.ts';
import { historyArea, historyDetailsMachine, historyMachine } from '../../../machines/history/historyArea.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import {
  exportTransactions,
  readTransaction,
  readTransactions,
  type TransactionPage,
} from '../../../services/history/transactions.ts';
import { cancelTransaction } from '../../../services/money/payments.ts';
import type { Services } from '../services.ts';
import { moving, reconciliationOf } from './moneyFlow.ts';

interface KeyedInput {
  readonly key: string;
  readonly fresh: boolean;
}

export function createArea(services: Services) {
  const { http, data } = services;
  return historyArea.provide({
    actors: {
      history: historyMachine.provide({
        actors: {
          load: fromPromise<Loaded<TransactionPage>, KeyedInput>(async (reading) =>
            readTransactions(http, await data(), reading),
          ),
        },
      }),
      historyDetails: historyDetailsMachine.provide({
        actors: {
          load: fromPromise<Loaded<Transaction>, KeyedInput>(async (reading) =>
            readTransaction(http, await data(), reading),
          ),
        },
      }),
      historyExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            exportTransactions(http, request),
          ),
        },
      }),
      cancellation: cancellationMachine.provide({
        actors: {
          cancelTransaction: fromPromise<Transaction, { readonly id: string; readonly key: string }>(
            ({ input }) => moving(services, () => cancelTransaction(http, input)),
          ),
          reconciliation: reconciliationOf(services),
        },
      }),
    },
  });
}
