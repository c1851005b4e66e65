import type { DocumentType, KycCase, KycPart } from '../../contract/kyc.ts';
import { kycPartNames, kycParts, partOf } from '../../contract/kyc.ts';
import type { Verification, VerificationRead } from '../../src/machines/kyc/kycSteps.ts';
import { vera } from './people.ts';

type Document = KycCase['documents'][number];

/** A document of somebody's; its id is its type. */
export function documentOf(
  type: DocumentType,
  status: Document['status'] = 'uploaded',
  reason_code: NonNullable<Document['reason_code']> | null = null,
  reason: string | null = null,
): Document {
  return { id: type, type, status, reason, reason_code, name: `${type}.jpg`, size: 1_234_567 };
}

/** Vera's verification, as a provider tells it. `open`: the parts that can be changed; all of them unless told otherwise. */
export function verificationOf(
  status: KycCase['status'],
  documents: readonly Document[] = [],
  open: readonly KycPart[] = kycPartNames,
): Verification {
  const isMet = (part: KycPart) =>
    status !== 'expired' &&
    documents.some(
      (each) => each.type !== 'unknown' && partOf(each.type) === part && each.status !== 'rejected',
    );
  return {
    user: { ...vera.user, kyc_status: status },
    readAt: 0,
    kyc: {
      status,
      documents: [...documents],
      requirements: kycPartNames.map((part) => ({
        part,
        one_of: [...kycParts[part]],
        is_met: isMet(part),
        is_open: open.includes(part),
      })),
      reasons: documents.flatMap(({ reason }) => reason ?? []),
      limits: {
        unverified: { day: '5000', month: '10000' },
        verified: { day: '100000', month: '1000000' },
      },
      submitted_at: status === 'notStarted' ? null : '2026-11-20T09:00:00.000Z',
      expires_at: status === 'approved' || status === 'expired' ? '2028-11-20T09:00:00.000Z' : null,
    },
  };
}

/** As it is read by a browser that has kept the preparation at a step, or none. */
export const readOf = (verification: Verification, keptStep: string | null = null): VerificationRead => ({
  ...verification,
  keptStep,
});

export const full = [documentOf('passport'), documentOf('utility_bill'), documentOf('selfie')];
export const judged = (status: Document['status']) => full.map((each) => ({ ...each, status }));
/** Only the address failed. */
export const rejected = verificationOf(
  'rejected',
  [
    documentOf('passport', 'pending'),
    documentOf('utility_bill', 'rejected', 'outdated', 'Send the one of November.'),
    documentOf('selfie', 'pending'),
  ],
  ['address'],
);
