import type { AuditReport } from '../../contract/operator.ts';
import type { Query } from '../database/db.ts';
import { forgetSeals, keyIdOf, type Sealed, seal } from '../ledger/seals.ts';

const hour = 3_600_000;
const minute = 60_000;

/**
 * Whether the hourly audit is due; the caller that gets true runs it, and no other within the hour. A turn that is more than an hour away,
 * and a minute by which servers may differ (decision 113), was stored before a clock that ran ahead was set back: the audit is due.
 */
export async function takeTurn(query: Query, at: Date): Promise<boolean> {
  const next = new Date(at.getTime() + hour);
  const taken = await query(
    'UPDATE ledger_audit_turn SET next_at = $2 WHERE next_at <= $1 OR next_at > $3 RETURNING only_one',
    [at, next, new Date(next.getTime() + minute)],
  );
  return taken.length > 0;
}

interface Recorded extends Sealed {
  readonly faults: readonly string[];
  readonly known: readonly string[];
}

/** Returns the turn of a failed audit, so that the next check runs another. */
export async function returnTurn(query: Query, at: Date): Promise<void> {
  await query('UPDATE ledger_audit_turn SET next_at = $1', [at]);
}

/** The newest audit that a server ran by itself; null before the first. */
export async function lastAudit(query: Query): Promise<Recorded | null> {
  const [last] = await query<Recorded>(
    'SELECT number, ended_at, faults, known, key_id, digest FROM ledger_audits ORDER BY number DESC LIMIT 1',
  );
  return last ?? null;
}

interface Made {
  readonly report: Pick<AuditReport, 'transfers' | 'faults'> & { readonly known: readonly string[] };
  readonly key: string | null;
  readonly startedAt: Date;
}

/** Seals the ledger and stores the audit. Answers the digest in hexadecimal, to be kept outside the database. */
export async function recordAudit(
  query: Query,
  { report, key, startedAt }: Made,
): Promise<{ number: string; digest: string }> {
  const [next] = await query<{ number: string }>(
    "SELECT nextval(pg_get_serial_sequence('ledger_audits', 'number')) AS number",
  );
  if (!next) throw new Error('an audit has no number');
  const { number } = next;
  const digest = await seal(query, number, key);
  await query(
    `INSERT INTO ledger_audits (number, started_at, ended_at, transfers, faults, known, key_id, digest)
    OVERRIDING SYSTEM VALUE VALUES ($1, $2, $2, $3, $4, $5, $6, $7)`,
    [
      number,
      startedAt,
      report.transfers,
      JSON.stringify(report.faults),
      JSON.stringify(report.known),
      keyIdOf(key),
      digest,
    ],
  );
  await forgetSeals(query, number);
  return { number, digest: Buffer.from(digest).toString('hex') };
}
