import {
  exportTransactionsCall,
  type Transaction,
  transactionCall,
  transactionsCall,
} from '../../../contract/transactions.ts';
import type { Cache, KeyedReading, Loaded } from '../core/cache.ts';
import { saveFile } from '../core/files.ts';
import type { Http } from '../core/http.ts';

/** One page of the history, and how many lines there are in all. */
export interface TransactionPage {
  readonly data: readonly Transaction[];
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

/** Reads one page of the history; the key is the query behind the `?`. */
export function readTransactions(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: KeyedReading,
): Promise<Loaded<TransactionPage>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `transactions?${key}`,
      retry: true,
      fetch: (signal) => http(transactionsCall, { search: key, signal }),
      lasting: transactionsCall.answer,
    },
    reading,
  );
}

/** Reads one line of the history; the key is its id. */
export function readTransaction(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: KeyedReading,
): Promise<Loaded<Transaction>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `transactions/${key}`,
      retry: true,
      fetch: async (signal) => (await http(transactionCall, { params: { id: key }, signal })).data,
      lasting: transactionCall.answer.shape.data,
    },
    reading,
  );
}

/** Fetches everything that the filters let through and saves it under `name`. */
export async function exportTransactions(
  http: Http,
  { input, signal }: { input: { readonly filters: string; readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const text = await http(exportTransactionsCall, { search: input.filters, signal });
  if (!signal.aborted) saveFile(input.name, text, 'text/csv;charset=utf-8');
}
