import { fromPromise } from 'xstate';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { ReadingByKey } from '../../services/core/cache.ts';
import type { Http } from '../../services/core/http.ts';
import type { Data } from './data.ts';
import type { Services } from './services.ts';

/** The `load` of a resource. The cache's code loads with the first read. */
export function loader<Answer>(
  { http, data }: Pick<Services, 'http' | 'data'>,
  read: (http: Http, data: Data, reading: ReadingByKey) => Promise<Loaded<Answer>>,
) {
  return fromPromise<Loaded<Answer>, ReadRequest>(async (reading) => read(http, await data(), reading));
}
