import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { sixDigits } from './factors.ts';
import { operatorPassword } from './operatorSessions.ts';
import { passkeyRequestOptions } from './passkeyRequest.ts';
import { passkey, passkeyAssertion, passkeyCreationOptions, passkeyRegistration } from './passkeys.ts';
import { currentPassword } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { onePathId, passkeyName } from './textRules.ts';

/** The changes of an operator's own login that need a proof. */
export const loginChanges = ['password', 'totp', 'passkeys'] as const;
export type LoginChange = (typeof loginChanges)[number];
const change = z.enum(loginChanges, 'format');

/** `totp`: the password together with a code of the authenticator app. */
export const loginProofMethods = ['passkey', 'totp'] as const;
export type LoginProofMethod = (typeof loginProofMethods)[number];
const method = z.enum(loginProofMethods, 'format');

const ownLogin = z.object({
  totp: z.nullable(z.object({ created_at: instant, last_used_at: z.nullable(instant) })),
  passkeys: z.array(passkey),
});

export const ownLoginCall = {
  method: 'GET',
  path: '/me/login',
  summary: 'Get my authenticator app and passkeys',
  access: 'operator',
  status: 200,
  answer: answer(ownLogin),
  problems: [],
} as const satisfies Call;

export const loginProofOptionsCall = {
  method: 'POST',
  path: '/me/proof/options',
  summary:
    'List the methods for a fresh proof before changing my login, with the passkey options for the browser',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ for: change }),
  answer: answer(z.object({ methods: z.array(method), passkey: z.nullable(passkeyRequestOptions) })),
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const loginProofCall = {
  method: 'POST',
  path: '/me/proof',
  summary:
    'Get a fresh proof (`Step-Up`) for one change of my login: by a passkey, or by the password and a code from the app',
  access: 'operator',
  status: 200,
  body: () =>
    z.strictObject({
      for: change,
      method,
      assertion: z.optional(passkeyAssertion),
      password: z.optional(currentPassword),
      code: z.optional(sixDigits),
    }),
  answer: answer(z.object({ proof: z.string(), expires_at: instant })),
  problems: ['FORBIDDEN', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const changeOwnPasswordCall = {
  method: 'POST',
  path: '/me/password',
  summary: 'Change my password and end my other sessions; needs a fresh proof',
  access: 'operator',
  status: 204,
  body: () => z.strictObject({ password: operatorPassword }),
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const addOwnTotpCall = {
  method: 'POST',
  path: '/me/totp',
  summary:
    'Create a secret for an authenticator app that replaces mine; needs a fresh proof. A code from the app activates it within 15 minutes',
  access: 'operator',
  status: 200,
  answer: answer(z.object({ secret: z.string(), uri: z.string() })),
  problems: ['STEP_UP_REQUIRED'],
} as const satisfies Call;

export const confirmOwnTotpCall = {
  method: 'POST',
  path: '/me/totp/confirm',
  summary: 'Activate the new authenticator app with a code from it; ends my other sessions',
  access: 'operator',
  status: 204,
  body: () => z.strictObject({ code: sixDigits }),
  answer: null,
  problems: ['STATUS_CONFLICT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const removeOwnTotpCall = {
  method: 'DELETE',
  path: '/me/totp',
  summary:
    'Remove my authenticator app and end my other sessions; needs a fresh proof. A passkey must remain',
  access: 'operator',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'LAST_LOGIN_METHOD', 'NOT_FOUND'],
} as const satisfies Call;

export const ownPasskeyOptionsCall = {
  method: 'POST',
  path: '/me/passkeys/options',
  summary:
    'Get the browser’s options for creating a passkey; needs a fresh proof, which stays valid. The options expire after five minutes',
  access: 'operator',
  status: 200,
  answer: answer(passkeyCreationOptions),
  problems: ['STEP_UP_REQUIRED', 'RATE_LIMITED'],
} as const satisfies Call;

export const addOwnPasskeyCall = {
  method: 'POST',
  path: '/me/passkeys',
  summary: 'Add the created passkey to my login, with the same proof',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ name: passkeyName, registration: passkeyRegistration }),
  answer: answer(passkey),
  problems: ['STEP_UP_REQUIRED', 'FORBIDDEN', 'PASSKEY_LIMIT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const renameOwnPasskeyCall = {
  method: 'PATCH',
  path: '/me/passkeys/{id}',
  params: onePathId,
  summary: 'Rename a passkey',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: passkeyName }),
  answer: answer(passkey),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const removeOwnPasskeyCall = {
  method: 'DELETE',
  path: '/me/passkeys/{id}',
  params: onePathId,
  summary: 'Remove a passkey and end my other sessions; needs a fresh proof. Another factor must remain',
  access: 'operator',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'LAST_LOGIN_METHOD', 'NOT_FOUND'],
} as const satisfies Call;

export type OwnLogin = z.infer<typeof ownLogin>;
