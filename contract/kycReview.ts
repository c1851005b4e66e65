import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { documentTypes } from './kyc.ts';
import { keysetAnswer, positionSearch } from './paging.ts';
import { documentReasons, givenReason } from './reasons.ts';
import { answer, instant } from './schemas.ts';
import { givenId, givenInstant, onePathId, pathId } from './textRules.ts';
import { fileTypes } from './uploads.ts';

/** A case in a list; `id` is the account's. `decided_by` is the operator who decided last; null before a decision. */
const caseLine = {
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  country: z.nullable(z.string()),
  status: z.string(),
  submitted_at: z.nullable(instant),
  expires_at: z.nullable(instant),
  decided_by: z.nullable(z.string()),
};
const kycLine = z.object(caseLine);

/** A case as operators see it. `file` is the key of the bytes in the store of files. */
const review = z.object({
  ...caseLine,
  date_of_birth: z.nullable(z.string()),
  address: z.nullable(z.string()),
  documents: z.array(
    z.object({
      type: z.string(),
      status: z.string(),
      reason: z.nullable(z.string()),
      reason_code: z.nullable(z.string()),
      name: z.string(),
      size: z.int(),
      media_type: z.string(),
      file: z.string(),
      decided_by: z.nullable(z.string()),
    }),
  ),
});

/** The statuses by which cases can be listed: those of submitted cases. */
export const reviewedStatuses = ['pending', 'rejected', 'approved', 'expired'] as const;

export const kycReviewsCall = {
  method: 'GET',
  path: '/kyc',
  summary: 'List cases by status: those that wait for a decision oldest first, others newest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object({
    status: z._default(z.enum(reviewedStatuses, 'format'), 'pending'),
    ...positionSearch,
  }),
  answer: keysetAnswer(kycLine),
  problems: [],
} as const satisfies Call;

export const kycReviewCall = {
  method: 'GET',
  path: '/kyc/{id}',
  params: onePathId,
  summary: 'Get a case, whatever its status',
  access: 'operator',
  status: 200,
  answer: answer(review),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const kycFileCall = {
  method: 'GET',
  path: '/kyc/{id}/files/{file}',
  params: z.object({ id: pathId, file: pathId }),
  summary: 'Download a document of a case',
  access: 'operator',
  status: 200,
  download: fileTypes,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

/** The submission that the operator looked at: any other is STATUS_CONFLICT. Without it the decision applies to the current submission. */
const submitted_at = z.optional(givenInstant);

export const approveKycCall = {
  method: 'POST',
  path: '/kyc/approve',
  summary: 'Approve a case with all its documents; repeating the call changes nothing',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId, submitted_at }),
  answer: answer(review),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const rejectKycCall = {
  method: 'POST',
  path: '/kyc/reject',
  summary: 'Reject one document; its person sees the reason and is asked to replace it',
  access: 'operator',
  status: 200,
  body: () =>
    z.strictObject({
      id: givenId,
      submitted_at,
      document: z.enum(documentTypes, 'format'),
      ...givenReason(documentReasons),
    }),
  answer: answer(review),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type ReviewedStatus = (typeof reviewedStatuses)[number];
export type KycLine = z.infer<typeof kycLine>;
export type KycReview = z.infer<typeof review>;
