import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type {
  PaymentQuoteRequest,
  Transaction,
  TransactionQuote,
} from '../../../../contract/transactions.ts';
import { createReceiptMachine } from '../../../machines/money/confirmations.ts';
import type { IdempotentRequest } from '../../../machines/money/createSubmissionMachine.ts';
import {
  paymentKindOf,
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../../machines/money/paymentMachine.ts';
import { recentPaymentsMachine } from '../../../machines/money/recentRecipients.ts';
import {
  recipientBookMachine,
  savedRecipientsMachine,
} from '../../../machines/money/savedRecipientsMachine.ts';
import { scanMachine } from '../../../machines/money/scanMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
  transactionsArea,
} from '../../../machines/money/transactionsArea.ts';
import { readTransactionsQuery, transactionsAddress } from '../../../machines/money/transactionsQuery.ts';
import { readTransaction, readTransactions } from '../../../services/history/transactions.ts';
import { readReceiveAddress } from '../../../services/money/addresses.ts';
import { adoptEarlierPayments } from '../../../services/money/earlierPayments.ts';
import { makePayment, requestPaymentQuote } from '../../../services/money/payments.ts';
import { scanCodes } from '../../../services/money/scanCodes.ts';
import { deviceKeysOf } from '../deviceKeys.ts';
import { loader } from '../loader.ts';
import { madeAhead } from '../madeAhead.ts';
import type { Services } from '../services.ts';
import { moneyFlowServices, moving, operationReader } from './moneyFlow.ts';
import { paymentProofs } from './paymentProofs.ts';

/** The address of the form's current tab. */
function formAddress(): string {
  const { tab } = readTransactionsQuery(window.location.search);
  return transactionsAddress(tab === 'receive' ? 'send' : tab);
}

function paymentServices(services: Services) {
  const { http } = services;
  const { actors, actions } = moneyFlowServices('payment', services);
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
          send: fromPromise<Transaction, IdempotentRequest<TransactionQuote>>(
            ({ input: { request, key, proof } }) =>
              moving(services, () =>
                makePayment(
                  { http: deviceKeysOf(services).http, proofs: services.proofs },
                  {
                    kind: paymentKindOf(request),
                    quoteId: request.id,
                    key,
                    proof,
                  },
                ),
              ),
          ),
          readOperation: operationReader(services),
        },
      }),
      stepUp: paymentProofs(formAddress, services),
      // The details in the history read a transaction in the same way.
      receipt: createReceiptMachine<Transaction>('payment').provide({
        actors: {
          load: loader(services, readTransaction),
        },
      }),
    },
    actions,
  };
}

const makeOnce = madeAhead(makeArea);

export function createArea(services: Services) {
  // Of the person who is signed in now.
  adoptEarlierPayments(services.records);
  return makeOnce(services);
}

function makeArea(services: Services) {
  return transactionsArea.provide({
    actors: {
      payment: paymentMachine.provide(paymentServices(services)),
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
      savedRecipients: savedRecipientsMachine.provide({
        actors: {
          book: recipientBookMachine.provide({
            actors: {
              load: loader(services, async (...asked) =>
                (await import('../../../services/addressBook/addressBook.ts')).readAddressBook(...asked),
              ),
            },
          }),
          scan: scanMachine.provide({
            actors: { scanCodes: fromCallback<AnyEventObject>(({ sendBack }) => scanCodes(sendBack)) },
          }),
          recent: recentPaymentsMachine.provide({
            actors: {
              load: loader(services, async (...asked) =>
                (await import('../../../services/history/recentPayments.ts')).readRecentPayments(...asked),
              ),
            },
          }),
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
