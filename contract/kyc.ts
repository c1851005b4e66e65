import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { documentReasons, toldReason } from './reasons.ts';
import { answer, decimal, instant, status } from './schemas.ts';
import { type DocumentStatus, documentSteps, type KycStatus, kycSteps } from './statuses.ts';
import { onePathId } from './textRules.ts';
import { fileTypes, largestFile } from './uploads.ts';

/** The requirements of a submission: one document of each part (contract: KYC). */
export const kycParts = {
  identity: ['passport', 'drivers_license', 'national_id'],
  address: ['utility_bill', 'bank_statement'],
  selfie: ['selfie'],
} as const;
export type KycPart = keyof typeof kycParts;

export const documentTypes = [...kycParts.identity, ...kycParts.address, ...kycParts.selfie] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The names of `kycParts`, in the order a person meets them. */
export const kycPartNames = Object.keys(kycParts) as KycPart[];

/** The details of the profile that a submission needs, because documents are compared with them. */
export const comparedDetails = ['first_name', 'last_name', 'date_of_birth', 'country'] as const;

export function partOf(type: DocumentType): KycPart {
  if (type === 'selfie') return 'selfie';
  return type === 'utility_bill' || type === 'bank_statement' ? 'address' : 'identity';
}

const documentStatus = status(Object.keys(documentSteps) as DocumentStatus[]);

/**
 * A rejected document has `reason_code`, or `reason`, or both: `reason` is the operator's typed text, alone when the document was rejected
 * before there were codes, or by a provider without codes.
 */
const document = z.object({
  id: z.string(),
  type: status(documentTypes),
  status: documentStatus,
  reason: z.nullable(z.string()),
  reason_code: z.optional(toldReason(documentReasons)),
  name: z.string(),
  size: z.int(),
});

/** `is_met`: the part has a document that was not rejected. `is_open`: a document may be added or changed now. */
const requirement = z.object({
  part: status(kycPartNames),
  one_of: z.array(status(documentTypes)),
  is_met: z.boolean(),
  is_open: z.boolean(),
});

/** The most that may be paid to outside addresses in 24 hours and in 30 days, in USDT. */
const spans = z.object({ day: decimal, month: decimal });

const kycCase = answer(
  z.object({
    status: status(Object.keys(kycSteps) as KycStatus[]),
    documents: z.array(document),
    requirements: z.array(requirement),
    reasons: z.array(z.string()),
    limits: z.object({ unverified: spans, verified: spans }),
    submitted_at: z.nullable(instant),
    expires_at: z.nullable(instant),
  }),
);

export const kycCall = {
  method: 'GET',
  path: '/kyc',
  summary: 'Get my identity verification: its documents, what is missing, and the decision',
  access: 'session',
  status: 200,
  answer: kycCase,
  problems: [],
} as const satisfies Call;

export const addDocumentCall = {
  method: 'POST',
  path: '/kyc/documents',
  summary: 'Upload a document of my verification; replaces the one of the same type',
  access: 'session',
  status: 201,
  upload: { field: 'file', maximum: largestFile, types: fileTypes },
  body: () => z.strictObject({ type: z.enum(documentTypes, 'format') }),
  answer: kycCase,
  problems: ['STATUS_CONFLICT'],
} as const satisfies Call;

export const removeDocumentCall = {
  method: 'DELETE',
  path: '/kyc/documents/{id}',
  params: onePathId,
  summary: 'Remove a document that is not submitted or was rejected',
  access: 'session',
  status: 200,
  answer: kycCase,
  problems: ['NOT_FOUND', 'STATUS_CONFLICT'],
} as const satisfies Call;

export const documentFileCall = {
  method: 'GET',
  path: '/kyc/documents/{id}/file',
  params: onePathId,
  summary: 'Download one of my documents',
  access: 'session',
  status: 200,
  download: fileTypes,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const submitKycCall = {
  method: 'POST',
  path: '/kyc/submit',
  summary: 'Submit my documents for review; missing documents and personal details are named',
  access: 'session',
  status: 200,
  idempotent: true,
  answer: kycCase,
  problems: ['STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type KycCase = z.infer<typeof kycCase>['data'];
