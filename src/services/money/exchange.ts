import {
  type Exchange,
  type ExchangeQuote,
  type ExchangeQuoteRequest,
  exchangeCall,
  exchangeQuoteCall,
  exchangesCall,
} from '../../../contract/exchange.ts';
import type { Page } from '../../../contract/paging.ts';
import { type Rates, ratesCall } from '../../../contract/rates.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, Reading, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

export async function requestExchangeQuote(
  http: Http,
  request: ExchangeQuoteRequest,
  signal: AbortSignal,
): Promise<ExchangeQuote> {
  return (await http(exchangeQuoteCall, { body: request, signal })).data;
}

/** Exchanges by a quote. Sent once and never aborted; the same key again gets the first answer again. */
export async function makeExchange(
  http: Http,
  { quoteId, key }: { quoteId: string; key: string },
): Promise<Exchange> {
  return (await http(exchangeCall, { body: { quote_id: quoteId }, key })).data;
}

/** Reads one page of the exchanges; the key is the query string without `?`. */
export function readExchanges(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Page<Exchange>>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `exchange?${key}`,
      fetch: (signal) => http(exchangesCall, { search: key, signal }),
      lasting: exchangesCall.answer,
    },
    reading,
  );
}

export function readRates(http: Http, cache: Pick<Cache, 'read'>, reading: Reading): Promise<Loaded<Rates>> {
  return cache.read(
    {
      key: 'rates',
      fetch: async (signal) => (await http(ratesCall, { signal })).data,
      lasting: ratesCall.answer.shape.data,
    },
    reading,
  );
}
