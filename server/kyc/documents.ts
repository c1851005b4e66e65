import { randomUUID } from 'node:crypto';
import { addDocumentCall, type DocumentType, partOf } from '../../contract/kyc.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import type { Decoder } from '../files/decoder.ts';
import { releaseFile } from '../files/records.ts';
import type { UploadedFile } from '../http/upload.ts';
import { type Case, type DocumentRow, isOpen, lockOwnCase, stepCase } from './cases.ts';

const { field } = addDocumentCall.upload;

/** Refuses a file that is not harmless, and a PDF in place of a selfie. */
export async function requireDocument(
  decoder: Decoder,
  type: DocumentType,
  file: UploadedFile,
  userId: string,
): Promise<void> {
  if (type === 'selfie' && file.type === 'application/pdf') {
    throw new Refusal('FILE_TYPE', { fields: { [field]: 'file_type' } });
  }
  await decoder.requireHarmless({ bytes: file.bytes, field, userId });
}

interface NewDocument {
  readonly userId: string;
  readonly type: DocumentType;
  readonly fileId: string;
  readonly at: Date;
}

/**
 * Adds a document to the case. It replaces the document of its type and the rejected ones of its part; after an expiry it replaces all.
 * STATUS_CONFLICT while the part is closed. Answers the ids of the files that are no longer needed.
 */
export async function addDocument(
  query: Query,
  { userId, type, fileId, at }: NewDocument,
): Promise<string[]> {
  const found = await lockOwnCase(query, userId, at);
  const { person, documents } = found;
  if (!isOpen(person.kyc_status, documents, partOf(type))) throw new Refusal('STATUS_CONFLICT');
  const isAnswered = (each: DocumentRow) =>
    person.kyc_status === 'expired' ||
    each.type === type ||
    (each.status === 'rejected' && partOf(each.type) === partOf(type));
  const released = await dropDocuments(query, documents.filter(isAnswered), at);
  await query(
    `INSERT INTO kyc_documents (id, user_id, type, status, file_id, created_at) VALUES ($1, $2, $3, 'uploaded', $4, $5)`,
    [randomUUID(), userId, type, fileId, at],
  );
  await begin(query, found);
  return released;
}

/** Removes a document. NOT_FOUND for another person's, STATUS_CONFLICT once it is under review or approved. Answers the released file. */
export async function removeDocument(
  query: Query,
  { userId, id, at }: { userId: string; id: string; at: Date },
): Promise<string[]> {
  const found = await lockOwnCase(query, userId, at);
  const document = found.documents.find((each) => each.id === id);
  if (!document) throw new Refusal('NOT_FOUND');
  if (document.status !== 'uploaded' && document.status !== 'rejected') throw new Refusal('STATUS_CONFLICT');
  const released = await dropDocuments(query, [document], at);
  await begin(query, found);
  return released;
}

async function begin(query: Query, found: Case) {
  const { id, kyc_status } = found.person;
  if (kyc_status !== 'inProgress') await stepCase(query, found, 'inProgress');
  if (kyc_status !== 'expired') return;
  await query('UPDATE users SET kyc_submitted_at = NULL, kyc_expires_at = NULL WHERE id = $1', [id]);
}

async function dropDocuments(query: Query, documents: readonly DocumentRow[], at: Date): Promise<string[]> {
  for (const { id, file_id } of documents) {
    await query('DELETE FROM kyc_documents WHERE id = $1', [id]);
    await releaseFile(query, file_id, at);
  }
  return documents.map(({ file_id }) => file_id);
}
