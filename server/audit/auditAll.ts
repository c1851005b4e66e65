import type { AuditReport } from '../../contract/operator.ts';
import type { Query } from '../database/db.ts';
import { audit } from '../ledger/audit.ts';
import { createFindings } from '../ledger/findings.ts';
import { auditOperations } from './operations.ts';

/**
 * The ledger by itself, and the records of exchanges, deposits, payments and histories against it. Hears how much is done, from
 * 0 to 1: the ledger is the first half.
 */
export async function auditAll(query: Query, onProgress?: (share: number) => void): Promise<AuditReport> {
  const findings = createFindings();
  const half = (begun: number) => (share: number) => onProgress?.(begun + share / 2);
  const ledger = await audit(query, { findings, onProgress: half(0) });
  await auditOperations(query, { findings, onProgress: half(0.5) });
  return { ...ledger, clean: findings.count === 0, faults: [...findings.list()] };
}
