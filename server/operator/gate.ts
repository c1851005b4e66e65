import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { type Limit, networkOf, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';

/** Wrong tokens of one network address: ten, then one every six seconds. */
const wrongTokensByAddress: Limit = { name: 'operator-address', burst: 10, every: 6_000 };

interface World {
  readonly database: Db;
  readonly log: Logger;
  readonly token: string;
}

/**
 * Answers the operator's name for the right token, and null for a wrong one. RATE_LIMITED for an address that shows too many wrong
 * ones; the right one is taken even then, so that nobody keeps the operator out.
 */
export function createOperatorGate({ database, log, token }: World) {
  const expected = digest(token);
  return async (shown: string, address: string, at: Date): Promise<string | null> => {
    if (timingSafeEqual(digest(shown), expected)) return 'operator';
    log.warn({ event: 'operator_refused', address }, 'security');
    await takeUse(database.query, wrongTokensByAddress, networkOf(address), at);
    return null;
  };
}

/** Of one length, so that comparing tells nothing of how much was right. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
