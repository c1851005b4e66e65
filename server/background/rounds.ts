import type { Lease } from './leases.ts';

/** Repeated work. */
export interface Rounds {
  /** Resolves when the running round has finished. */
  stop(): Promise<unknown>;
}

/** Both are waited for before the next round, so what they store has the order of the rounds. */
export interface Hearers {
  /** Is told of a failure, and of the pause in milliseconds before the next try. It does not throw. */
  readonly failed: (error: unknown, pause: number) => Promise<void>;
  /** Is told of the first success, and of the first after a failure; if it throws, of the next one too. */
  readonly recovered: () => Promise<void>;
}

/** The longest pause between tries, and between looks whether another server still does the work, in milliseconds. */
const longestPause = 30_000;

/**
 * Does `work` again `every` milliseconds after it finished; after failures the pause doubles, until it succeeds. With a lease, only
 * while no other server does it.
 */
export function repeat(
  work: () => Promise<void>,
  every: number,
  { failed, recovered }: Hearers,
  lease?: Lease,
): Rounds {
  let isStopped = false;
  let isWell = false;
  let isOthers = false;
  let failures = 0;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const pauseNow = () =>
    isOthers ? Math.min(every, longestPause) : Math.min(every * 2 ** failures, Math.max(every, longestPause));
  const wait = () => {
    if (!isStopped) timer = setTimeout(run, pauseNow());
  };
  const begin = () => (lease ? lease.run(work) : work().then(() => true));
  const succeed = async (isDone: boolean) => {
    failures = 0;
    isOthers = !isDone;
    // Another server's failures are stored in the same place, so a success after it is told again.
    if (isOthers) isWell = false;
    if (isWell || isOthers) return;
    try {
      await recovered();
      isWell = true;
    } catch {
      // It is told again after the next round.
    }
  };
  const fail = (error: unknown) => {
    failures += 1;
    isWell = isOthers = false;
    return failed(error, pauseNow());
  };
  const run = () => {
    round = begin().then(succeed, fail).then(wait);
  };
  wait();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
      // Where the database is out of reach the lease ends by itself.
      await lease?.release().catch(() => undefined);
    },
  };
}
