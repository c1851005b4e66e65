/**
 * Events that somebody else may have caused: the person is notified at once by email and in the inbox, both with "This was not me" (decision
 * 116). A new occasion is added here, and its texts in `server/email/templates.ts`.
 */
export const reportableOccasions = [
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

/** All security events, including the person's own actions. */
export const securityOccasions = [...reportableOccasions, 'reported', 'recoveryStopped'] as const;

export type ReportableOccasion = (typeof reportableOccasions)[number];
export type SecurityOccasion = (typeof securityOccasions)[number];

export const isReportable = (occasion: string): occasion is ReportableOccasion =>
  reportableOccasions.some((each) => each === occasion);

/** How long an event can be reported by "This was not me", in milliseconds. */
export const reportableFor = 7 * 86_400_000;
