import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FieldErrors } from '../../contract/rules.ts';
import type { Query } from '../database/db.ts';
import { Refusal } from './refusal.ts';

/** `burst` uses at once; each comes back after `every` milliseconds (generic cell rate algorithm: one timestamp per key). */
export interface Limit {
  readonly name: string;
  readonly burst: number;
  readonly every: number;
  /** Whether subjects are networks (`networkOf`): an IPv6 network also counts for the networks around it, which have larger budgets. */
  readonly byNetwork?: true;
}

const minute = 60_000;

export const registrationsByAddress: Limit = {
  name: 'register-address',
  burst: 30,
  every: 2 * minute,
  byNetwork: true,
};

/**
 * Passwords tried for an account from unknown devices, not known to be right. They lock nobody out:
 * they only raise the price of a captcha, up to its maximum (`guesses.ts`).
 */
export const failuresByAccount: Limit = { name: 'failure-account', burst: 110, every: 10 * minute };
/** The same over all accounts, by network address. */
export const failuresByNetwork: Limit = {
  name: 'failure-network',
  burst: 80,
  every: 5 * minute,
  byNetwork: true,
};
/** Attempts on a known device of the person; when they are used up, it is treated as unknown for a while. */
export const guessesByDevice: Limit = { name: 'guess-device', burst: 10, every: minute };
/** Attempts with the current password in a session, counted per session. */
export const guessesBySession: Limit = { name: 'guess-session', burst: 10, every: minute };
/** Attempts with a password for linking an account of another provider, counted per such account. */
export const guessesByIdentity: Limit = { name: 'guess-identity', burst: 10, every: minute };
/**
 * Six-digit codes tried as a second factor, on a known device and on all others together. Three of a
 * million are valid at a time (decision 106 has the numbers).
 */
export const codesByDevice: Limit = { name: 'code-device', burst: 10, every: 10 * minute };
export const codesByAccount: Limit = { name: 'code-account', burst: 10, every: 30 * minute };
/** Emails that warn of too many codes. */
export const codeAlarms: Limit = { name: 'code-alarm', burst: 1, every: 24 * 60 * minute };
/**
 * Logins of operators: by name from one network, by network over all names, and by name over all networks. By using up the last one,
 * many networks together can keep an operator out for a while.
 */
export const operatorLogins: Limit = { name: 'operator-login', burst: 10, every: 10 * minute };
export const operatorLoginsByNetwork: Limit = {
  name: 'operator-login-network',
  burst: 30,
  every: 2 * minute,
  byNetwork: true,
};
export const operatorLoginsByName: Limit = { name: 'operator-login-name', burst: 100, every: 5 * minute };
/** Messages to sign and ID tokens, by network address. */
export const proofsByAddress: Limit = { name: 'proof-address', burst: 60, every: 10_000, byNetwork: true };
/** Passkey requests of browsers, by network address: a login page makes one each time that it is drawn. */
export const passkeyOptionsByAddress: Limit = {
  name: 'passkey-options',
  burst: 300,
  every: 1_000,
  byNetwork: true,
};
/**
 * Lookups of accounts by email address or username for a payment, by account and by network: few enough that nobody can
 * try a list of names. Repeating a name within a day is free.
 */
export const lookupsByAccount: Limit = { name: 'lookup-account', burst: 10, every: 10 * minute };
export const lookupsByNetwork: Limit = { name: 'lookup-network', burst: 60, every: minute, byNetwork: true };
export const lookupsOfName: Limit = { name: 'lookup-name', burst: 1, every: 24 * 60 * minute };
/** Switching discoverability: the person is notified each time. */
export const discoverabilityByAccount: Limit = {
  name: 'discoverable-account',
  burst: 10,
  every: 10 * minute,
};
export const exportsByAccount: Limit = { name: 'export-account', burst: 1, every: 5 * minute };
/** The verification email, by whoever is logged in. */
export const confirmationsByAccount: Limit = { name: 'confirmation-account', burst: 1, every: minute };
/** Emails requested by one network address, to any recipient (`email/admission.ts` limits those to one address). */
export const emailsByNetwork: Limit = { name: 'email-network', burst: 20, every: minute, byNetwork: true };

/** A use that somebody wants to take of a limit. */
interface Asked {
  readonly limit: Limit;
  readonly subject: string;
  readonly at: Date;
}

/**
 * Takes one use, before the work that it pays for. RATE_LIMITED with the seconds to wait when there is none left; if `fields` are given,
 * with their rule and the moment of the next use.
 */
export async function takeUse(
  query: Query,
  limit: Limit,
  subject: string,
  at: Date,
  fields?: FieldErrors,
): Promise<void> {
  const full = await takeAlone(query, { limit, subject, at });
  if (full) throw limited(full.limit, await freeAt(query, full, at), at, fields);
}

