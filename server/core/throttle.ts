import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FieldErrors } from '../../contract/rules.ts';
import type { Query } from '../database/db.ts';
import { Refusal } from './refusal.ts';

/** `burst` uses at once; each comes back `every` milliseconds (generic cell rate algorithm: one timestamp a key). */
export interface Limit {
  readonly name: string;
  readonly burst: number;
  readonly every: number;
}

const minute = 60_000;

export const registrationsByAddress: Limit = { name: 'register-address', burst: 30, every: 2 * minute };

/**
 * Passwords that were tried for an account from devices that it does not know, wrong ones as far as is known. They lock nobody out:
 * they are what a captcha's price grows with, up to more than its dearest (`guesses.ts`).
 */
export const failuresByAccount: Limit = { name: 'failure-account', burst: 110, every: 10 * minute };
/** The same over all accounts, by network address. */
export const failuresByNetwork: Limit = { name: 'failure-network', burst: 80, every: 5 * minute };
/** Tries on a device that its person has signed in on; then it is a stranger's for a while. */
export const guessesByDevice: Limit = { name: 'guess-device', burst: 10, every: minute };
/** Tries of the current password by whoever has a session, each session for itself. */
export const guessesBySession: Limit = { name: 'guess-session', burst: 10, every: minute };
/** Passwords that are tried to link an account of another provider, by that account. */
export const guessesByIdentity: Limit = { name: 'guess-identity', burst: 10, every: minute };
/**
 * Six-digit codes that were tried as a second factor: on a device that its person has signed in on, and from all others together. Three of a
 * million are good at a time (decision 106 has the numbers).
 */
export const codesByDevice: Limit = { name: 'code-device', burst: 10, every: 10 * minute };
export const codesByAccount: Limit = { name: 'code-account', burst: 10, every: 30 * minute };
/** Emails about too many of them. */
export const codeAlarms: Limit = { name: 'code-alarm', burst: 1, every: 24 * 60 * minute };
/**
 * Logins of operators: by name from one network, by network over all names, and by name over all networks. The last is what many networks
 * together can use up to keep an operator out for a while.
 */
export const operatorLogins: Limit = { name: 'operator-login', burst: 10, every: 10 * minute };
export const operatorLoginsByNetwork: Limit = {
  name: 'operator-login-network',
  burst: 30,
  every: 2 * minute,
};
export const operatorLoginsByName: Limit = { name: 'operator-login-name', burst: 100, every: 5 * minute };
/** Messages to sign and ID tokens, by network address. */
export const proofsByAddress: Limit = { name: 'proof-address', burst: 60, every: 10_000 };
/** What a browser asks for a passkey with, by network address: a login page asks for it each time that it is drawn. */
export const passkeyOptionsByAddress: Limit = { name: 'passkey-options', burst: 300, every: 1_000 };
/**
 * Accounts that somebody looks for by email address or username to pay them, by account and by network: few enough that nobody goes through a
 * list of names with it. To ask for the same name again costs nothing for a day.
 */
export const lookupsByAccount: Limit = { name: 'lookup-account', burst: 10, every: 10 * minute };
export const lookupsByNetwork: Limit = { name: 'lookup-network', burst: 60, every: minute };
/** By account and name. */
export const lookupsOfName: Limit = { name: 'lookup-name', burst: 1, every: 24 * 60 * minute };
/** Switching that on and off: its person is told each time. */
export const discoverabilityByAccount: Limit = {
  name: 'discoverable-account',
  burst: 10,
  every: 10 * minute,
};
/** Files with everything that is kept of an account. */
export const exportsByAccount: Limit = { name: 'export-account', burst: 1, every: 5 * minute };
/** Emails to one address, and emails that one network address requests. */
export const emailsByRecipient: Limit = { name: 'email-recipient', burst: 3, every: 20 * minute };
/** The verification email, by whoever is logged in. */
export const confirmationsByAccount: Limit = { name: 'confirmation-account', burst: 1, every: minute };
export const emailsByNetwork: Limit = { name: 'email-network', burst: 20, every: minute };

/**
 * Takes one use, before the work that it pays for. RATE_LIMITED with the seconds to wait when there is none left; where it is one of several
 * `fields` that used them up, with its rule and the moment of the next.
 */
