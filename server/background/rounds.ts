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

/** The longest pause between tries, in milliseconds. */
const longestPause = 30_000;

/** Does `work` again `every` milliseconds after it finished; after failures the pause doubles, until it succeeds. */
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
  const succeed = async () => {
    failures = 0;
    if (isWell) return;
    try {
      await recovered();
      isWell = true;
    } catch {
      // It is told again after the next round.
    }
  };
  const fail = (error: unknown) => {
    failures += 1;
    isWell = false;
    return failed(error, pauseNow());
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
