import * as z from 'zod/mini';
import { sessionAnswer } from './auth.ts';
import type { Call } from './call.ts';
import { descriptors, passkeyRequestOptions, publicKeyType } from './passkeyRequest.ts';
import { capped } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { onePathId, passkeyName } from './textRules.ts';

/** Bytes in WebAuthn's JSON format, without padding. */
const base64url = (most: number) => capped(most, 'format').check(z.regex(/^[\w-]*$/, 'format'));

/** A credential's id has at most 1,023 bytes (WebAuthn level 3, section 4). */
const credential = {
  id: base64url(1_364),
  rawId: base64url(1_364),
  type: z.literal('public-key', 'format'),
};
const clientDataJSON = base64url(8_192);

/** The answer of `navigator.credentials.create()`, by its `toJSON()`. Browsers may add fields. */
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(32_768),
    transports: z.optional(z.array(capped(32, 'format')).check(z.maxLength(10, 'too_long'))),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** The answer of `navigator.credentials.get()`, by its `toJSON()`. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_096),
    signature: base64url(1_024),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** `backed_up`: whether the device stores copies of it elsewhere, as most phones do. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  backed_up: z.boolean(),
});

export const passkeyCreationCall = {
  method: 'POST',
  path: '/auth/passkeys/options',
  summary:
    'Get the browser’s options for creating a passkey (WebAuthn); needs a fresh proof (`Step-Up`), which stays valid. The options expire after five minutes',
  access: 'session',
  status: 200,
  answer: answer(passkeyCreationOptions),
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'RATE_LIMITED'],
} as const satisfies Call;

export const addPasskeyCall = {
  method: 'POST',
  path: '/auth/passkeys',
  summary:
    'Add the created passkey to my account, with the same proof; the first second factor returns recovery codes, which are shown only once',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ name: passkeyName, registration: passkeyRegistration }),
  answer: answer(z.object({ passkey, recovery_codes: z.nullable(z.array(z.string())) })),
  problems: [
    'SETTINGS_LOCKED',
    'STEP_UP_REQUIRED',
    'FORBIDDEN',
    'PASSKEY_LIMIT',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;

export const renamePasskeyCall = {
  method: 'PATCH',
  path: '/auth/passkeys/{id}',
  params: onePathId,
  summary: 'Rename a passkey',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ name: passkeyName }),
  answer: answer(passkey),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const removePasskeyCall = {
  method: 'DELETE',
  path: '/auth/passkeys/{id}',
  params: onePathId,
  summary: 'Remove a passkey and end my other sessions; needs a proof by a second factor (`Step-Up`)',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['SETTINGS_LOCKED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
} as const satisfies Call;

export const passkeyRequestCall = {
  method: 'POST',
  path: '/auth/passkey/options',
  summary: 'Get the browser’s options for a login with a passkey; valid once, for five minutes',
  access: 'public',
  status: 200,
  answer: answer(passkeyRequestOptions),
  problems: ['RATE_LIMITED'],
} as const satisfies Call;

export const passkeySignInCall = {
  method: 'POST',
  path: '/auth/passkey',
  summary: 'Log in with a passkey alone',
  access: 'public',
  status: 200,
  body: () => z.strictObject({ assertion: passkeyAssertion, remember: z.optional(z.boolean('format')) }),
  ...sessionAnswer,
  problems: ['CREDENTIAL_INVALID', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export type Passkey = z.infer<typeof passkey>;
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;
