import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { type Limit, networkOf, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { Operator } from '../http/routes.ts';
import { localOperator } from './operators.ts';
import { findOperatorSession } from './sessions.ts';

/** Wrong tokens of one network address: ten, then one every six seconds. */
export const wrongTokensByAddress: Limit = {
  name: 'operator-address',
  burst: 10,
  every: 6_000,
  byNetwork: true,
};

interface World {
  readonly database: Db;
  readonly log: Logger;
  /** The server's own token; null when it gives no access. */
  readonly token: string | null;
}

/**
 * Answers the operator of a session or token, and null for a wrong one. RATE_LIMITED for an address with too many wrong ones; a right one
 * is accepted even then, so that an attacker cannot lock operators out.
 */
export function createOperatorGate({ database, log, token }: World) {
  const expected = token === null ? null : digest(token);
  return async (shown: string, address: string, at: Date, isUse: boolean): Promise<Operator | null> => {
    if (expected !== null && timingSafeEqual(digest(shown), expected)) return localOperator;
    const found = await findOperatorSession(database.query, shown, at, isUse);
    if (found === 'ended') return null;
    if (found) return found;
    log.warn({ event: 'operator_refused', address }, 'security');
    await takeUse(database.query, wrongTokensByAddress, networkOf(address), at);
    return null;
  };
}

/** Hashed to a fixed length, so that the time of comparing tells nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
