import { type DocumentType, type KycPart, kycPartNames, kycParts, partOf } from '../../contract/kyc.ts';
import type { DocumentReason } from '../../contract/reasons.ts';
import { canStep, type DocumentStatus, type KycStatus, kycSteps } from '../../contract/statuses.ts';
import type { UserRow } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

/** A row of `kyc_documents` with the facts of its file. */
export interface DocumentRow {
  readonly id: string;
  readonly type: DocumentType;
  readonly status: DocumentStatus;
  /** The text that the rejecting operator typed. */
  readonly reason: string | null;
  readonly reason_code: DocumentReason | null;
  readonly file_id: string;
  readonly name: string;
  readonly size: number;
  readonly media_type: string;
  /** The operator who decided on it. */
  readonly decided_by: string | null;
}

/** The facts of a document that both its person and operators may read. */
export function tellDocument({ type, status, reason, reason_code, name, size }: DocumentRow) {
  return { type, status, reason, reason_code, name, size };
}

/** When the case was submitted, and until when the verification is valid, in the format of every answer. */
export function tellDates({ kyc_submitted_at, kyc_expires_at }: UserRow) {
  return {
    submitted_at: kyc_submitted_at?.toISOString() ?? null,
    expires_at: kyc_expires_at?.toISOString() ?? null,
  };
}

/** A person and their documents, in the order of the parts. */
export interface Case {
  readonly person: UserRow;
  readonly documents: readonly DocumentRow[];
}

export async function documentsOf(query: Query, userId: string): Promise<DocumentRow[]> {
  const rows = await query<DocumentRow>(
    `SELECT kyc_documents.id, kyc_documents.type, status, reason, reason_code, file_id, name, size, files.type AS media_type, decided_by
    FROM kyc_documents JOIN files ON files.id = file_id WHERE kyc_documents.user_id = $1
    ORDER BY kyc_documents.created_at, kyc_documents.id`,
    [userId],
  );
  return kycPartNames.flatMap((part) => rows.filter(({ type }) => partOf(type) === part));
}

/** A verification past its end is `expired`, even before the upkeep has stored that. */
export function kycStatusOf({ kyc_status, kyc_expires_at }: UserRow, at: Date): KycStatus {
  return kyc_status === 'approved' && kyc_expires_at && kyc_expires_at <= at ? 'expired' : kyc_status;
}

export async function readCase(query: Query, userId: string): Promise<Case> {
  const [person] = await query<UserRow>('SELECT * FROM users WHERE id = $1', [userId]);
  if (!person) throw new Refusal('NOT_FOUND');
  return { person, documents: await documentsOf(query, userId) };
}

/** Locks the case for the rest of the transaction. NOT_FOUND for an unknown person. */
export async function lockCase(query: Query, userId: string, at: Date): Promise<Case> {
  const locked = await query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  if (locked.length === 0) throw new Refusal('NOT_FOUND');
  const { person, documents } = await readCase(query, userId);
  return { person: { ...person, kyc_status: kycStatusOf(person, at) }, documents };
}

/** Like `lockCase`, for a call of the person. UNAUTHENTICATED when the account was closed after the call was admitted. */
export async function lockOwnCase(query: Query, userId: string, at: Date): Promise<Case> {
  const found = await lockCase(query, userId, at);
  if (found.person.closed_at !== null) throw new Refusal('UNAUTHENTICATED');
  return found;
}

/** Moves a locked case one step of the table. STATUS_CONFLICT for a step that is not in it. */
export async function stepCase(query: Query, { person }: Case, to: KycStatus): Promise<void> {
  if (!canStep(kycSteps, person.kyc_status, to)) throw new Refusal('STATUS_CONFLICT');
  await query('UPDATE users SET kyc_status = $2 WHERE id = $1', [person.id, to]);
}

/** Whether a document of the part may be added or changed: the case is not under review, and the part is empty or was rejected. */
export function isOpen(status: KycStatus, documents: readonly DocumentRow[], part: KycPart): boolean {
  if (status === 'pending' || status === 'approved') return false;
  if (status === 'expired') return true;
  const own = documents.filter(({ type }) => partOf(type) === part);
  const isJudged = own.some((each) => each.status === 'pending' || each.status === 'approved');
  return !isJudged || own.some((each) => each.status === 'rejected');
}

/** Whether the part has a document that was not rejected. */
export function isMet(documents: readonly DocumentRow[], part: KycPart): boolean {
  const types: readonly DocumentType[] = kycParts[part];
  return documents.some(({ type, status }) => types.includes(type) && status !== 'rejected');
}

/** Stores which verifications have expired. */
export async function expireCases(query: Query, at: Date): Promise<void> {
  await query(
    "UPDATE users SET kyc_status = 'expired' WHERE kyc_status = 'approved' AND kyc_expires_at <= $1 AND closed_at IS NULL",
    [at],
  );
}
