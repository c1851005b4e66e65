import {
  addDocumentCall,
  comparedDetails,
  documentFileCall,
  type KycCase,
  kycCall,
  kycPartNames,
  kycParts,
  removeDocumentCall,
  submitKycCall,
} from '../../contract/kyc.ts';
import type { Rule } from '../../contract/rules.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import { Refusal } from '../core/refusal.ts';
import { type Limit, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import { readFile, removeReleased, storeFile, type UploadWorld } from '../files/records.ts';
import type { Route } from '../http/routes.ts';
import {
  type Case,
  documentsOf,
  isMet,
  isOpen,
  kycStatusOf,
  lockOwnCase,
  readCase,
  stepCase,
  tellDates,
  tellDocument,
} from './cases.ts';
import { addDocument, removeDocument, requireDocument } from './documents.ts';

/** A person has one document of each type, so the limit is on the work of replacing them. */
const documentsByPerson: Limit = { name: 'kyc-document', burst: 30, every: 60_000 };

/** Registers the calls of a person's identity verification. `limits` are the payment limits that it changes. */
export function kycCalls(route: Route, world: UploadWorld, limits: KycCase['limits']) {
  const { database, files, decoder } = world;
  const show = async (query: Query, userId: string, at: Date) =>
    tellCase(await readCase(query, userId), limits, at);

  route(kycCall, ({ session, at }) => show(database.query, session.user.id, at));

  route(addDocumentCall, async ({ body: { type }, file, session, at }) => {
    const userId = session.user.id;
    await takeUse(database.query, documentsByPerson, userId, at);
    await requireDocument(decoder, type, file, userId);
    const released = await storeFile(world, { userId, ...file, at }, (query, fileId) =>
      addDocument(query, { userId, type, fileId, at }),
    );
    await removeReleased(world, released);
    return show(database.query, userId, at);
  });

  route(removeDocumentCall, async ({ params: { id }, session, at }) => {
    const userId = session.user.id;
    const released = await database.transaction((query) => removeDocument(query, { userId, id, at }));
    await removeReleased(world, released);
    return show(database.query, userId, at);
  });

  route(documentFileCall, async ({ params, session }) => {
    const documents = await documentsOf(database.query, session.user.id);
    const found = documents.find(({ id }) => id === params.id);
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, { ...found, id: found.file_id, type: found.media_type });
  });

  route(submitKycCall, async ({ query, session, at }) => {
    await submitCase(query, session.user.id, at);
    return show(query, session.user.id, at);
  });
}

/** Submits a case. STATUS_CONFLICT when it is not in preparation; missing parts and details are refused by their names. */
export async function submitCase(query: Query, userId: string, at: Date): Promise<void> {
  const found = await lockOwnCase(query, userId, at);
  const { person, documents } = found;
  await stepCase(query, found, 'pending');
  const missing: readonly string[] = [
    ...comparedDetails.filter((name) => person[name] === null),
    ...kycPartNames.filter((part) => !isMet(documents, part)),
  ];
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((name): [string, Rule] => [name, 'required']));
    throw new Refusal('VALIDATION_FAILED', { fields });
  }
  await query("UPDATE kyc_documents SET status = 'pending' WHERE user_id = $1 AND status = 'uploaded'", [
    userId,
  ]);
  await query('UPDATE users SET kyc_submitted_at = $2, kyc_expires_at = NULL WHERE id = $1', [userId, at]);
  await recordEvent(query, { userId, type: 'kyc_submitted', at });
}

function tellCase({ person, documents }: Case, limits: KycCase['limits'], at: Date): KycCase {
  const status = kycStatusOf(person, at);
  return {
    status,
    documents: documents.map((each) => ({ id: each.id, ...tellDocument(each) })),
    requirements: kycPartNames.map((part) => ({
      part,
      one_of: [...kycParts[part]],
      is_met: status !== 'expired' && isMet(documents, part),
      is_open: isOpen(status, documents, part),
    })),
    reasons: documents.flatMap(({ reason }) => reason ?? []),
    limits,
    ...tellDates(person),
  };
}
