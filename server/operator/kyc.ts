import {
  approveKycCall,
  type KycLine,
  type KycReview,
  kycFileCall,
  kycReviewCall,
  kycReviewsCall,
  type ReviewedStatus,
  rejectKycCall,
} from '../../contract/kycReview.ts';
import type { DocumentReason } from '../../contract/reasons.ts';
import { canStep, documentSteps } from '../../contract/statuses.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import type { UserRow } from '../accounts/users.ts';
import { keysetPage, positionOf, readPosition } from '../core/keyset.ts';
import { decidedBefore, Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { type FileWorld, readFile } from '../files/records.ts';
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
import { keepEmails } from '../notices/notices.ts';
import { notify } from '../notifications/store.ts';

export function kycReviewCalls(route: Route, { database, files }: FileWorld) {
  route(kycReviewsCall, ({ search, at }) => listCases(database.query, search, at));

  route(kycReviewCall, async ({ params, at }) => tell(await readCase(database.query, params.id), at));

  route(kycFileCall, async ({ params }) => {
    const { documents } = await readCase(database.query, params.id);
    const found = documents.find(({ file_id }) => file_id === params.file);
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, { ...found, id: found.file_id, type: found.media_type });
  });

  route(approveKycCall, ({ body: { id, submitted_at }, operator, at }) =>
    database.transaction(async (query) => {
      await approveCase(query, { userId: id, seen: submitted_at, operator: operator.name, at });
      return tell(await readCase(query, id), at);
    }),
  );

  route(rejectKycCall, ({ body: { id, document, reason, note, submitted_at }, operator, at }) =>
    database.transaction(async (query) => {
      const given = { type: document, reason, note };
      await rejectDocument(query, {
        ...given,
        userId: id,
        seen: submitted_at,
        operator: operator.name,
        at,
      });
      return tell(await readCase(query, id), at);
    }),
  );
}

interface Wanted {
  readonly status: ReviewedStatus;
  readonly after?: string | undefined;
  readonly per_page: number;
}

async function listCases(query: Query, { status, after, per_page }: Wanted, at: Date) {
  // Waiting cases: the oldest first. Decided ones: the newest first.
  const [behind, order] = status === 'pending' ? ['>', 'ASC'] : ['<', 'DESC'];
  const position = readPosition(after);
  const rows = await query<UserRow>(
    `SELECT * FROM users WHERE kyc_status = $1 AND kyc_submitted_at IS NOT NULL
      ${position.length > 0 ? `AND (kyc_submitted_at, id) ${behind} ($3::timestamptz, $4::uuid)` : ''}
    ORDER BY kyc_submitted_at ${order}, id ${order} LIMIT $2`,
    [status, per_page + 1, ...position],
  );
  return keysetPage(rows, per_page, {
    position: ({ kyc_submitted_at, id }) => positionOf({ at: kyc_submitted_at ?? at, id }),
    tell: (person) => tellLine(person, at),
  });
}

/** The years for which a verification is valid. */
const validFor = 2;

/** A decision; `seen` is the time of the submission that the operator looked at, when they send it. */
interface Deciding {
  readonly userId: string;
  readonly seen?: string | undefined;
  readonly operator: string;
  readonly at: Date;
}

/** Locks the case. STATUS_CONFLICT when the person has submitted again since the operator looked at it. */
async function lockSeen(query: Query, { userId, seen, at }: Deciding): Promise<Case> {
  const found = await lockCase(query, userId, at);
  const submitted = found.person.kyc_submitted_at?.getTime();
  if (seen !== undefined && submitted !== new Date(seen).getTime())
    throw new Refusal('STATUS_CONFLICT', { detail: 'This was submitted again meanwhile: look at it anew.' });
  return found;
}

async function approveCase(query: Query, deciding: Deciding) {
  const { userId, operator, at } = deciding;
  const found = await lockSeen(query, deciding);
  const { kyc_status, kyc_decided_by } = found.person;
  if (kyc_status === 'approved' && kyc_decided_by === operator) return;
  if (kyc_status === 'approved' || kyc_status === 'rejected') throw decidedBefore(kyc_decided_by);
  await stepCase(query, found, 'approved');
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + validFor);
  await query(
    "UPDATE kyc_documents SET status = 'approved', decided_by = $2 WHERE user_id = $1 AND status = 'pending'",
    [userId, operator],
  );
  await query('UPDATE users SET kyc_expires_at = $2, kyc_decided_by = $3 WHERE id = $1', [
    userId,
    until,
    operator,
  ]);
  await tellDecision(query, userId, 'approved', at);
}

/** Records the decision in the person's analytics, and notifies them. */
async function tellDecision(query: Query, userId: string, outcome: 'approved' | 'rejected', at: Date) {
  await recordEvent(query, { userId, type: `kyc_${outcome}`, at });
  await notify(query, { userId, kind: 'kyc', subjectId: null, outcome, at });
  const occasion = outcome === 'approved' ? 'kycApproved' : 'kycRejected';
  await keepEmails(query, [{ userId, occasion, language: null, at }]);
}

interface Rejection extends Deciding {
  readonly type: string;
  readonly reason: DocumentReason;
  /** A further text for the person, as the operator typed it. */
  readonly note?: string | undefined;
}

/**
 * Rejects a document under review, and with the first one the case. NOT_FOUND for an unknown document, STATUS_CONFLICT when it is not under
 * review. Repeating it for the same reason changes nothing.
 */
export async function rejectDocument(query: Query, rejection: Rejection): Promise<void> {
  const { userId, type, reason, note = null, operator, at } = rejection;
  const found = await lockSeen(query, rejection);
  const document = found.documents.find((each) => each.type === type);
  if (!document) throw new Refusal('NOT_FOUND');
  const isSame = document.reason_code === reason && document.reason === note;
  if (document.status === 'rejected' && document.decided_by === operator && isSame) return;
  if (!canStep(documentSteps, document.status, 'rejected')) throw decidedBefore(document.decided_by);
  if (found.person.kyc_status === 'pending') {
    await stepCase(query, found, 'rejected');
    await tellDecision(query, userId, 'rejected', at);
    await query('UPDATE users SET kyc_decided_by = $2 WHERE id = $1', [userId, operator]);
  }
  await query(
    "UPDATE kyc_documents SET status = 'rejected', reason_code = $2, reason = $3, decided_by = $4 WHERE id = $1",
    [document.id, reason, note, operator],
  );
}

/** The statuses without a decision. */
const undecided: ReadonlySet<string> = new Set(['notStarted', 'inProgress', 'pending']);

function tellLine(person: UserRow, at: Date): KycLine {
  const { id, email, first_name, last_name, country } = person;
  const status = kycStatusOf(person, at);
  const decided_by = undecided.has(status) ? null : person.kyc_decided_by;
  return { id, email, first_name, last_name, country, status, decided_by, ...tellDates(person) };
}

function tell({ person, documents }: Case, at: Date): KycReview {
  const address = [person.address, person.city, person.zip_code].filter(Boolean).join(', ');
  return {
    ...tellLine(person, at),
    date_of_birth: person.date_of_birth,
    address: address || null,
    documents: documents.map((each) => {
      const { media_type, file_id: file, decided_by } = each;
      return { ...tellDocument(each), media_type, file, decided_by };
    }),
  };
}
