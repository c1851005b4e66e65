import { fromPromise } from 'xstate';
import type { Transaction } from '../../../contract/transactions.ts';
import { exportMachine } from '../../machines/exportMachine.ts';
import { historyArea, historyDetailsMachine, historyMachine } from '../../machines/historyArea.ts';
import type { Loaded } from '../../services/cache.ts';
import {
  exportTransactions,
  readTransaction,
  readTransactions,
  type TransactionPage,
} from '../../services/transactions.ts';
import type { Services } from '../services.ts';

interface KeyedInput {
  readonly key: string;
  readonly fresh: boolean;
}

export function createArea({ http, data }: Services) {
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
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((wish) =>
            exportTransactions(http, wish),
          ),
        },
      }),
    },
  });
}
