import sharp from 'sharp';
import type { DocumentType } from '../../contract/kyc.ts';
import { userByEmail } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';
import type { Files } from '../files/files.ts';
import { adoptFile, keepFile } from '../files/records.ts';
import { addDocument } from '../kyc/documents.ts';
import { submitCase } from '../kyc/kyc.ts';
import { rejectDocument } from '../operator/kyc.ts';
import { localOperator } from '../operator/operators.ts';
import { demoSignIn } from './seed.ts';

const day = 86_400_000;

/** The demo account's documents: plain pictures in these colours. */
const documents: readonly { readonly type: DocumentType; readonly colour: string }[] = [
  { type: 'passport', colour: '#47660a' },
  { type: 'utility_bill', colour: '#e1e6d9' },
  { type: 'selfie', colour: '#c4ee2b' },
];

/** Gives the demo account a verification with one rejected document. Does nothing when it has a verification. */
export async function seedDemoKyc(database: Db, files: Files, at: Date): Promise<void> {
  const person = await userByEmail(database.query, demoSignIn.email);
  if (person?.kyc_status !== 'notStarted') return;
  const submittedAt = new Date(at.getTime() - 3 * day);
  const decided = new Date(at.getTime() - day);
  await database.transaction(async (query) => {
    for (const document of documents)
      await add(query, files, { ...document, userId: person.id, at: submittedAt });
    await submitCase(query, person.id, submittedAt);
    await rejectDocument(query, {
      userId: person.id,
      type: 'utility_bill',
      reason: 'outdated',
      operator: localOperator.name,
      at: decided,
    });
  });
}

interface DemoDocument {
  readonly type: DocumentType;
  readonly colour: string;
  readonly userId: string;
  readonly at: Date;
}

async function add(query: Query, files: Files, { type, colour, userId, at }: DemoDocument) {
  const picture = sharp({ create: { width: 640, height: 448, channels: 3, background: colour } });
  const bytes = await picture.jpeg().toBuffer();
  const file = { userId, name: `${type}.jpg`, type: 'image/jpeg', bytes, at };
  const fileId = await keepFile(query, files, file);
  await adoptFile(query, fileId);
  await addDocument(query, { userId, type, fileId, at });
}
