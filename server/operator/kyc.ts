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

/** Registers the operator's calls on identity verifications. */
export function kycReviewCalls(route: Route, { database, files }: FileWorld) {
  route(kycReviewsCall, ({ search, at }) => listCases(database.query, search, at));

  route(kycReviewCall, async ({ params, at }) => tell(await readCase(database.query, params.id), at));

  route(kycFileCall, async ({ params }) => {
    const { documents } = await readCase(database.query, params.id);
    const found = documents.find(({ file_id }) => file_id === params.file);
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, { id: found.file_id, name: found.name, type: found.media_type });
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
  // Who waits longest comes first; of what is decided, the latest.
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

/** How many years a verification is good for. */
const validFor = 2;

/** What an operator decides on: `seen` is the submission that they have looked at, where they say which. */
interface Deciding {
  readonly userId: string;
  readonly seen?: string | undefined;
  readonly operator: string;
  readonly at: Date;
}

/** The case, locked. STATUS_CONFLICT when its person has submitted it again since the operator has looked at it. */
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

/** What is decided goes to the person's figures, and they are told. */
async function tellDecision(query: Query, userId: string, outcome: 'approved' | 'rejected', at: Date) {
  await recordEvent(query, { userId, type: `kyc_${outcome}`, at });
  await notify(query, { userId, kind: 'kyc', subjectId: null, outcome, at });
  const occasion = outcome === 'approved' ? 'kycApproved' : 'kycRejected';
  await keepEmails(query, [{ userId, occasion, language: null, at }]);
}

interface Rejection extends Deciding {
  readonly type: string;
  readonly reason: DocumentReason;
  /** What its person reads besides, as it was typed. */
  readonly note?: string | undefined;
}

/**
 * Rejects a document that waits for a decision, and with the first one the case. NOT_FOUND when there is no such document,
 * STATUS_CONFLICT when it does not wait. Again by the same operator for the same reason it changes nothing.
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

/** Nobody has decided on what is submitted and not judged. */
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
