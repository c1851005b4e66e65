import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** How long a body may arrive at any speed, in milliseconds. */
  readonly grace: number;
  /** After that, the least average rate since its start, in bytes per second. */
  readonly leastRate: number;
  /** How often the rate is checked, in milliseconds. */
  readonly every: number;
}

/** The rate of a phone with a weak signal; 64 kB of JSON arrive within the grace period. */
export const weakSignal: BodyLimits = { grace: 20_000, leastRate: 4_096, every: 1_000 };

interface Coming {
  readonly incoming: IncomingMessage;
  readonly since: number;
  /** How long the server was ready to read, in milliseconds. */
  hungry: number;
}

export interface BodyPace {
  watch(incoming: IncomingMessage): void;
  stop(): void;
}

/**
 * Passes requests whose bodies arrive too slowly to `cut`: Node's own limit is for the whole request, and long enough for an upload.
 * Time in which the server does not read, because the request waits in a queue, is not counted.
 */
export function createBodyPace(limits: BodyLimits, cut: (incoming: IncomingMessage) => void): BodyPace {
  const coming = new Set<Coming>();

  function look() {
    for (const each of coming) {
      const { incoming } = each;
      if (incoming.complete || incoming.destroyed) coming.delete(each);
      else if (incoming.readableLength < incoming.readableHighWaterMark) judge(each);
    }
  }

  function judge(each: Coming) {
    each.hungry += limits.every;
    if (each.hungry <= limits.grace) return;
    const read = each.incoming.socket.bytesRead - each.since;
    if (read >= (limits.leastRate * each.hungry) / 1_000) return;
    coming.delete(each);
    cut(each.incoming);
  }

  const timer = setInterval(look, limits.every);
  timer.unref();
  return {
    watch(incoming) {
      if (!incoming.complete) coming.add({ incoming, since: incoming.socket.bytesRead, hungry: 0 });
    },
    stop: () => clearInterval(timer),
  };
}
