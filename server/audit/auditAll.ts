import type { AuditReport } from '../../contract/operator.ts';
import type { Query } from '../database/db.ts';
import type { Snapshot } from '../database/snapshot.ts';
import { audit } from '../ledger/audit.ts';
import { createFindings, type Findings } from '../ledger/findings.ts';
import { auditSeals, type Sealed, type Sealing } from '../ledger/seals.ts';
import type { Proof } from '../treasury/proof.ts';
import { auditOperations } from './operations.ts';
import { auditOutgoing } from './outgoing.ts';
import { lastAudit } from './records.ts';

interface Options {
  /** The ledger's key; null or left out without one (`seals.ts`). */
  readonly key?: string | null;
  /** Receives the progress, from 0 to 1; the ledger is the first half. */
  readonly onProgress?: (share: number) => void;
  readonly snapshot?: Snapshot;
  /** Compares the books with the chain; left out without a chain. */
  readonly proveHoldings?: (findings: Findings) => Promise<Proof>;
}

/** A report, and the faults in it (`Findings.faults`). */
export interface Audited extends Omit<AuditReport, 'last' | 'progress'>, Pick<Proof, 'isSilentOn'> {
  readonly known: readonly string[];
}

/** Audits the ledger itself and against its last seals; exchanges, deposits, payments and histories against the ledger; payments and signed transactions on a chain against these; and the chain against the books. */
export async function auditAll(
  query: Query,
  { key = null, onProgress, proveHoldings, ...rest }: Options = {},
): Promise<Audited> {
  const findings = createFindings();
  const half = (begun: number) => (share: number) => onProgress?.(begun + share / 2);
  const ledger = await audit(query, { findings, onProgress: half(0), ...rest });
  await auditNewestSeals(query, await lastAudit(query), { key, findings });
  await auditOperations(query, { findings, onProgress: half(0.5) });
  await auditOutgoing(query, findings);
  const proof = await proveHoldings?.(findings);
  return {
    ...ledger,
    ...(proof && { holdings: { block: proof.block, problem: proof.problem } }),
    clean: findings.count === 0,
    faults: [...findings.list()],
    known: findings.faults(),
    isSilentOn: proof?.isSilentOn ?? (() => false),
  };
}

/**
 * Checks the ledger against the seals of the last audit. Another audit that ends meanwhile deletes these seals, which is no fault: then
 * its own are checked.
 */
async function auditNewestSeals(query: Query, last: Sealed | null, sealing: Sealing): Promise<void> {
  if (last === null) return;
  const fault = await auditSeals(query, last, sealing);
  if (fault === null) return;
  const newest = await lastAudit(query);
  if (newest !== null && newest.number !== last.number) {
    await auditNewestSeals(query, newest, sealing);
    return;
  }
  sealing.findings.add(...fault);
}
