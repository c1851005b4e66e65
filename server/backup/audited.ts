import { auditAll } from '../audit/auditAll.ts';
import type { Query } from '../database/db.ts';
import { bundledMigrations } from '../database/migrate.ts';
import type { AuditFigures } from './items.ts';

/** Audits the database of a transaction. `key` is the ledger's. */
export async function auditFigures(query: Query, key: string | null): Promise<AuditFigures> {
  const { accounts, transfers, holds, tokens, known } = await auditAll(query, { key });
  return { accounts, transfers, holds, tokens: [...tokens], known: [...known].toSorted() };
}

/** What differs between two audits, as a sentence; null when they are equal. */
export function auditDifference(before: AuditFigures, after: AuditFigures): string | null {
  for (const name of ['accounts', 'transfers', 'holds'] as const) {
    if (before[name] !== after[name])
      return `it counts ${after[name]} ${name}, and counted ${before[name]} before`;
  }
  const held = ({ tokens }: AuditFigures) =>
    tokens.map((token) => `${token.held_for_customers} ${token.symbol}`).join(', ');
  if (held(before) !== held(after)) return `customers have ${held(after)}, and had ${held(before)} before`;
  const [news, gone] = [missing(after, before), missing(before, after)];
  if (news.length > 0) return `it finds what it did not find before: ${news.join(', ')}`;
  return gone.length > 0 ? `it no longer finds what it found before: ${gone.join(', ')}` : null;
}

const missing = (one: AuditFigures, other: AuditFigures) =>
  one.known.filter((fault) => !other.known.includes(fault));

/** The versions of the migrations that were applied. */
export async function migrationsOf(query: Query): Promise<number[]> {
  const rows = await query<{ version: number }>(
    'SELECT version FROM schema_migrations WHERE version > 0 ORDER BY version',
  );
  return rows.map(({ version }) => version);
}

/** Whether a database with these migrations is of this program's version. */
export function isCurrent(versions: readonly number[]): boolean {
  const bundled = bundledMigrations();
  return bundled.length === versions.length && bundled.every(({ version }) => versions.includes(version));
}
