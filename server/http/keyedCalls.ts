import { Refusal } from '../core/refusal.ts';
import { type Limit, takeTogether } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';

/** Admits a call with a key, or refuses with RATE_LIMITED and the seconds to wait. */
export type KeyedCallLimit = (ownerId: string, at: Date) => Promise<void>;

/** Above this number of accounts, those without recent calls are deleted. */
const looksAfter = 10_000;

const minute = 60_000;

function callsByAccount(perMinute: number): Limit {
  return { name: 'keyed-call', burst: perMinute, every: minute / perMinute };
}

interface Calls {
  /** When the whole budget is there again, in milliseconds. */
  freeAt: number;
  /** Calls that the database has not been told of, the first of them at `since`. */
  untold: number;
  since: number;
}

/**
 * An account may start `perMinute` calls with an `Idempotency-Key` at once, and as many in each minute, because each one writes a row
 * whatever its outcome. Each server counts its own calls, and tells the others of them by the database, a twelfth of the limit at a time: so
 * a server more is worth less than a twelfth of the limit, and most payments cost no statement (decision 247).
 */
export function createKeyedCallLimit(query: Query, perMinute: number): KeyedCallLimit {
  const limit = callsByAccount(perMinute);
  const { every } = limit;
  const together = Math.max(1, Math.floor(perMinute / 12));
  const calls = new Map<string, Calls>();
  let lookAt = looksAfter;

  /**
   * Whether these calls were counted before a clock that ran ahead was set back. Servers may differ by a minute (decision 113), and
   * a refusal by the database is kept until there is room for several calls.
   */
  const isAhead = ({ freeAt, since }: Calls, now: number) =>
    freeAt > now + 2 * minute + together * every || since > now + minute;

  function forgetOld(now: number) {
    for (const [owner, own] of calls)
      if (isAhead(own, now) || (own.freeAt <= now && own.since <= now - minute)) calls.delete(owner);
    lookAt = Math.max(looksAfter, 2 * calls.size);
  }

  function callsOf(ownerId: string, now: number): Calls {
    const known = calls.get(ownerId);
    if (known && !isAhead(known, now)) return known;
    const fresh = { freeAt: now, untold: 0, since: now };
    calls.set(ownerId, fresh);
    if (calls.size > lookAt) forgetOld(now);
    return fresh;
  }

  /** In milliseconds; negative when a call may start. */
  const waitOf = ({ freeAt }: Calls, now: number) => Math.max(now, freeAt) - (now + minute - every);

  return async (ownerId, at) => {
    const now = at.getTime();
    const own = callsOf(ownerId, now);
    if (waitOf(own, now) > 0) throw limited(waitOf(own, now));
    own.freeAt = Math.max(now, own.freeAt) + every;
    // After a minute they are in nobody's budget any more.
    if (own.untold === 0 || own.since <= now - minute) Object.assign(own, { untold: 0, since: now });
    own.untold += 1;
    if (own.untold < together) return;
    own.untold = 0;
    const { isTaken, wholeAgain } = await takeTogether(query, limit, ownerId, together, at);
    // What other servers have admitted counts here too. Until there is room for as many calls again nothing is asked.
    const room = wholeAgain.getTime() + (isTaken ? 0 : (together - 1) * every);
    own.freeAt = Math.max(own.freeAt, room);
    if (isTaken) return;
    own.untold = together - 1;
    throw limited(waitOf(own, now));
  };
}

function limited(wait: number): Refusal {
  return new Refusal('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}
