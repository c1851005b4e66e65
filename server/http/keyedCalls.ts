import { Refusal } from '../core/refusal.ts';

/** Admits a call with a key, or refuses with RATE_LIMITED and the seconds to wait. */
export type KeyedCallLimit = (ownerId: string, at: Date) => void;

/** Above this number of accounts, those with a full budget are deleted. */
const looksAfter = 10_000;

/**
 * An account may start `perMinute` calls with an `Idempotency-Key` at once, and as many in each minute, because each one writes a row
 * whatever its outcome. Counted in this process, because one more write for each payment would cost more than it saves (decision 158).
 */
export function createKeyedCallLimit(perMinute: number): KeyedCallLimit {
  const every = 60_000 / perMinute;
  const freeAt = new Map<string, number>();
  let lookAt = looksAfter;

  function forgetFree(now: number) {
    for (const [owner, free] of freeAt) if (free <= now) freeAt.delete(owner);
    lookAt = Math.max(looksAfter, 2 * freeAt.size);
  }

  return (ownerId, at) => {
    const now = at.getTime();
    const free = Math.max(now, freeAt.get(ownerId) ?? 0);
    const wait = free - (now + 60_000 - every);
    if (wait > 0) throw new Refusal('RATE_LIMITED', { retryAfter: Math.ceil(wait / 1000) });
    freeAt.set(ownerId, free + every);
    if (freeAt.size > lookAt) forgetFree(now);
  };
}
