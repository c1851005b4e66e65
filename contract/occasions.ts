/**
 * Events that somebody else may have caused: the person is notified at once by email and in the inbox, both with "This was not me" (decision
 * 116). A new occasion is added here, and its texts in `server/email/templates.ts`.
 */
const securityEvents = [
  'newDevice',
  'newPlace',
  'paymentOut',
  'addressSaved',
  'settingsChanged',
  'phraseChanged',
  'emailAsked',
  'emailChanged',
  'passwordChanged',
  'methodAdded',
  'methodRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCopied',
  'totpAdded',
  'totpRemoved',
  'recoveryCodeUsed',
  'recoveryCodesRenewed',
  'codesTried',
  'unfrozen',
  'recoveryAsked',
  'recoveryDone',
] as const;

/** Decisions on an identity, which somebody else may have asked for by their own documents (decision 219). By the outcome in the inbox. */
const kycOccasions = { approved: 'kycApproved', rejected: 'kycRejected' } as const;

export const reportableOccasions = [...securityEvents, ...Object.values(kycOccasions)] as const;

/** What the inbox tells as security: the events, and the person's own actions. */
export const securityOccasions = [...securityEvents, 'reported', 'recoveryStopped'] as const;

export type ReportableOccasion = (typeof reportableOccasions)[number];
export type SecurityOccasion = (typeof securityOccasions)[number];

export const isReportable = (occasion: string): occasion is ReportableOccasion =>
  reportableOccasions.some((each) => each === occasion);

/** The event by which a notification can be reported; null for any other. */
export function reportableIn(told: {
  readonly kind: string;
  readonly outcome: string | null;
}): ReportableOccasion | null {
  const { kind, outcome } = told;
  if (kind === 'kyc') return outcome === 'approved' || outcome === 'rejected' ? kycOccasions[outcome] : null;
  return kind === 'security' && outcome !== null && isReportable(outcome) ? outcome : null;
}

/** How long an event can be reported by "This was not me", in milliseconds. */
export const reportableFor = 7 * 86_400_000;
