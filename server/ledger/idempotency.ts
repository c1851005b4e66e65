import { ok, type Result, refused } from '../../contract/result.ts';
import { inOrder } from '../core/inOrder.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Db, Query, Write } from '../database/db.ts';
import { isLockTimeout } from '../database/outage.ts';

/** A caller's use of a key. */
export interface Claim {
  readonly ownerId: string;
  /** The request's `Idempotency-Key`, a UUID. */
  readonly key: string;
  /** The call, for example `POST /transactions/0b1c…/cancel`. */
  readonly call: string;
  /** A digest of the request's body. */
  readonly bodyHash: string;
  readonly at: Date;
}

/** `outcome` is the first answer to this key; `replayed` when `work` did not run now. */
export interface Once<Outcome> {
  readonly outcome: Outcome;
  readonly replayed: boolean;
}

/** `mismatch`: the key was used for another call or body. `in_flight`: another request with it is still running. */
type OnceProblem = 'mismatch' | 'in_flight';

/** The first outcome of a claim. */
interface Told<Outcome> {
  readonly claim: Claim;
  readonly outcome: Outcome;
}

/** Which of these owners have closed their accounts. None of the others can do so before the end of the transaction. */
type ClosedOf = (query: Query, ownerIds: readonly string[]) => Promise<ReadonlySet<string>>;

const noneClosed: ClosedOf = async () => new Set();

interface Kept {
  readonly call: string;
  readonly body_hash: string;
  readonly answer: string;
}

/** How long a refusal is kept for its key, in SQL: longer than automatic retries take, and short enough that refusals do not fill the disk. */
const refusalLife = "interval '10 minutes'";

/**
 * Runs `work` once per owner and key, in one transaction with the record of its outcome (contract: Conventions, `K`).
 * A refusal is an outcome too: it is kept for ten minutes, and what `work` wrote is rolled back. Nothing is kept when `work` throws, or for an
 * outcome that is not `isLasting`: then the key stays unused. Nor is a refusal kept of an owner who is among `closedOf`.
 * The outcome must be JSON. Callers with the same key wait for the first and get its answer; one that waits longer than
 * the database's lock timeout gets `in_flight`.
 */
export async function idempotent<Outcome extends Result<unknown, unknown>>(
  db: Db,
  claim: Claim,
  work: (query: Query) => Promise<Outcome>,
  isLasting: (outcome: Outcome) => boolean = () => true,
  closedOf = noneClosed,
): Promise<Result<Once<Outcome>, OnceProblem>> {
  const attempt = async (_firsts: unknown, query: Query) => {
    // Sent with the first statements of the work, which run after it. When it fails they fail too, and its error is the one to tell.
    const saved = query('SAVEPOINT work');
    const worked = work(query);
    await inOrder([saved, worked]);
    const outcome = await worked;
    if (!outcome.ok) await query('ROLLBACK TO SAVEPOINT work');
    return [outcome];
  };
  const [once] = await idempotentMany(db, [claim], attempt, isLasting, closedOf);
  if (!once) throw new Error('a claim has no outcome');
  return once;
}

/**
 * Like `idempotent`, for claims of different keys in one transaction, answered in order. `work` gets the claims that are the
 * first with their key and answers an outcome for each. A refusal must not have written anything, because only the whole
 * transaction can be rolled back, which happens when `work` throws.
 */
export async function idempotentMany<Outcome extends Result<unknown, unknown>, One extends Claim>(
  db: Db,
  claims: readonly One[],
  work: (firsts: readonly One[], query: Query, atCommit: Write) => Promise<readonly Outcome[]>,
  isLasting: (outcome: Outcome) => boolean = () => true,
  closedOf = noneClosed,
): Promise<Result<Once<Outcome>, OnceProblem>[]> {
  let isClaiming = false;
  try {
    return await db.transaction(async (query, atCommit: Write = query) => {
      isClaiming = true;
      const firsts = await insertClaims(query, claims);
      isClaiming = false;
      const outcomes = firsts.length > 0 ? await work(firsts, query, atCommit) : [];
      if (outcomes.length !== firsts.length) throw new RangeError('a claim has one outcome');
      const told = firsts.map((claim, index) => ({ claim, outcome: outcomes[index] as Outcome }));
      const lasting = told.filter(({ outcome }) => isLasting(outcome));
      const kept = await ofOpenAccounts(query, lasting, closedOf);
      await keepOutcomes(atCommit, kept);
      await releaseClaims(
        atCommit,
        told.filter((each) => !kept.includes(each)).map(({ claim }) => claim),
      );
      const made = new Map(told.map(({ claim, outcome }) => [claim, outcome]));
      const answers: Result<Once<Outcome>, OnceProblem>[] = [];
      for (const claim of claims) {
        const outcome = made.get(claim);
        answers.push(outcome ? ok({ outcome, replayed: false }) : await replay<Outcome>(query, claim));
      }
      return answers;
    });
  } catch (error) {
    if (isClaiming && claims.length === 1 && isLockTimeout(error)) return [refused('in_flight')];
    throw error;
  }
}

