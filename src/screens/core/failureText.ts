import type { ParseKeys } from 'i18next';
import type { Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';

/** The namespaces of failure texts; every screen that shows a form or a failure loads them. */
export const failureNamespaces = ['common', 'auth', 'validation'] as const;

/** A full key (`common:errors.network`) in one of them. */
export type FailureKey = Extract<ParseKeys<typeof failureNamespaces>, `${string}:${string}`>;

interface FailureText {
  /** What went wrong. */
  readonly sentence: FailureKey;
  /** What the person can do about it. */
  readonly next: FailureKey;
}

const words = (sentence: FailureKey, next: FailureKey): FailureText => ({ sentence, next });

const server = words('common:errors.serverError', 'common:next.later');
const outdated = words('common:errors.general', 'common:next.reload');
const file = words('validation:file', 'common:next.chooseFile');
const browserWallet = words('auth:errors.browserWalletFailed', 'auth:next.signAgain');

/** Spec section 8 by the contract's codes. The type requires a text for every code. */
export const failureText: Readonly<Record<FailureCode, FailureText>> = {
  UNAUTHENTICATED: words('common:errors.unauthorized', 'common:next.logIn'),
  INVALID_CREDENTIALS: words('auth:errors.invalidCredentials', 'auth:next.credentials'),
  SIGNATURE_INVALID: browserWallet,
  NONCE_UNKNOWN: browserWallet,
  CREDENTIAL_INVALID: words('auth:errors.authenticationFailed', 'auth:next.otherWay'),
  ACCOUNT_BLOCKED: words('auth:errors.blocked', 'auth:next.blocked'),
  EMAIL_UNVERIFIED: words('auth:errors.emailUnverified', 'auth:next.verifyEmail'),
  SECOND_FACTOR_REQUIRED: words('auth:errors.secondFactorRequired', 'auth:next.secondFactor'),
  FORBIDDEN: words('common:errors.forbidden', 'common:next.askSupport'),
  KYC_REQUIRED: words('common:errors.kycRequired', 'common:next.verifyIdentity'),
  LIMIT_EXCEEDED: words('common:errors.limitExceeded', 'common:next.limits'),
  WITHDRAWALS_DISABLED: words('common:errors.withdrawalsDisabled', 'common:next.withdrawLater'),
  NOT_FOUND: words('common:errors.notFound', 'common:next.goBack'),
  METHOD_NOT_ALLOWED: outdated,
  REQUEST_TIMEOUT: words('common:errors.network', 'common:next.network'),
  EMAIL_TAKEN: words('auth:errors.emailTaken', 'auth:next.emailTaken'),
  USERNAME_TAKEN: words('auth:errors.usernameTaken', 'auth:next.usernameTaken'),
  PASSWORD_REQUIRED: words('auth:errors.passwordRequired', 'auth:next.passwordRequired'),
  QUOTE_EXPIRED: words('common:errors.quoteExpired', 'common:next.newQuote'),
  QUOTE_USED: words('common:errors.quoteUsed', 'common:next.history'),
  STEP_UP_REQUIRED: words('common:errors.stepUpRequired', 'common:next.stepUp'),
  DEVICE_PROOF_REQUIRED: words('common:errors.deviceProofRequired', 'common:next.logInAgain'),
  LAST_LOGIN_METHOD: words('common:errors.lastLoginMethod', 'common:next.otherMethod'),
  SETTINGS_LOCKED: words('common:errors.settingsLocked', 'common:next.settingsLock'),
  IDENTITY_TAKEN: words('auth:errors.identityTaken', 'auth:next.identityTaken'),
  WALLET_TAKEN: words('common:errors.walletTaken', 'common:next.otherWallet'),
  WALLET_LIMIT: words('common:errors.walletLimit', 'common:next.removeOne'),
  PASSKEY_LIMIT: words('common:errors.passkeyLimit', 'common:next.removeOne'),
  ADDRESS_NOT_ALLOWED: words('common:errors.addressNotAllowed', 'common:next.allowAddress'),
  ADDRESS_COOLING: words('common:errors.addressCooling', 'common:next.saveAddress'),
  ADDRESS_LIMIT: words('common:errors.addressLimit', 'common:next.removeOne'),
  STATUS_CONFLICT: words('common:errors.statusConflict', 'common:next.refresh'),
  BALANCE_NOT_ZERO: words('common:errors.balanceNotZero', 'common:next.emptyFirst'),
  CONFIRMATION_REQUIRED: words('common:errors.statusConflict', 'common:next.refresh'),
  APPROVAL_REQUIRED: words('common:errors.statusConflict', 'common:next.refresh'),
  IDEMPOTENCY_IN_FLIGHT: words('common:errors.inFlight', 'common:next.wait'),
  LINK_EXPIRED: words('auth:errors.linkExpired', 'auth:next.newLink'),
  PAYLOAD_TOO_LARGE: words('common:errors.payloadTooLarge', 'common:next.shorten'),
  FILE_TOO_LARGE: file,
  FILE_TYPE: file,
  MISDIRECTED: words('common:errors.misdirected', 'common:next.ownAddress'),
  MEDIA_TYPE: outdated,
  MALFORMED_REQUEST: outdated,
  VALIDATION_FAILED: words('common:errors.validation', 'common:next.fields'),
  CAPTCHA_FAILED: words('common:errors.captchaFailed', 'common:next.captcha'),
  AMOUNT_TOO_SMALL: words('common:errors.amountTooSmall', 'common:next.amount'),
  AMOUNT_TOO_LARGE: words('common:errors.amountTooLarge', 'common:next.amount'),
  INSUFFICIENT_BALANCE: words('common:errors.insufficientBalance', 'common:next.amount'),
  ADDRESS_INVALID: words('common:errors.addressInvalid', 'common:next.address'),
  IDEMPOTENCY_MISMATCH: words('common:errors.idempotencyMismatch', 'common:next.history'),
  RATE_LIMITED: words('common:errors.rateLimited', 'common:next.attempts'),
  INTERNAL: server,
  UNAVAILABLE: server,
  RATE_UNAVAILABLE: words('common:errors.rateUnavailable', 'common:next.withdrawLater'),
  PASSKEY_CANCELLED: words('auth:errors.passkeyCancelled', 'auth:next.passkeyCancelled'),
  PASSKEY_UNSUPPORTED: words('auth:errors.passkeyUnsupported', 'auth:next.passkeyUnsupported'),
  PASSKEY_PRESENT: words('auth:errors.passkeyPresent', 'auth:next.passkeyPresent'),
  PASSKEY_DOMAIN: words('auth:errors.passkeyDomain', 'auth:next.passkeyDomain'),
  PASSKEY_UNKNOWN: words('auth:errors.passkeyUnknown', 'auth:next.passkeyUnknown'),
  PASSKEY_REFUSED: words('auth:errors.passkeyRefused', 'auth:next.passkeyRefused'),
  NETWORK: words('common:errors.network', 'common:next.network'),
  INVALID_RESPONSE: server,
  UNSUPPORTED: words('common:errors.unsupported', 'common:next.unsupported'),
  GENERAL: words('common:errors.general', 'common:next.later'),
};

const newAddress = words('common:errors.addressWaits', 'common:next.awaitAddress');
const ownLimit = words('common:errors.limitExceeded', 'common:next.ownLimit');

/**
 * The text of a failure by its code and members. Without an allowance not even a small amount can go to a new address. One’s own limit is
 * not raised by a verified identity.
 */
export function failureWords({
  code,
  allowance,
  fields,
}: Pick<Failure, 'code' | 'allowance' | 'fields'>): FailureText {
  if (code === 'ADDRESS_COOLING' && !allowance) return newAddress;
  if (code === 'LIMIT_EXCEEDED' && fields.amount === 'own_limit') return ownLimit;
  return failureText[code];
}

/** How long to wait, in seconds up to a minute and a half, then in minutes. */
export function waitText(seconds: number) {
  return seconds <= 90
    ? ({ key: 'common:form.waitSeconds', count: seconds } as const)
    : ({ key: 'common:form.waitMinutes', count: Math.ceil(seconds / 60) } as const);
}
