import {
  type Position,
  positionCall,
  type TotalHistory,
  totalHistoryCall,
} from '../../../contract/portfolio.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads the value of the balances over time; the key is the range. */
export function readTotalHistory(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<TotalHistory>> {
  const { key: range } = reading.input;
  return cache.read(
    {
      key: `wallet/history/${range}`,
      fetch: async (signal) => (await http(totalHistoryCall, { search: `range=${range}`, signal })).data,
    },
    reading,
  );
}

/** Reads the cost of a token's position; the key is its symbol. */
export function readPosition(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Position>> {
  const { key: symbol } = reading.input;
  return cache.read(
    {
      key: `wallet/tokens/${symbol}`,
      fetch: async (signal) => (await http(positionCall, { params: { symbol }, signal })).data,
    },
    reading,
  );
}