/** Inserts the claims whose keys are unused; an expired refusal counts as unused. Waits for open transactions that claim the same keys. */
async function insertClaims<One extends Claim>(query: Query, claims: readonly One[]): Promise<One[]> {
  const claimed = await query<{ owner_id: string; key: string }>(
    `INSERT INTO idempotency_keys AS kept (owner_id, key, call, body_hash, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
      AS claim (owner_id, key, call, body_hash, at)
    ORDER BY owner_id, key
    ON CONFLICT (owner_id, key) DO UPDATE
      SET call = excluded.call, body_hash = excluded.body_hash, created_at = excluded.created_at, answer = NULL, is_refusal = false
      WHERE kept.is_refusal AND kept.created_at <= excluded.created_at - ${refusalLife}
    RETURNING owner_id, key`,
    [
      claims.map(({ ownerId }) => ownerId),
      claims.map(({ key }) => key),
      claims.map(({ call }) => call),
      claims.map(({ bodyHash }) => bodyHash),
      claims.map(({ at }) => at),
    ],
  );
  const names = new Set(claimed.map(({ owner_id, key }) => `${owner_id} ${key}`));
  return claims.filter(({ ownerId, key }) => names.has(`${ownerId} ${key}`));
}

/**
 * The outcomes without the refusals of closed accounts. An effect has locked its owner's account until the commit; a refusal has not, because
 * what was locked for it is free again once its work is undone. So the account may be closed meanwhile, which would not delete this claim.
 */
async function ofOpenAccounts<Outcome extends Result<unknown, unknown>>(
  query: Query,
  told: readonly Told<Outcome>[],
  closedOf: ClosedOf,
): Promise<readonly Told<Outcome>[]> {
  const refusals = told.filter(({ outcome }) => !outcome.ok);
  if (refusals.length === 0) return told;
  const closed = await closedOf(query, [...new Set(refusals.map(({ claim }) => claim.ownerId))]);
  return told.filter(({ claim, outcome }) => outcome.ok || !closed.has(claim.ownerId));
}

async function keepOutcomes(write: Write, told: readonly Told<Result<unknown, unknown>>[]): Promise<void> {
  if (told.length === 0) return;
  await write(
    `UPDATE idempotency_keys kept SET answer = told.answer, is_refusal = told.is_refusal
    FROM unnest(${anyLength('$1', 'uuid')}, $2::uuid[], $3::text[], $4::boolean[]) AS told (owner_id, key, answer, is_refusal)
    WHERE kept.owner_id = told.owner_id AND kept.key = told.key`,
    [
      told.map(({ claim }) => claim.ownerId),
      told.map(({ claim }) => claim.key),
      told.map(({ outcome }) => JSON.stringify(outcome)),
      told.map(({ outcome }) => !outcome.ok),
    ],
  );
}

async function releaseClaims(write: Write, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await write(
    `DELETE FROM idempotency_keys kept USING unnest(${anyLength('$1', 'uuid')}, $2::uuid[]) AS claim (owner_id, key)
    WHERE kept.owner_id = claim.owner_id AND kept.key = claim.key`,
    [claims.map(({ ownerId }) => ownerId), claims.map(({ key }) => key)],
  );
}

async function replay<Outcome>(
  query: Query,
  { ownerId, key, call, bodyHash }: Claim,
): Promise<Result<Once<Outcome>, 'mismatch'>> {
  const [kept] = await query<Kept>(
    'SELECT call, body_hash, answer FROM idempotency_keys WHERE owner_id = $1 AND key = $2',
    [ownerId, key],
  );
  if (!kept) throw new Error('an idempotency record vanished');
  if (kept.call !== call || kept.body_hash !== bodyHash) return refused('mismatch');
  const outcome: Outcome = JSON.parse(kept.answer);
  return ok({ outcome, replayed: true });
}

const day = 86_400_000;
/** How long a key answers the outcome of its completed call. */
const keptDays = 90;

/** Deletes old keys. Their calls cannot happen again, because their quotes have long expired. */
export async function sweepKeys(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM idempotency_keys WHERE created_at < $1', [
    new Date(at.getTime() - keptDays * day),
  ]);
}

/** Deletes expired refusals. They wrote nothing, and their calls may be tried again. */
export async function sweepRefusals(query: Query, at: Date): Promise<void> {
  await query(
    `DELETE FROM idempotency_keys WHERE is_refusal AND created_at <= $1::timestamptz - ${refusalLife}`,
    [at],
  );
}

/** How long a lookup waits for a request that is using the key. */
const shortLockTimeout = "SET LOCAL lock_timeout = '100ms'";

/** Ends the transaction of a claim that was only tried: to roll it back waits for no disk, as a commit would. */
class Untaken extends Error {}

/**
 * The outcome of a key without a kept one: `running` while a transaction that claimed it is open, null when it was never claimed.
 * An uncommitted claim cannot be read, so this inserts a claim, which waits for an open one, and rolls it back.
 */
export async function tryKey(
  db: Db,
  { ownerId, key, at }: Pick<Claim, 'ownerId' | 'key' | 'at'>,
): Promise<Result<unknown, unknown> | 'running' | null> {
  try {
    return await db.transaction(async (query) => {
      await query(shortLockTimeout);
      const free = await insertClaims(query, [{ ownerId, key, call: '', bodyHash: '', at }]);
      if (free.length > 0) throw new Untaken();
      return keptOutcome(query, { ownerId, key, at });
    });
  } catch (error) {
    if (error instanceof Untaken) return null;
    if (isLockTimeout(error)) return 'running';
    throw error;
  }
}

/** The kept outcome of an owner's key, or null. */
export async function keptOutcome(
  query: Query,
  { ownerId, key, at }: Pick<Claim, 'ownerId' | 'key' | 'at'>,
): Promise<Result<unknown, unknown> | null> {
  const [kept] = await query<{ answer: string }>(
    `SELECT answer FROM idempotency_keys WHERE owner_id = $1 AND key = $2
      AND NOT (is_refusal AND created_at <= $3::timestamptz - ${refusalLife})`,
    [ownerId, key, at],
  );
  return kept ? JSON.parse(kept.answer) : null;
}
