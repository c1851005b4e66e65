import type { Failure } from './failure.ts';

/** How long an answer is fresh, in milliseconds (spec section 9). */
const freshness = 300_000;

/** For how many milliseconds what was read then is still fresh; 0 when it is stale. Both moments in the server's time. */
export function untilStale(loadedAt: number, now: number): number {
  return Math.max(0, loadedAt + freshness - now);
}

/** What is read: `key` says which of its kind; `fresh` wants an answer from the server, whatever is cached. */
export interface ReadRequest {
  readonly key: string;
  readonly fresh: boolean;
}

/** What was read. `loadedAt`: when the server answered, in milliseconds of the server's time; earlier than now if it comes from the cache. */
export interface Loaded<Data> {
  readonly data: Data;
  readonly loadedAt: number;
  /** Why it is only what this browser has stored: the server was not reached. */
  readonly failure?: Failure;
}
