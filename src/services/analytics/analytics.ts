import { type Analytics, analyticsCall, exportAnalyticsCall } from '../../../contract/analytics.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import { saveFile } from '../core/files.ts';
import type { Http } from '../core/http.ts';

/** Reads the figures; the key is the query string without `?`. */
export function readAnalytics(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Analytics>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `analytics?${key}`,
      fetch: async (signal) => (await http(analyticsCall, { search: key, signal })).data,
    },
    reading,
  );
}

/** Fetches the filtered figures as a table and saves it under `name`. */
export async function exportAnalytics(
  http: Http,
  { input, signal }: { input: { readonly filters: string; readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const text = await http(exportAnalyticsCall, { search: input.filters, signal });
  if (!signal.aborted) saveFile(input.name, text, 'text/csv;charset=utf-8');
}
