import { failureOf } from '../../../contract/failure.ts';
import {
  cancelTransactionCall,
  type PaymentQuoteRequest,
  sendCall,
  type Transaction,
  type TransactionQuote,
  transactionQuoteCall,
  withdrawCall,
} from '../../../contract/transactions.ts';
import type { StepUpProofs } from '../auth/stepUpProofs.ts';
import type { Http } from '../core/http.ts';

export async function requestPaymentQuote(
  http: Http,
  request: PaymentQuoteRequest,
  signal: AbortSignal,
): Promise<TransactionQuote> {
  return (await http(transactionQuoteCall, { body: request, signal })).data;
}

interface Payment {
  readonly kind: 'send' | 'withdraw';
  readonly quoteId: string;
  readonly key: string;
  /** The person's proof for this quote; left out until the server asks for it by STEP_UP_REQUIRED. */
  readonly proof?: string | undefined;
}

interface PaymentWorld {
  readonly http: Http;
  readonly proofs: Pick<StepUpProofs, 'keepOffer'>;
}

/** Pays by a quote. Sent once and never aborted; the same key again gets the first answer again. */
export async function makePayment(
  { http, proofs }: PaymentWorld,
  { kind, quoteId, key, proof }: Payment,
): Promise<Transaction> {
  const call = kind === 'send' ? sendCall : withdrawCall;
  try {
    return (await http(call, { body: { quote_id: quoteId }, key, stepUp: proof })).data;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'STEP_UP_REQUIRED') proofs.keepOffer(quoteId, failure);
    throw error;
  }
}

/** Cancels a payment that has not started to move. */
export async function cancelTransaction(
  http: Http,
  { id, key }: { id: string; key: string },
): Promise<Transaction> {
  return (await http(cancelTransactionCall, { params: { id }, key })).data;
}
