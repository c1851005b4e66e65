import type { Transaction } from '../../contract/transactions.ts';
import type { Cache, Loaded } from '../services/cache.ts';
import type { Http } from '../services/http.ts';
import {
  exportTransactions,
  readTransaction,
  readTransactions,
  type TransactionPage,
} from '../services/transactions.ts';

type KeyedReading = Parameters<typeof readTransactions>[2];

/** What the history's screen reaches. Apart from the other data, because nobody who looks at balances needs it. */
export interface History {
  page(reading: KeyedReading): Promise<Loaded<TransactionPage>>;
  line(reading: KeyedReading): Promise<Loaded<Transaction>>;
  save(wish: Parameters<typeof exportTransactions>[1]): Promise<void>;
}

export function createHistory(http: Http, cache: Pick<Cache, 'read'>): History {
  return {
    page: (reading) => readTransactions(http, cache, reading),
    line: (reading) => readTransaction(http, cache, reading),
    save: (wish) => exportTransactions(http, wish),
  };
}