export async function takeUse(
  query: Query,
  limit: Limit,
  subject: string,
  at: Date,
  fields?: FieldErrors,
): Promise<void> {
  if (await tryUse(query, limit, subject, at)) return;
  throw limited(limit, await freeAt(query, limit, subject, at), at, fields);
}

/** Refuses as `takeUse` does without taking anything: before what is checked first. */
export async function requireUse(query: Query, limit: Limit, subject: string, at: Date): Promise<void> {
  const free = await freeAt(query, limit, subject, at);
  if (free > latestFor(limit, at).getTime()) throw limited(limit, free, at);
}

function limited(limit: Limit, freeAt: number, at: Date, fields?: FieldErrors): Refusal {
  const wait = freeAt - latestFor(limit, at).getTime();
  return new Refusal('RATE_LIMITED', {
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    ...(fields && { fields, until: new Date(at.getTime() + wait) }),
  });
}

/** Takes one use if there is one. */
export async function tryUse(query: Query, limit: Limit, subject: string, at: Date): Promise<boolean> {
  const taken = await query(
    `INSERT INTO throttles AS kept (key, free_at) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE
       SET free_at = greatest(kept.free_at, $3::timestamptz) + ($2::timestamptz - $3::timestamptz)
       WHERE kept.free_at <= $4
     RETURNING key`,
    [keyOf(limit, subject), new Date(at.getTime() + limit.every), at, latestFor(limit, at)],
  );
  return taken.length > 0;
}

/** Records one use where uses are counted and never refused: beyond the burst the count stands still. Answers it, with this one. */
export async function recordUse(query: Query, limit: Limit, subject: string, at: Date): Promise<number> {
  const [kept] = await query<{ free_at: Date }>(
    `INSERT INTO throttles AS kept (key, free_at) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE
       SET free_at = least(greatest(kept.free_at, $3::timestamptz) + ($2::timestamptz - $3::timestamptz), $4)
     RETURNING free_at`,
    [
      keyOf(limit, subject),
      new Date(at.getTime() + limit.every),
      at,
      new Date(at.getTime() + limit.burst * limit.every),
    ],
  );
  return kept ? countOf(limit, kept.free_at.getTime(), at) : 1;
}

/** From when on one use more may be taken: `at`, or later. */
export async function nextUse(query: Query, limit: Limit, subject: string, at: Date): Promise<Date> {
  const free = await freeAt(query, limit, subject, at);
  return new Date(Math.max(at.getTime(), free - (limit.burst - 1) * limit.every));
}

/** How many uses have not come back yet. */
export async function usesOf(query: Query, limit: Limit, subject: string, at: Date): Promise<number> {
  return countOf(limit, await freeAt(query, limit, subject, at), at);
}

function countOf({ every }: Limit, freeAt: number, at: Date): number {
  return Math.max(0, Math.ceil((freeAt - at.getTime()) / every));
}

async function freeAt(query: Query, limit: Limit, subject: string, at: Date): Promise<number> {
  const [kept] = await query<{ free_at: Date }>('SELECT free_at FROM throttles WHERE key = $1', [
    keyOf(limit, subject),
  ]);
  return kept?.free_at.getTime() ?? at.getTime();
}

/** Until then every use but the last may be taken. */
function latestFor({ burst, every }: Limit, at: Date): Date {
  return new Date(at.getTime() + (burst - 1) * every);
}

/** Gives one use back. */
export async function giveBackUse(query: Query, limit: Limit, subject: string): Promise<void> {
  const step = new Date(limit.every);
  await query('UPDATE throttles SET free_at = free_at - ($2::timestamptz - $3::timestamptz) WHERE key = $1', [
    keyOf(limit, subject),
    step,
    new Date(0),
  ]);
}

/** Gives every use back. */
export async function giveBackAll(query: Query, limit: Limit, subject: string): Promise<void> {
  await query('DELETE FROM throttles WHERE key = $1', [keyOf(limit, subject)]);
}

// Hashed, because people type passwords into email fields.
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** What counts as one caller: an IPv4 address, or the /64 network that an IPv6 subscriber is given. */
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
