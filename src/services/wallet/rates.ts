import { type RateHistory, rateHistoryCall } from '../../../contract/rates.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads what a token was worth; the key is its symbol and the range, `ZST/week`. */
export function readRateHistory(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<RateHistory>> {
  const [symbol = '', range = ''] = reading.input.key.split('/');
  return cache.read(
    {
      key: `rates/${symbol}/${range}`,
      fetch: async (signal) =>
        (await http(rateHistoryCall, { params: { symbol }, search: `range=${range}`, signal })).data,
    },
    reading,
  );
}
