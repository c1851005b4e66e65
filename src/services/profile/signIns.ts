import type { Page } from '../../../contract/paging.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { type SignIn, signInsCall } from '../../../contract/signIns.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads one page of the sign-ins; the key is its number. Always from the server, because the newest sign-ins matter most. */
export function readSignIns(
  http: Http,
  cache: Pick<Cache, 'read'>,
  { input: { key }, signal }: ReadingByKey,
): Promise<Loaded<Page<SignIn>>> {
  return cache.read(
    { key: `signIns/${key}`, fetch: (signal) => http(signInsCall, { search: `page=${key}`, signal }) },
    { input: { fresh: true }, signal },
  );
}
