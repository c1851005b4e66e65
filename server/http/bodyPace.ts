import type { IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** A body may come as slowly as it likes for so long, in milliseconds. */
  readonly grace: number;
  /** From then on at least so many bytes in a second, on the average since its beginning. */
  readonly leastRate: number;
  /** How often that is looked at, in milliseconds. */
  readonly every: number;
}

/** What a phone with a weak signal does; sixty-four kilobytes of JSON have come by the end of the grace. */
export const weakSignal: BodyLimits = { grace: 20_000, leastRate: 4_096, every: 1_000 };

interface Coming {
  readonly incoming: IncomingMessage;
  readonly since: number;
  /** For how long the server would have taken more, in milliseconds. */
  hungry: number;
}

export interface BodyPace {
  watch(incoming: IncomingMessage): void;
  stop(): void;
}

/**
 * Hands over to `cut` the requests whose bodies trickle: Node's own limit is on the whole request, and long enough for an upload.
 * Time in which the server itself does not read, because the request waits for its turn, is not counted.
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
