/**
 * What somebody else may have done to an account: its person is told of it at once, by email and in the inbox, and each of both has
 * "This was not me" (decision 116). Whoever adds an occasion adds it here, and its words in `server/email/templates.ts`.
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

/** What their person is told of besides: what they did about it themselves. */
export const securityOccasions = [...reportableOccasions, 'reported', 'recoveryStopped'] as const;

export type ReportableOccasion = (typeof reportableOccasions)[number];
export type SecurityOccasion = (typeof securityOccasions)[number];

export const isReportable = (occasion: string): occasion is ReportableOccasion =>
  reportableOccasions.some((each) => each === occasion);

/** How long "This was not me" can be pressed about something, in milliseconds. */
export const reportableFor = 7 * 86_400_000;