/** Takes several uses together, or none of them. Answers whether it did, and when all uses will have come back. Not for networks. */
export async function takeTogether(
  query: Query,
  limit: Limit,
  subject: string,
  uses: number,
  at: Date,
): Promise<{ readonly isTaken: boolean; readonly wholeAgain: Date }> {
  const count = { limit, subject, share: 1 };
  const taken = await takeCounts(
    query,
    Array.from({ length: uses }, () => ({ at, ...count })),
  );
  return { isTaken: taken.size > 0, wholeAgain: new Date(await freeAt(query, count, at)) };
}

/** Takes a use for each of many requests, with one statement unless a limit is used up. Answers the refusals of those that got none. */
export async function takeUses(query: Query, asked: readonly Asked[]): Promise<readonly (Refusal | null)[]> {
  const each = asked.map((request) => ({ request, counts: countsOf(request.limit, request.subject) }));
  const taken = await takeCounts(
    query,
    each.flatMap(({ request: { at }, counts }) => counts.map((count) => ({ at, ...count }))),
  );
  const isTaken = (count: Count) => taken.has(keyOf(count));
  for (const { counts } of each) {
    if (counts.every(isTaken)) continue;
    for (const count of counts.filter(isTaken)) await giveBackOne(query, count);
  }
  const refusals: (Refusal | null)[] = [];
  // When one count has too little for all of its requests, each of them is judged alone.
  for (const { request, counts } of each) {
    const full = counts.every(isTaken) ? null : await takeAlone(query, request);
    refusals.push(full && limited(full.limit, await freeAt(query, full, request.at), request.at));
  }
  return refusals;
}

/** Refuses like `takeUse` without taking a use, for an early check. */
export async function requireUse(query: Query, limit: Limit, subject: string, at: Date): Promise<void> {
  for (const count of countsOf(limit, subject)) {
    const free = await freeAt(query, count, at);
    if (free > latestFor(count.limit, at).getTime()) throw limited(count.limit, free, at);
  }
}

function limited(limit: Limit, freeAt: number, at: Date, fields?: FieldErrors): Refusal {
  const wait = freeAt - latestFor(limit, at).getTime();
  return new Refusal('RATE_LIMITED', {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    ...(fields && { fields, until: new Date(at.getTime() + wait) }),
  });
}

/** Takes one use if there is one left. */
export async function tryUse(query: Query, limit: Limit, subject: string, at: Date): Promise<boolean> {
  return (await takeAlone(query, { limit, subject, at })) === null;
}

/** A counter of uses. */
interface Count {
  readonly limit: Limit;
  readonly subject: string;
  /** Its budget as a multiple of the narrowest counter's. */
  readonly share: number;
}

/** The narrowest first. */
function countsOf(limit: Limit, subject: string): readonly Count[] {
  const own = { limit, subject, share: 1 };
  if (!limit.byNetwork) return [own];
  const around = networksAround(subject).map(({ network, share }) => {
    const { name, burst, every } = limit;
    return {
      limit: { name, burst: burst * share, every: Math.ceil(every / share) },
      subject: network,
      share,
    };
  });
  return [own, ...around];
}

/** Takes a use of all counters, or of none: then answers the first that has none left. */
async function takeAlone(query: Query, { limit, subject, at }: Asked): Promise<Count | null> {
  const counts = countsOf(limit, subject);
  for (const [index, count] of counts.entries()) {
    if ((await takeCounts(query, [{ ...count, at }])).size > 0) continue;
    for (const taken of counts.slice(0, index)) await giveBackOne(query, taken);
    return count;
  }
  return null;
}

/** Takes a use for each entry. Answers the keys that had enough left for all their entries; of the others nothing is taken. */
async function takeCounts(
  query: Query,
  counts: readonly (Count & { readonly at: Date })[],
): Promise<ReadonlySet<string>> {
  const wanted = new Map<string, { readonly limit: Limit; readonly at: Date; uses: number }>();
  for (const { at, ...count } of counts) {
    const key = keyOf(count);
    const found = wanted.get(key);
    if (found) found.uses += 1;
    else wanted.set(key, { limit: count.limit, at, uses: 1 });
  }
  const possible = [...wanted].filter(([, { limit, uses }]) => uses <= limit.burst);
  const taken = await query<{ key: string }>(
    // Sorted, so that servers do not wait for each other in a circle.
    `WITH given AS (SELECT *
       FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
       AS given (key, at, next, latest, furthest))
     INSERT INTO throttles AS kept (key, free_at) SELECT key, next FROM given ORDER BY key
     ON CONFLICT (key) DO UPDATE
       SET free_at = (
         SELECT CASE WHEN kept.free_at > furthest THEN next ELSE greatest(kept.free_at, at) + (next - at) END
         FROM given WHERE given.key = kept.key
       )
       WHERE (SELECT kept.free_at <= latest OR kept.free_at > furthest FROM given WHERE given.key = kept.key)
     RETURNING key`,
    [
      possible.map(([key]) => key),
      possible.map(([, { at }]) => at),
      possible.map(([, { limit, at, uses }]) => new Date(at.getTime() + uses * limit.every)),
      possible.map(([, { limit, at, uses }]) => latestFor(limit, at, uses)),
      possible.map(([, { limit, at }]) => furthestFor(limit, at)),
    ],
  );
  return new Set(taken.map(({ key }) => key));
}

