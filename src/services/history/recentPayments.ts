import type { Loaded } from '../../../contract/reading.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';
import { searchTransactions } from './transactions.ts';

/** Reads the last twenty transactions each that were sent and withdrawn. */
export async function readRecentPayments(
  http: Http,
  cache: Pick<Cache, 'read'>,
  { input, signal }: ReadingByKey,
): Promise<Loaded<readonly Transaction[]>> {
  const read = (kind: 'send' | 'withdraw') =>
    searchTransactions(http, cache, { input: { ...input, key: `kind=${kind}&per_page=20` }, signal });
  const [sent, withdrawn] = await Promise.all([read('send'), read('withdraw')]);
  return {
    data: [...sent.data.data, ...withdrawn.data.data],
    loadedAt: Math.min(sent.loadedAt, withdrawn.loadedAt),
  };
}
