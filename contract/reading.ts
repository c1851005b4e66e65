import type { Failure } from './failure.ts';

/** How long an answer is fresh, in milliseconds (spec section 9). */
const freshness = 300_000;

/** How much longer data that was read at `loadedAt` is fresh, in milliseconds; 0 when it is stale. Both moments in the server's time. */
export function untilStale(loadedAt: number, now: number): number {
  return Math.max(0, loadedAt + freshness - now);
}

/** A request for data: `key` names the item; `fresh` requires an answer from the server instead of the cache. */
export interface ReadRequest {
  readonly key: string;
  readonly fresh: boolean;
}

/** Data that was read. `loadedAt`: when the server answered, in milliseconds of the server's time; earlier than now if it comes from the cache. */
export interface Loaded<Data> {
  readonly data: Data;
  readonly loadedAt: number;
  /** Why it is only this browser's stored copy: the server was not reached. */
  readonly failure?: Failure;
}
