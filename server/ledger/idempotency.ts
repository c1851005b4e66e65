import { ok, type Result, refused } from '../../contract/result.ts';
import type { Db, Query } from '../database/db.ts';
import { sqlState } from '../database/retry.ts';

interface Claim {
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

interface Kept {
  readonly call: string;
  readonly body_hash: string;
  readonly answer: string;
}

/** The state PostgreSQL gives up waiting for a lock with. */
const lockNotAvailable = '55P03';

/**
 * Runs `work` once per owner and key, in one transaction with the record of its outcome (contract: Conventions, `K`).
 * A refusal is an outcome too: it is kept, and what `work` wrote before it is undone. When `work` throws, nothing is kept.
 * The outcome must be JSON. Callers with the same key wait for the first and get its answer; one that waits longer than
 * the database's lock timeout is told `in_flight`. `mismatch`: the key was used for another call or body.
 */
export async function idempotent<Outcome extends Result<unknown, unknown>>(
  db: Db,
  claim: Claim,
  work: (query: Query) => Promise<Outcome>,
): Promise<Result<Once<Outcome>, 'mismatch' | 'in_flight'>> {
  let isClaiming = false;
  try {
    return await db.transaction(async (query) => {
      isClaiming = true;
      const isFirst = await insertClaim(query, claim);
      isClaiming = false;
      if (!isFirst) return replay<Outcome>(query, claim);
      await query('SAVEPOINT work');
      const outcome = await work(query);
      if (!outcome.ok) await query('ROLLBACK TO SAVEPOINT work');
      await query('UPDATE idempotency_keys SET answer = $3 WHERE owner_id = $1 AND key = $2', [
        claim.ownerId,
        claim.key,
        JSON.stringify(outcome),
      ]);
      return ok({ outcome, replayed: false });
    });
  } catch (error) {
    if (isClaiming && sqlState(error) === lockNotAvailable) return refused('in_flight');
    throw error;
  }
}

/** Whether this caller is the first with the key. Waits while another transaction that claimed it is open. */
async function insertClaim(query: Query, { ownerId, key, call, bodyHash, at }: Claim): Promise<boolean> {
  const claimed = await query(
    `INSERT INTO idempotency_keys (owner_id, key, call, body_hash, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (owner_id, key) DO NOTHING
    RETURNING key`,
    [ownerId, key, call, bodyHash, at],
  );
  return claimed.length > 0;
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
/** How long a key answers what it answered first. */
const keptDays = 90;

/** Forgets keys that are older than anybody asks for. What they did cannot happen again: their quotes are long over. */
export async function sweepKeys(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM idempotency_keys WHERE created_at < $1', [
    new Date(at.getTime() - keptDays * day),
  ]);
}

/** How long a look at a key waits for whoever is using it. */
const patience = "SET LOCAL lock_timeout = '100ms'";

/**
 * What became of an owner's key: its outcome, `running` while a transaction that claimed it is open, null when nobody has.
 * A claim that is not committed cannot be read, so it is tried: a claim of our own, taken back, waits for an open one.
 */
export async function outcomeOf(
  db: Db,
  { ownerId, key, at }: Pick<Claim, 'ownerId' | 'key' | 'at'>,
): Promise<Result<unknown, unknown> | 'running' | null> {
  const kept = await keptOutcome(db.query, ownerId, key);
  if (kept) return kept;
  try {
    return await db.transaction(async (query) => {
      await query(patience);
      await query('SAVEPOINT trial');
      const isFree = await insertClaim(query, { ownerId, key, call: '', bodyHash: '', at });
      await query('ROLLBACK TO SAVEPOINT trial');
      return isFree ? null : await keptOutcome(query, ownerId, key);
    });
  } catch (error) {
    if (sqlState(error) === lockNotAvailable) return 'running';
    throw error;
  }
}

async function keptOutcome(
  query: Query,
  ownerId: string,
  key: string,
): Promise<Result<unknown, unknown> | null> {
  const [kept] = await query<{ answer: string }>(
    'SELECT answer FROM idempotency_keys WHERE owner_id = $1 AND key = $2',
    [ownerId, key],
  );
  return kept ? JSON.parse(kept.answer) : null;
}
