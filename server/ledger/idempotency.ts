import { ok, type Result, refused } from '../../contract/result.ts';
import type { Db, Query } from '../database/db.ts';
import { sqlState } from '../database/retry.ts';

/** A caller with a key. */
export interface Claim {
  readonly ownerId: string;
  /** The request's `Idempotency-Key`, a UUID. */
  readonly key: string;
  /** Which call it was, `POST /transactions/0b1c…/cancel`. */
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

/** `mismatch`: the key was used for another call or body. `in_flight`: another caller with it is not done yet. */
type OnceProblem = 'mismatch' | 'in_flight';

interface Kept {
  readonly call: string;
  readonly body_hash: string;
  readonly answer: string;
}

/** How long a key answers its refusal, in SQL: longer than anybody tries again by themselves, and too short for refusals to fill a disk. */
const refusalLife = "interval '10 minutes'";

/** The state PostgreSQL gives up waiting for a lock with. */
const lockNotAvailable = '55P03';

/**
 * Runs `work` once per owner and key, in one transaction with the record of its outcome (contract: Conventions, `K`).
 * A refusal is an outcome too: it is kept for ten minutes, and what `work` wrote before it is undone. When `work` throws, nothing is kept. Neither is an
 * outcome that is not `isLasting`: the key stays as unused as it was.
 * The outcome must be JSON. Callers with the same key wait for the first and get its answer; one that waits longer than
 * the database's lock timeout is told `in_flight`.
 */
export async function idempotent<Outcome extends Result<unknown, unknown>>(
  db: Db,
  claim: Claim,
  work: (query: Query) => Promise<Outcome>,
  isLasting: (outcome: Outcome) => boolean = () => true,
): Promise<Result<Once<Outcome>, OnceProblem>> {
  const attempt = async (query: Query) => {
    await query('SAVEPOINT work');
    const outcome = await work(query);
    if (!outcome.ok) await query('ROLLBACK TO SAVEPOINT work');
    return [outcome];
  };
  const [once] = await idempotentMany(db, [claim], attempt, isLasting);
  if (!once) throw new Error('a claim has no outcome');
  return once;
}

/**
 * As `idempotent`, for claims of different keys in one transaction, answered in their order. `work` gets those that are the
 * first with their key and answers an outcome for each. What it refuses must have left nothing behind: only the whole
 * transaction can be undone, and is when `work` throws.
 */
export async function idempotentMany<Outcome extends Result<unknown, unknown>, One extends Claim>(
  db: Db,
  claims: readonly One[],
  work: (query: Query, firsts: readonly One[]) => Promise<readonly Outcome[]>,
  isLasting: (outcome: Outcome) => boolean = () => true,
): Promise<Result<Once<Outcome>, OnceProblem>[]> {
  let isClaiming = false;
  try {
    return await db.transaction(async (query) => {
      isClaiming = true;
      const firsts = await insertClaims(query, claims);
      isClaiming = false;
      const outcomes = firsts.length > 0 ? await work(query, firsts) : [];
      if (outcomes.length !== firsts.length) throw new RangeError('a claim has one outcome');
      const told = firsts.map((claim, index) => ({ claim, outcome: outcomes[index] as Outcome }));
      await keepOutcomes(
        query,
        told.filter(({ outcome }) => isLasting(outcome)),
      );
      await releaseClaims(
        query,
        told.filter(({ outcome }) => !isLasting(outcome)).map(({ claim }) => claim),
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

/** Whether a statement gave up waiting for another transaction (`lockTimeout`). */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === lockNotAvailable;
}

/** The callers that are the first with their keys; a refusal that is over counts as nobody. Waits while another transaction that claimed one is open. */
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

async function keepOutcomes(
  query: Query,
  told: readonly { readonly claim: Claim; readonly outcome: Result<unknown, unknown> }[],
): Promise<void> {
  if (told.length === 0) return;
  await query(
    `UPDATE idempotency_keys kept SET answer = told.answer, is_refusal = told.is_refusal
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[]) AS told (owner_id, key, answer, is_refusal)
    WHERE kept.owner_id = told.owner_id AND kept.key = told.key`,
    [
      told.map(({ claim }) => claim.ownerId),
      told.map(({ claim }) => claim.key),
      told.map(({ outcome }) => JSON.stringify(outcome)),
      told.map(({ outcome }) => !outcome.ok),
    ],
  );
}

async function releaseClaims(query: Query, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await query(
    `DELETE FROM idempotency_keys kept USING unnest($1::uuid[], $2::uuid[]) AS claim (owner_id, key)
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
/** How long the key of an effect answers what it answered first. */
const keptDays = 90;

/** Forgets keys that are older than anybody asks for. What they did cannot happen again: their quotes are long over. */
export async function sweepKeys(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM idempotency_keys WHERE created_at < $1', [
    new Date(at.getTime() - keptDays * day),
  ]);
}

/** Forgets refusals that are over. They wrote nothing: what they refused may be tried again. */
export async function sweepRefusals(query: Query, at: Date): Promise<void> {
  await query(
    `DELETE FROM idempotency_keys WHERE is_refusal AND created_at <= $1::timestamptz - ${refusalLife}`,
    [at],
  );
}

/** How long a look at a key waits for whoever is using it. */
const shortLockTimeout = "SET LOCAL lock_timeout = '100ms'";

/**
 * What became of an owner's key: its outcome, `running` while a transaction that claimed it is open, null when nobody has.
 * A claim that is not committed cannot be read, so it is tried: a claim of our own, taken back, waits for an open one.
 */
export async function outcomeOf(
  db: Db,
  { ownerId, key, at }: Pick<Claim, 'ownerId' | 'key' | 'at'>,
): Promise<Result<unknown, unknown> | 'running' | null> {
  const kept = await keptOutcome(db.query, { ownerId, key, at });
  if (kept) return kept;
  try {
    return await db.transaction(async (query) => {
      await query(shortLockTimeout);
      await query('SAVEPOINT trial');
      const free = await insertClaims(query, [{ ownerId, key, call: '', bodyHash: '', at }]);
      await query('ROLLBACK TO SAVEPOINT trial');
      return free.length > 0 ? null : await keptOutcome(query, { ownerId, key, at });
    });
  } catch (error) {
    if (isLockTimeout(error)) return 'running';
    throw error;
  }
}

async function keptOutcome(
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
