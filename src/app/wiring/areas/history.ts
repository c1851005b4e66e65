import { fromPromise } from 'xstate';
import type { Transaction } from '../../../../contract/transactions.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import {
  cancellationMachine,
  cancellationSubmissionMachine,
} from '../../../machines/history/cancellationMachine.ts';
import { historyArea, historyDetailsMachine, historyMachine } from '../../../machines/history/historyArea.ts';
import { statementMachine } from '../../../machines/history/statementMachine.ts';
import type { IdempotentRequest } from '../../../machines/money/createSubmissionMachine.ts';
import { saveStatement } from '../../../services/history/statements.ts';
import {
  exportTransactions,
  readTransaction,
  readTransactions,
} from '../../../services/history/transactions.ts';
import { cancelTransaction } from '../../../services/money/payments.ts';
import { loader } from '../loader.ts';
import { madeAhead } from '../madeAhead.ts';
import type { Services } from '../services.ts';
import { moving, operationReader } from './moneyFlow.ts';

export const createArea = madeAhead(makeArea);

function makeArea(services: Services) {
  const { http, fetchFile, languages } = services;
  return historyArea.provide({
    actors: {
      history: historyMachine.provide({
        actors: {
          load: loader(services, readTransactions),
        },
      }),
      historyDetails: historyDetailsMachine.provide({
        actors: {
          load: loader(services, readTransaction),
        },
      }),
      historyExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            exportTransactions(http, request),
          ),
        },
      }),
      statement: statementMachine.provide({
        actors: {
          statementExport: exportMachine.provide({
            actors: {
              saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
                saveStatement({ http, fetchFile, language: languages.current() }, request),
              ),
            },
          }),
        },
      }),
      cancellation: cancellationMachine.provide({
        actors: {
          submission: cancellationSubmissionMachine.provide({
            actors: {
              send: fromPromise<Transaction, IdempotentRequest<{ readonly id: string }>>(
                ({ input: { request, key } }) =>
                  moving(services, () => cancelTransaction(http, { ...request, key })),
              ),
              readOperation: operationReader(services),
            },
          }),
        },
      }),
    },
  });
}
