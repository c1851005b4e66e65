/** Work that is done again and again. */
export interface Rounds {
  /** Resolves when the round that is running is over. */
  stop(): Promise<unknown>;
}

export interface Hearers {
  /** Hears when it is tried again, too: in so many milliseconds. */
  readonly failed: (error: unknown, pause: number) => void;
  /** The first success, and the first after a failure. */
  readonly recovered: () => void;
}

/** However often it fails, it is tried again within this many milliseconds. */
const longestPause = 30_000;

/** Does `work` that many milliseconds after it was done the last time; after a failure the pause doubles, until it succeeds. */
export function repeat(work: () => Promise<void>, every: number, { failed, recovered }: Hearers): Rounds {
  let isStopped = false;
  let isWell = false;
  let failures = 0;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const pauseNow = () => Math.min(every * 2 ** failures, Math.max(every, longestPause));
  const wait = () => {
    if (!isStopped) timer = setTimeout(run, pauseNow());
  };
  const succeed = () => {
    failures = 0;
    if (!isWell) recovered();
    isWell = true;
  };
  const fail = (error: unknown) => {
    failures += 1;
    isWell = false;
    failed(error, pauseNow());
  };
  const run = () => {
    round = work().then(succeed, fail).then(wait);
  };
  wait();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}
