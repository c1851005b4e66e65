import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { sixDigits } from './factors.ts';
import { operatorPassword } from './operatorSessions.ts';
import {
  passkey,
  passkeyAssertion,
  passkeyCreationOptions,
  passkeyRegistration,
  passkeyRequestOptions,
} from './passkeys.ts';
import { currentPassword } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { onePathId, title } from './textRules.ts';

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
  summary: 'My authenticator app and my passkeys',
  access: 'operator',
  status: 200,
  answer: answer(ownLogin),
  problems: [],
} as const satisfies Call;

export const loginProofOptionsCall = {
  method: 'POST',
  path: '/me/proof/options',
  summary:
    'By what I can prove that it is me, before I change my login; of a passkey what the browser asks with',
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
    'A fresh proof (`Step-Up`) for one change of my login: by a passkey, or the password and a code of the app',
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
  summary: 'Change my password, with a fresh proof; ends my other sessions',
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
    'A secret for an authenticator app in place of the one that I have, with a fresh proof; a code of it turns it on within 15 minutes',
  access: 'operator',
  status: 200,
  answer: answer(z.object({ secret: z.string(), uri: z.string() })),
  problems: ['STEP_UP_REQUIRED'],
} as const satisfies Call;

export const confirmOwnTotpCall = {
  method: 'POST',
  path: '/me/totp/confirm',
  summary: 'Turn the new authenticator app on by a code of it; ends my other sessions',
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
    'Take the authenticator app off my login, with a fresh proof; ends my other sessions. A passkey must be left',
  access: 'operator',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'LAST_LOGIN_METHOD', 'NOT_FOUND'],
} as const satisfies Call;

export const ownPasskeyOptionsCall = {
  method: 'POST',
  path: '/me/passkeys/options',
  summary:
    'What a browser makes a passkey of mine with, with a fresh proof, which is not used up; good for five minutes',
  access: 'operator',
  status: 200,
  answer: answer(passkeyCreationOptions),
  problems: ['STEP_UP_REQUIRED', 'RATE_LIMITED'],
} as const satisfies Call;

export const addOwnPasskeyCall = {
  method: 'POST',
  path: '/me/passkeys',
  summary: 'Add the passkey to my login, with the same proof',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ name: title, registration: passkeyRegistration }),
  answer: answer(passkey),
  problems: ['STEP_UP_REQUIRED', 'FORBIDDEN', 'PASSKEY_LIMIT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const renameOwnPasskeyCall = {
  method: 'PATCH',
  path: '/me/passkeys/{id}',
  params: onePathId,
  summary: 'Give a passkey of mine another name',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: title }),
  answer: answer(passkey),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const removeOwnPasskeyCall = {
  method: 'DELETE',
  path: '/me/passkeys/{id}',
  params: onePathId,
  summary:
    'Take a passkey off my login, with a fresh proof; ends my other sessions. Another factor must be left',
  access: 'operator',
  status: 204,
  answer: null,
  problems: ['STEP_UP_REQUIRED', 'LAST_LOGIN_METHOD', 'NOT_FOUND'],
} as const satisfies Call;

export type OwnLogin = z.infer<typeof ownLogin>;
