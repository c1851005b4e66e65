import {
  type RateHistory,
  rateHistoryCall,
  type Sparklines,
  sparklinesCall,
} from '../../../contract/rates.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, Reading, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads a token's prices over time; the key is its symbol and the range, `ZST/week`. */
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

/** Reads the prices of all tokens over the last day. */
export function readSparklines(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<Sparklines>> {
  return cache.read(
    { key: 'rates/sparklines', fetch: async (signal) => (await http(sparklinesCall, { signal })).data },
    reading,
  );
}
