import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';

/** Receives the progress of reading a body, and can stop it. */
export interface BodyReading {
  /** Reports that more bytes have arrived. */
  count(bytes: number): void;
  /** Reports that the body is complete: its place is no longer taken away. */
  finish(): void;
  readonly signal: AbortSignal;
}

/** Runs an upload when it is its account's turn. */
type UploadPlaces = <T>(userId: string, work: (reading: BodyReading) => Promise<T>) => Promise<T>;

interface Place {
  readonly since: number;
  readonly abort: AbortController;
  read: number;
}

/** How long a body keeps its place at any speed, in milliseconds. */
const patience = 5_000;
/** How often places are checked while an upload waits for one, in milliseconds. */
const lookEvery = 1_000;

const limits = { running: 40, runningOfOne: 4, ofOne: 10, inAll: 400 };

/**
 * Places for uploads. A waiting upload is not read yet, so that a file takes memory only while its upload runs. While uploads
 * wait and all places are taken, the slowest bodies lose theirs; otherwise a few accounts could hold all places with slow bodies.
 */
export function createUploadPlaces(): UploadPlaces {
  const inTurn = createFairQueue(limits);
  const reading = new Set<Place>();
  let running = 0;
  /** The number of waiting uploads of each account. */
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function look() {
    if (waiting.size === 0) {
      if (timer) clearInterval(timer);
      timer = null;
    } else if (running >= limits.running) takeFromSlowest();
  }

  /** Frees one place for each waiting account, since places are given to accounts in turn. */
  function takeFromSlowest() {
    const now = performance.now();
    const rate = ({ read, since }: Place) => read / (now - since);
    const slow = [...reading].filter(({ since }) => now - since >= patience);
    for (const { abort } of slow.sort((one, other) => rate(one) - rate(other)).slice(0, waiting.size)) {
      abort.abort(new Refusal('UNAVAILABLE', { retryAfter: 10 }));
    }
  }

  function countWaiting(userId: string, change: 1 | -1) {
    const count = (waiting.get(userId) ?? 0) + change;
    if (count > 0) waiting.set(userId, count);
    else waiting.delete(userId);
  }

  async function run<T>(work: (reading: BodyReading) => Promise<T>): Promise<T> {
    const place: Place = { since: performance.now(), abort: new AbortController(), read: 0 };
    reading.add(place);
    running += 1;
    try {
      return await work({
        count(bytes) {
          place.read += bytes;
        },
        finish: () => void reading.delete(place),
        signal: place.abort.signal,
      });
    } finally {
      reading.delete(place);
      running -= 1;
    }
  }

  return async <T>(userId: string, work: (reading: BodyReading) => Promise<T>): Promise<T> => {
    let isWaiting = true;
    countWaiting(userId, 1);
    const stopWaiting = () => {
      if (isWaiting) countWaiting(userId, -1);
      isWaiting = false;
    };
    const begin = () => {
      stopWaiting();
      return run(work);
    };
    const done = inTurn(userId, begin).finally(stopWaiting);
    if (isWaiting) {
      look();
      timer ??= setInterval(look, lookEvery).unref();
    }
    return done;
  };
}
