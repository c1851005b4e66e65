import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';

/** The meter's own timer: a delay shorter than this is not seen. */
const resolution = 1;

/** For how many milliseconds at most the event loop stood still while `work` ran, by the clock on the wall. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const meter = monitorEventLoopDelay({ resolution });
  meter.enable();
  await after(resolution);
  meter.reset();
  await work();
  // What the last turn held back is told by the timer behind it.
  await after(2 * resolution);
  meter.disable();
  return Number.isFinite(meter.max) ? meter.max / 1e6 : 0;
}

/** How many milliseconds of a processor this thread has used; null where the system does not tell (it is Linux that does). */
function processorTime(): number | null {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}

/** The most of a processor's time that one turn of the event loop took while `work` ran: a busy machine does not lengthen it. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let last = processorTime();
  if (last === null) return longestStall(work);
  let longest = 0;
  let isOver = false;
  const turns = new Promise<void>((resolve) => {
    const turn = () => {
      const now = processorTime() ?? 0;
      longest = Math.max(longest, now - (last ?? now));
      last = now;
      if (isOver) resolve();
      else setImmediate(turn);
    };
    setImmediate(turn);
  });
  await work();
  isOver = true;
  await turns;
  return longest;
}

/** What `referenceWork` takes at least on the machine on which the bounds were set, in milliseconds. */
const referenceTime = 10;

/** Objects, sorting, text and hashing, as an answer is made of. */
function referenceWork(): string {
  const rows = Array.from({ length: 6_000 }, (_, place) => ({
    id: `row-${(place * 7919) % 6007}`,
    at: new Date(place * 1e6).toISOString(),
  }));
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  const text = JSON.stringify(rows);
  return createHash('sha256')
    .update(text)
    .update(String(JSON.parse(text).length))
    .digest('hex');
}

/** How many times slower this machine is at this moment than the one on which the bounds were set; 1 for a faster one. */
async function slowness(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 7; attempt += 1) {
    least = Math.min(least, await longestTurn(async () => void referenceWork()));
  }
  return Math.max(1, least / referenceTime);
}

/**
 * The shortest of several longest turns: the collector or the compiler is late once or twice, a request that holds the loop every time.
 * Above the bound it is told in milliseconds of the machine on which the bounds were set: other work slows down memory and processor.
 */
export async function certainStall(
  work: () => Promise<unknown>,
  bound: number,
  attempts = 5,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > bound; attempt += 1) {
    least = Math.min(least, await longestTurn(work));
  }
  return least > bound ? least / (await slowness()) : least;
}
