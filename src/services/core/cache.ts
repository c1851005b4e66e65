import { QueryClient } from '@tanstack/query-core';
import type * as z from 'zod/mini';
import { failureOf } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { type Loaded, type ReadRequest, untilStale } from '../../../contract/reading.ts';
import type { Clock } from './clock.ts';
import type { LastRead } from './lastRead.ts';

/** A request to read something; aborting `signal` ends the read. */
export interface Reading {
  readonly input: Pick<ReadRequest, 'fresh'>;
  readonly signal: AbortSignal;
}

/** Like `Reading`, for data that is read by a key. */
export interface ReadingByKey extends Reading {
  readonly input: ReadRequest;
}

interface Query<Data> {
  readonly key: string;
  fetch(signal: AbortSignal): Promise<Data>;
  /**
   * Keeps a failure like an answer: the read is not retried, unlike all others (spec section 9), and not repeated within five
   * minutes, unless a person asks for it.
   */
  readonly keepsFailure?: boolean;
  /** The schema of data that this browser stores for when the server cannot be reached. Without it nothing is stored. */
  readonly lasting?: z.core.$ZodType<Data>;
}

/** Answers read from the server, fresh for five minutes, deleted with the session. */
export interface Cache {
  read<Data>(query: Query<Data>, reading: Reading): Promise<Loaded<Data>>;
  put<Data>(key: string, data: Data): void;
  /** Marks all answers as outdated: the next reader gets a new one from the server. */
  outdate(): void;
  /** Resolves when no read is running any more. */
  settled(): Promise<void>;
  /** Deletes everything; running reads are aborted. */
  clear(): void;
}

/** Failures that may pass within a second; only these are retried. */
const passing: readonly FailureCode[] = ['NETWORK', 'INTERNAL', 'UNAVAILABLE'];

/** Spec section 9: no refetch on focus, 1 retry, fresh for 300000 ms. */
export function createCache(clock: Clock, lastRead: LastRead): Cache {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A request without a connection fails at once instead of waiting for one.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
  let readers = new Map<string, number>();
  /** The keys whose forced reads began in this task. */
  const begun = new Set<string>();
  const failures = new Map<string, { readonly error: unknown; readonly at: number }>();

  function throwKept(key: string): void {
    const failed = failures.get(key);
    if (failed && untilStale(failed.at, clock.now()) > 0) throw failed.error;
  }

  /** Ends a running read that started before the data changed; its waiting readers get the answer of the next read. */
  function supersede(key: string): void {
    if (begun.has(key)) return;
    begun.add(key);
    setTimeout(() => begun.delete(key));
    void client.cancelQueries({ queryKey: [key] }, { silent: true });
  }

  return {
    async read({ key, fetch, lasting, keepsFailure = false }, { input, signal }) {
      const queryKey = [key];
      const mine = readers;
      mine.set(key, (mine.get(key) ?? 0) + 1);
      const leave = () => {
        const left = (mine.get(key) ?? 1) - 1;
        mine.set(key, left);
        // Aborts a read that nobody waits for any more, so that a later reader does not join one that hangs.
        if (left === 0 && signal.aborted && mine === readers) void client.cancelQueries({ queryKey });
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        if (input.fresh) supersede(key);
        else throwKept(key);
        const known = client.getQueryData<Loaded<unknown>>(queryKey);
        const isFresh = !input.fresh && known && untilStale(known.loadedAt, clock.now()) > 0;
        return await client.query({
          queryKey,
          queryFn: async (context) => {
            const keep = lasting && lastRead.keeper(key);
            failures.delete(key);
            const data = await fetch(context.signal).catch((error: unknown) => {
              if (keepsFailure && !context.signal.aborted) failures.set(key, { error, at: clock.now() });
              throw error;
            });
            const loaded = { data, loadedAt: clock.now() };
            if (!context.signal.aborted) keep?.(loaded);
            return loaded;
          },
          retry: (count, error) => !keepsFailure && count < 1 && passing.includes(failureOf(error).code),
          staleTime: isFresh ? Number.POSITIVE_INFINITY : 0,
        });
      } catch (error) {
        const failure = failureOf(error);
        const found = lasting && !input.fresh && failure.code === 'NETWORK' && lastRead.find(key, lasting);
        if (!found) throw error;
        return { ...found, failure };
      } finally {
        signal.removeEventListener('abort', leave);
        if (!signal.aborted) leave();
      }
    },
    put(key, data) {
      failures.delete(key);
      client.setQueryData([key], { data, loadedAt: clock.now() });
    },
    outdate() {
      failures.clear();
      void client.invalidateQueries({ refetchType: 'none' });
    },
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          if (client.isFetching() > 0) return;
          stop();
          resolve();
        };
        const stop = client.getQueryCache().subscribe(look);
        look();
      }),
    clear() {
      lastRead.forget();
      client.clear();
      failures.clear();
      readers = new Map();
    },
  };
}