/**
 * Records one use where uses are counted and never refused: above the burst the count stays. Answers the count with this use; for a network the
 * largest of its counts, each divided by its share.
 */
export async function recordUse(query: Query, limit: Limit, subject: string, at: Date): Promise<number> {
  let most = 0;
  for (const count of countsOf(limit, subject))
    most = Math.max(most, Math.floor((await recordOne(query, count, at)) / count.share));
  return most;
}

async function recordOne(query: Query, { limit, subject }: Count, at: Date): Promise<number> {
  const [kept] = await query<{ free_at: Date }>(
    `INSERT INTO throttles AS kept (key, free_at) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE
       SET free_at = CASE WHEN kept.free_at > $5::timestamptz THEN $2::timestamptz
         ELSE least(greatest(kept.free_at, $3::timestamptz) + ($2::timestamptz - $3::timestamptz), $4) END
     RETURNING free_at`,
    [
      keyOf({ limit, subject }),
      new Date(at.getTime() + limit.every),
      at,
      new Date(at.getTime() + limit.burst * limit.every),
      furthestFor(limit, at),
    ],
  );
  return kept ? countOf(limit, kept.free_at.getTime(), at) : 1;
}

/** From when one more use may be taken: `at`, or later. */
export async function nextUse(query: Query, limit: Limit, subject: string, at: Date): Promise<Date> {
  let next = at.getTime();
  for (const count of countsOf(limit, subject)) {
    const { burst, every } = count.limit;
    next = Math.max(next, (await freeAt(query, count, at)) - (burst - 1) * every);
  }
  return new Date(next);
}

/** The number of used-up uses, otherwise like `recordUse`. */
export async function usesOf(query: Query, limit: Limit, subject: string, at: Date): Promise<number> {
  let most = 0;
  for (const count of countsOf(limit, subject)) {
    const uses = countOf(count.limit, await freeAt(query, count, at), at);
    most = Math.max(most, Math.floor(uses / count.share));
  }
  return most;
}

function countOf({ every }: Limit, freeAt: number, at: Date): number {
  return Math.max(0, Math.ceil((freeAt - at.getTime()) / every));
}

async function freeAt(query: Query, { limit, subject }: Count, at: Date): Promise<number> {
  const [kept] = await query<{ free_at: Date }>('SELECT free_at FROM throttles WHERE key = $1', [
    keyOf({ limit, subject }),
  ]);
  if (!kept || kept.free_at > furthestFor(limit, at)) return at.getTime();
  return kept.free_at.getTime();
}

/** The latest time from which all uses may be free if `uses` more are to be taken. */
function latestFor({ burst, every }: Limit, at: Date, uses = 1): Date {
  return new Date(at.getTime() + (burst - uses) * every);
}

/**
 * The latest time from which all uses can be free, with the minute by which servers may differ (decision 113). A later one was stored
 * before a clock that ran ahead was set back, and counts as no use at all.
 */
function furthestFor({ burst, every }: Limit, at: Date): Date {
  return new Date(at.getTime() + burst * every + minute);
}

export async function giveBackUse(query: Query, limit: Limit, subject: string): Promise<void> {
  for (const count of countsOf(limit, subject)) await giveBackOne(query, count);
}

async function giveBackOne(query: Query, { limit, subject }: Count): Promise<void> {
  const step = new Date(limit.every);
  await query('UPDATE throttles SET free_at = free_at - ($2::timestamptz - $3::timestamptz) WHERE key = $1', [
    keyOf({ limit, subject }),
    step,
    new Date(0),
  ]);
}

/** Returns all uses. Not for networks, whose surrounding networks also count others' uses. */
export async function giveBackAll(query: Query, limit: Limit, subject: string): Promise<void> {
  await query('DELETE FROM throttles WHERE key = $1', [keyOf({ limit, subject })]);
}

// Hashed, because people sometimes type passwords into email fields.
function keyOf({ limit, subject }: Pick<Count, 'limit' | 'subject'>): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** The network of one caller: an IPv4 address, or the /64 network of an IPv6 subscriber. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An IPv6 subscriber gets a /64, a /56 or a /48, and some get many of them, so wider networks have larger budgets. */
const wider = [
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const;

/** The networks around a /64 in the format of `networkOf`, nearest first; none for anything else. */
export function networksAround(
  network: string,
): readonly { readonly network: string; readonly share: number }[] {
  const groups = network.split(':');
  if (groups.length !== 4) return [];
  return wider.map(({ bits, share }) => {
    const kept = groups.slice(0, 3);
    const last = Number.parseInt(groups[3] ?? '', 16);
    if (bits > 48) kept.push((last & ~(2 ** (64 - bits) - 1)).toString(16));
    return { network: `${kept.join(':')}::/${bits}`, share };
  });
}
