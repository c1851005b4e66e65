import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { SecondFactor } from '../../contract/factors.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import type { SignIn, SignInMethodName, SignInOutcome } from '../../contract/signIns.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { deviceOf } from './device.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long the history of sign-ins goes back, in milliseconds. */
const signInLife = 180 * day;
/** Only this many of the newest are kept for each account. Anybody can cause failures, so they are counted separately and displace no success. */
const mostSucceeded = 200;
const mostFailed = 100;
/** Failures of one kind from one place within one such period of the clock share a row. */
const mergedWithin = 60 * minute;
/** A sign-in that asked for a code at most this long ago was the first step of the successful one. */
const codeWithin = 15 * minute;

/** Where a sign-in comes from. */
interface Place {
  readonly address: string;
  readonly userAgent: string;
}

export interface SignInBy {
  readonly method: SignInMethodName;
  readonly secondFactor: SecondFactor | null;
}

interface Attempt {
  /** Null when there is no such account: then nothing is recorded. */
  readonly userId: string | null;
  readonly method: SignInMethodName;
  readonly device: Place;
  readonly at: Date;
}

export interface SignInLog {
  /** Runs a sign-in, and records a refusal without delaying the answer, whose duration would tell which accounts exist. */
  watch<Answer>(attempt: Attempt, letIn: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when every refusal is recorded. */
  drain(): Promise<void>;
}

export function createSignInLog({ database, log }: { database: Db; log: Logger }): SignInLog {
  const under = new Set<Promise<void>>();

  function later(work: Promise<void>) {
    const done: Promise<void> = work
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'a failed sign-in was not recorded'))
      .finally(() => under.delete(done));
    under.add(done);
  }

  return {
    async watch({ userId, ...attempt }, letIn) {
      try {
        return await letIn();
      } catch (error) {
        const outcome = error instanceof Refusal ? outcomes[error.code] : undefined;
        if (outcome && userId !== null) later(recordFailure(database.query, { ...attempt, userId, outcome }));
        throw error;
      }
    },
    async drain() {
      await Promise.all([...under]);
    },
  };
}

const outcomes: Partial<Record<ProblemCode, SignInOutcome>> = {
  INVALID_CREDENTIALS: 'wrong_password',
  VALIDATION_FAILED: 'wrong_code',
  SECOND_FACTOR_REQUIRED: 'code_missing',
  RATE_LIMITED: 'throttled',
  EMAIL_UNVERIFIED: 'refused',
  CREDENTIAL_INVALID: 'refused',
  IDENTITY_TAKEN: 'refused',
};

interface Recorded {
  readonly userId: string;
  readonly method: SignInMethodName;
  readonly device: Place;
  readonly at: Date;
}

/** Records sign-ins that opened sessions. Call it in the transaction that opens them, with one of each person. */
export async function recordSignIns(query: Query, recorded: readonly (Recorded & SignInBy)[]): Promise<void> {
  await query(
    `WITH given AS (SELECT * FROM
         unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
         AS given (id, user_id, at, device, network, method, second_factor, asked_since)),
       outdated AS (DELETE FROM sign_ins kept USING given WHERE kept.user_id = given.user_id AND (
         (kept.outcome = 'code_missing' AND kept.method = given.method AND kept.network = given.network
           AND kept.device IS NOT DISTINCT FROM given.device AND kept.at > given.asked_since)
         OR kept.id IN (SELECT id FROM sign_ins WHERE user_id = given.user_id AND outcome = 'succeeded'
           ORDER BY at DESC, id DESC OFFSET $9::int)))
     INSERT INTO sign_ins (id, user_id, first_at, at, device, network, method, second_factor, outcome, attempts)
     SELECT id, user_id, at, at, device, network, method, second_factor, 'succeeded', 1 FROM given`,
    [
      recorded.map(() => randomUUID()),
      recorded.map(({ userId }) => userId),
      recorded.map(({ at }) => at),
      recorded.map(({ device }) => deviceOf(device.userAgent)),
      recorded.map(({ device }) => prefixOf(device.address)),
      recorded.map(({ method }) => method),
      recorded.map(({ secondFactor }) => secondFactor),
      recorded.map(({ at }) => new Date(at.getTime() - codeWithin)),
      mostSucceeded - 1,
    ],
  );
}

// Locks no row of `users`, so that strangers' attempts and payments never wait for each other.
async function recordFailure(
  query: Query,
  recorded: Recorded & { readonly outcome: SignInOutcome },
): Promise<void> {
  const { userId, method, device, outcome, at } = recorded;
  const hour = Math.floor(at.getTime() / mergedWithin);
  const alike = [userId, method, outcome, prefixOf(device.address), deviceOf(device.userAgent), hour];
  const mergedBy = createHash('sha256').update(JSON.stringify(alike)).digest();
  await query(
    `INSERT INTO sign_ins (id, user_id, first_at, at, device, network, method, outcome, attempts, merged_by)
     VALUES ($1, $2, $3, $3, $4, $5, $6, $7, 1, $8)
     ON CONFLICT (merged_by) DO UPDATE
       SET attempts = sign_ins.attempts + 1, at = greatest(sign_ins.at, excluded.at)`,
    [
      ...[randomUUID(), userId, at, deviceOf(device.userAgent), prefixOf(device.address)],
      ...[method, outcome, mergedBy],
    ],
  );
  await query(
    `DELETE FROM sign_ins WHERE user_id = $1 AND id IN
       (SELECT id FROM sign_ins WHERE user_id = $1 AND outcome <> 'succeeded' ORDER BY at DESC, id DESC OFFSET $2)`,
    [userId, mostFailed],
  );
}

/**
 * The coarse part of a network address, in CIDR notation: 24 bits of IPv4, 48 of IPv6. It stands for a provider's district, and says less
 * about a person than the address. Text that is not an address is answered unchanged.
 */
export function prefixOf(address: string): string {
  const network = networkOf(address);
  const octets = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)?.[1];
  if (octets !== undefined) return `${octets}.0/24`;
  const groups = network.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : network;
}

interface SignInRow extends Omit<SignIn, 'first_at' | 'at'> {
  readonly first_at: Date;
  readonly at: Date;
}

function tellSignIn(row: SignInRow): SignIn {
  const { id, first_at, at, device, network, method, second_factor, outcome, attempts } = row;
  return {
    ...{ id, device, network, method, second_factor, outcome, attempts },
    first_at: first_at.toISOString(),
    at: at.toISOString(),
  };
}

/** One page of an account's sign-ins, newest first, with the total number. */
export async function listSignIns(
  query: Query,
  userId: string,
  { page, per_page, at }: { readonly page: number; readonly per_page: number; readonly at: Date },
) {
  const since = new Date(at.getTime() - signInLife);
  const rows = await query<SignInRow>(
    'SELECT * FROM sign_ins WHERE user_id = $1 AND at > $2 ORDER BY at DESC, id DESC LIMIT $3 OFFSET $4',
    [userId, since, per_page, (page - 1) * per_page],
  );
  const [counted] = await query<{ total: number }>(
    'SELECT count(*)::int AS total FROM sign_ins WHERE user_id = $1 AND at > $2',
    [userId, since],
  );
  return { data: rows.map(tellSignIn), meta: { page, per_page, total: counted?.total ?? 0 } };
}

/** Deletes sign-ins that are older than the history. */
export async function sweepSignIns(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM sign_ins WHERE at <= $1', [new Date(at.getTime() - signInLife)]);
}
