import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { documentTypes } from './kyc.ts';
import { documentReasons, givenReason } from './reasons.ts';
import { givenId, onePathId } from './rules.ts';
import { answer, instant } from './schemas.ts';

/** A case as the operator sees it; `id` is the account's. `file` is the key of the bytes in the folder or the bucket of files. */
const review = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  date_of_birth: z.nullable(z.string()),
  country: z.nullable(z.string()),
  address: z.nullable(z.string()),
  status: z.string(),
  submitted_at: z.nullable(instant),
  expires_at: z.nullable(instant),
  documents: z.array(
    z.object({
      type: z.string(),
      status: z.string(),
      reason: z.nullable(z.string()),
      reason_code: z.nullable(z.string()),
      name: z.string(),
      size: z.int(),
      file: z.string(),
    }),
  ),
});

export const kycReviewsCall = {
  method: 'GET',
  path: '/kyc',
  summary: 'Cases that wait for a decision, oldest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(review)),
  problems: [],
} as const satisfies Call;

export const kycReviewCall = {
  method: 'GET',
  path: '/kyc/{id}',
  params: onePathId,
  summary: 'One case, whatever its status',
  access: 'operator',
  status: 200,
  answer: answer(review),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const approveKycCall = {
  method: 'POST',
  path: '/kyc/approve',
  summary: 'Approve a case with all of its documents',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ id: givenId }),
  answer: answer(review),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const rejectKycCall = {
  method: 'POST',
  path: '/kyc/reject',
  summary: 'Reject one document; its person reads why and is asked for that part again',
  access: 'operator',
  status: 200,
  body: () =>
    z.strictObject({
      id: givenId,
      document: z.enum(documentTypes, 'format'),
      ...givenReason(documentReasons),
    }),
  answer: answer(review),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type KycReview = z.infer<typeof review>;
