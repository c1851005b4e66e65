import { Refusal } from './refusal.ts';

interface Limits {
  /** The most that run at once in total. */
  readonly running: number;
  /** The most that run for one subject. Fewer than `running` keeps a place free for others. */
  readonly runningOfOne: number;
  /** The most of one subject that run or wait. More are refused with RATE_LIMITED. */
  readonly ofOne: number;
  /** The most in total that run or wait. More are refused with UNAVAILABLE. */
  readonly inAll: number;
}

/**
 * Runs `work` when it is its subject's turn. The subject is whoever could overload the queue: an account's id when
 * somebody is signed in, otherwise a network (`networkOf`).
 */
export type FairQueue = <T>(subject: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Seconds after which a refused caller may retry. */
const retryAfter = 2;

/** A bounded queue with a line for each subject; free places go to the subjects in turn (round robin). */
export function createFairQueue(limits: Limits): FairQueue {
  const lines = new Map<string, Line>();
  /** The subjects with waiting work, the next one first. */
  const turns = new Set<string>();
  let running = 0;
  let waiting = 0;

  function takePlace(subject: string): Line {
    const line = lines.get(subject) ?? { running: 0, waiting: [] };
    if (line.running + line.waiting.length >= limits.ofOne) {
      throw new Refusal('RATE_LIMITED', { retryAfter });
    }
    if (running + waiting >= limits.inAll) throw new Refusal('UNAVAILABLE', { retryAfter });
    lines.set(subject, line);
    return line;
  }

  const mayRun = (line: Line) => running < limits.running && line.running < limits.runningOfOne;

  function begin(line: Line) {
    running += 1;
    line.running += 1;
  }

  function wait(subject: string, line: Line): Promise<void> {
    waiting += 1;
    turns.add(subject);
    return new Promise((resolve) => line.waiting.push(resolve));
  }

  function end(subject: string, line: Line) {
    running -= 1;
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(subject);
    for (const next of turns) {
      const theirs = lines.get(next);
      if (theirs && mayRun(theirs)) return admitNext(next, theirs);
    }
  }

  function admitNext(subject: string, line: Line) {
    const admit = line.waiting.shift();
    turns.delete(subject);
    if (line.waiting.length > 0) turns.add(subject);
    waiting -= 1;
    begin(line);
    admit?.();
  }

  return async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    const line = takePlace(subject);
    if (mayRun(line)) begin(line);
    else await wait(subject, line);
    try {
      return await work();
    } finally {
      end(subject, line);
    }
  };
}
