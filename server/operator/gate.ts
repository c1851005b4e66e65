import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { Refusal } from '../core/refusal.ts';
import { type Limit, networkOf, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import { bearerIn, type Operator } from '../http/routes.ts';
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
  const isOwn = createTokenCheck(token);
  return async (shown: string, address: string, at: Date, isUse: boolean): Promise<Operator | null> => {
    if (isOwn(shown)) return localOperator;
    const found = await findOperatorSession(database.query, shown, at, isUse);
    if (found === 'ended') return null;
    if (found) return found;
    log.warn({ event: 'operator_refused', address }, 'security');
    await takeUse(database.query, wrongTokensByAddress, networkOf(address), at);
    return null;
  };
}

/**
 * Admits the scrapers' token, which opens `/metrics` alone, and operators, whose sessions it does not extend. Others are refused with
 * UNAUTHENTICATED.
 */
export function createScraperGate(token: string | null, operatorOf: ReturnType<typeof createOperatorGate>) {
  const isScraper = createTokenCheck(token);
  return async (authorization = '', address: string, at: Date): Promise<void> => {
    const shown = bearerIn(authorization) ?? '';
    if (isScraper(shown) || (await operatorOf(shown, address, at, false))) return;
    throw new Refusal('UNAUTHENTICATED');
  };
}

/** Whether a token is the expected one; none is when that is null. */
function createTokenCheck(token: string | null): (shown: string) => boolean {
  const expected = token === null ? null : digest(token);
  return (shown) => expected !== null && timingSafeEqual(digest(shown), expected);
}

/** Hashed to a fixed length, so that the time of comparing tells nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
