import {
  approveKycCall,
  type KycReview,
  kycReviewCall,
  kycReviewsCall,
  rejectKycCall,
} from '../../contract/kycReview.ts';
import type { DocumentReason } from '../../contract/reasons.ts';
import { canStep, documentSteps } from '../../contract/statuses.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import {
  type Case,
  kycStatusOf,
  lockCase,
  readCase,
  stepCase,
  tellDates,
  tellDocument,
} from '../kyc/cases.ts';
import { notify } from '../notifications/store.ts';

/** Registers the operator's calls on identity verifications. */
export function kycReviewCalls(route: Route, { database }: { database: Db }) {
  route(kycReviewsCall, async ({ at }) => {
    const waiting = await database.query<{ id: string }>(
      "SELECT id FROM users WHERE kyc_status = 'pending' ORDER BY kyc_submitted_at, id LIMIT 100",
    );
    return Promise.all(waiting.map(async ({ id }) => tell(await readCase(database.query, id), at)));
  });

  route(kycReviewCall, async ({ params, at }) => tell(await readCase(database.query, params.id), at));

  route(approveKycCall, ({ body: { id }, at }) =>
    database.transaction(async (query) => {
      await approveCase(query, id, at);
      return tell(await readCase(query, id), at);
    }),
  );

  route(rejectKycCall, ({ body: { id, document, reason, note }, at }) =>
    database.transaction(async (query) => {
      await rejectDocument(query, { userId: id, type: document, reason, note, at });
      return tell(await readCase(query, id), at);
    }),
  );
}

/** How many years a verification is good for. */
const validFor = 2;

async function approveCase(query: Query, userId: string, at: Date) {
  await stepCase(query, await lockCase(query, userId, at), 'approved');
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + validFor);
  await query("UPDATE kyc_documents SET status = 'approved' WHERE user_id = $1 AND status = 'pending'", [
    userId,
  ]);
  await query('UPDATE users SET kyc_expires_at = $2 WHERE id = $1', [userId, until]);
  await tellDecision(query, userId, 'approved', at);
}

/** What is decided goes to the person's figures, and they are told. */
async function tellDecision(query: Query, userId: string, outcome: 'approved' | 'rejected', at: Date) {
  await recordEvent(query, { userId, type: `kyc_${outcome}`, at });
  await notify(query, { userId, kind: 'kyc', subjectId: null, outcome, at });
}

interface Rejection {
  readonly userId: string;
  readonly type: string;
  readonly reason: DocumentReason;
  /** What its person reads besides, as it was typed. */
  readonly note?: string | undefined;
  readonly at: Date;
}

/**
 * Rejects a document that waits for a decision, and with the first one the case. NOT_FOUND when there is no such document,
 * STATUS_CONFLICT when it does not wait.
 */
export async function rejectDocument(
  query: Query,
  { userId, type, reason, note, at }: Rejection,
): Promise<void> {
  const found = await lockCase(query, userId, at);
  const document = found.documents.find((each) => each.type === type);
  if (!document) throw new Refusal('NOT_FOUND');
  if (!canStep(documentSteps, document.status, 'rejected')) throw new Refusal('STATUS_CONFLICT');
  if (found.person.kyc_status === 'pending') {
    await stepCase(query, found, 'rejected');
    await tellDecision(query, userId, 'rejected', at);
  }
  await query("UPDATE kyc_documents SET status = 'rejected', reason_code = $2, reason = $3 WHERE id = $1", [
    document.id,
    reason,
    note ?? null,
  ]);
}

function tell({ person, documents }: Case, at: Date): KycReview {
  const { id, email, first_name, last_name, date_of_birth, country } = person;
  const address = [person.address, person.city, person.zip_code].filter(Boolean).join(', ');
  return {
    id,
    email,
    first_name,
    last_name,
    date_of_birth,
    country,
    address: address || null,
    status: kycStatusOf(person, at),
    ...tellDates(person),
    documents: documents.map((each) => ({ ...tellDocument(each), file: each.file_id })),
  };
}
