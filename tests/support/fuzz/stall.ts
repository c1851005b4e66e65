import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as after } from 'node:timers/promises';

/** The meter's own timer: a delay shorter than this is not seen. */
const resolution = 1;

/** For how many milliseconds at most the event loop stood still while `work` ran. */
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

/** How many milliseconds of a processor this process used while `work` ran: it cannot have held the loop for longer. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

/**
 * At first the time of the processor, which a busy machine does not lengthen; where that is more than `bound`, the shortest of several
 * longest stalls: a machine that is busy with something else is late once or twice, a request that
 * holds the loop is late every time.
 */
export async function certainStall(
  work: () => Promise<unknown>,
  bound: number,
  attempts = 6,
): Promise<number> {
  let least = await processorTime(work);
  for (let attempt = 0; attempt < attempts && least > bound; attempt += 1) {
    least = Math.min(least, await longestStall(work));
  }
  return least;
}
