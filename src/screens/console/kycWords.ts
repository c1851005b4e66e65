import { type DocumentType, documentTypes } from '../../../contract/kyc.ts';
import { reviewedStatuses } from '../../../contract/kycReview.ts';
import { type DocumentReason, documentReasons } from '../../../contract/reasons.ts';
import { documentSteps } from '../../../contract/statuses.ts';
import type { Tone } from '../../components/base/StatusBadge.tsx';

const tones = { pending: 'wait', approved: 'gain', rejected: 'loss', expired: 'halt' } as const;

export const toneOf = (status: string): Tone =>
  Object.hasOwn(tones, status) ? tones[status as keyof typeof tones] : 'plain';

export const isReviewedStatus = (text: string) => reviewedStatuses.find((each) => each === text);
export const isDocumentStatus = (text: string) =>
  (Object.keys(documentSteps) as (keyof typeof documentSteps)[]).find((each) => each === text);
export const isDocumentType = (text: string): DocumentType | undefined =>
  documentTypes.find((each) => each === text);
export const isDocumentReason = (text: string | null): DocumentReason | undefined =>
  documentReasons.find((each) => each === text);
