import type { Page } from '../../../contract/paging.ts';
import type { Loaded } from '../../../contract/reading.ts';
import {
  exportTransactionsCall,
  type Transaction,
  transactionCall,
  transactionsCall,
} from '../../../contract/transactions.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import { saveFile } from '../core/files.ts';
import type { Http } from '../core/http.ts';
import { timeZoneOf } from '../core/timeZone.ts';

/** Adds the browser's time zone to a query with days. */
function inOwnDays(filters: string): string {
  const query = new URLSearchParams(filters);
  if (query.has('date_from') || query.has('date_to')) query.set('time_zone', timeZoneOf());
  return query.toString();
}

/** Reads one page of the history; the key is the query string without `?`. */
export function readTransactions(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Page<Transaction>>> {
  const search = inOwnDays(reading.input.key);
  return cache.read(
    {
      key: `transactions?${search}`,
      fetch: (signal) => http(transactionsCall, { search, signal }),
      lasting: transactionsCall.answer,
    },
    reading,
  );
}

/** Like `readTransactions`, for a search. It is not stored in the browser, where it would displace pages for offline use. */
export function searchTransactions(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Page<Transaction>>> {
  const { key } = reading.input;
  return cache.read(
    { key: `found transactions?${key}`, fetch: (signal) => http(transactionsCall, { search: key, signal }) },
    reading,
  );
}

/** Reads one transaction; the key is its id. */
export function readTransaction(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Transaction>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `transactions/${key}`,
      fetch: async (signal) => (await http(transactionCall, { params: { id: key }, signal })).data,
      lasting: transactionCall.answer.shape.data,
    },
    reading,
  );
}

/** Fetches all transactions that match the filters and saves them under `name`. */
export async function exportTransactions(
  http: Http,
  { input, signal }: { input: { readonly filters: string; readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const text = await http(exportTransactionsCall, { search: inOwnDays(input.filters), signal });
  if (!signal.aborted) saveFile(input.name, text, 'text/csv;charset=utf-8');
}
