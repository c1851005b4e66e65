import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { sixDigits } from './factors.ts';
import { operatorName } from './operatorPeople.ts';
import { passkeyRequestOptions } from './passkeyRequest.ts';
import { passkeyAssertion, passkeyCreationOptions, passkeyRegistration } from './passkeys.ts';
import { capped, currentPassword, newPassword } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { title } from './textRules.ts';

/** Operators move other people's money, so their passwords must be longer than customers'. */
export const operatorPassword = newPassword.check(
  z.refine<string>((text) => [...text].length >= 12, 'too_short'),
);

/** The code that `POST /people` has answered. */
export const setupCode = capped(43, 'format').check(z.regex(/^[\w-]{43}$/, 'format'));

/** `expires_at`: when the session ends even if it is used. */
const session = { name: z.string(), role: z.string(), expires_at: z.nullable(instant) };
const opened = answer(z.object({ token: z.string(), ...session }));

export const operatorLoginCall = {
  method: 'POST',
  path: '/login',
  summary: 'Log in as an operator with the password and a code from the authenticator app',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ name: operatorName, password: currentPassword, code: sixDigits }),
  answer: opened,
  problems: ['INVALID_CREDENTIALS', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const operatorPasskeyRequestCall = {
  method: 'POST',
  path: '/login/passkey/options',
  summary: 'Get the browser’s options for an operator’s login with a passkey; valid once, for five minutes',
  access: 'operatorLogin',
  status: 200,
  answer: answer(passkeyRequestOptions),
  problems: ['RATE_LIMITED'],
} as const satisfies Call;

export const operatorPasskeyLoginCall = {
  method: 'POST',
  path: '/login/passkey',
  summary: 'Log in as an operator with a passkey alone',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ assertion: passkeyAssertion }),
  answer: opened,
  problems: ['CREDENTIAL_INVALID', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

/** The field says why a code is invalid: `expired`, `used`, or `mismatch` for one that was withdrawn, replaced, or never existed. */
export const operatorInvitationCall = {
  method: 'POST',
  path: '/setup/invitation',
  summary: 'Get the operator to whom a setup code belongs',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ setup_code: setupCode }),
  answer: answer(z.object({ name: z.string(), role: z.string(), expires_at: instant })),
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const setUpOperatorCall = {
  method: 'POST',
  path: '/setup',
  summary: 'Set the password of a new operator; returns the secret for an authenticator app (RFC 6238)',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ setup_code: setupCode, password: operatorPassword }),
  answer: answer(z.object({ name: z.string(), secret: z.string(), uri: z.string() })),
  problems: ['LINK_EXPIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const confirmOperatorCall = {
  method: 'POST',
  path: '/setup/confirm',
  summary: 'Finish the setup with a code from the authenticator app, and log in',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ setup_code: setupCode, code: sixDigits }),
  answer: opened,
  problems: ['LINK_EXPIRED', 'STATUS_CONFLICT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const operatorSetupPasskeyOptionsCall = {
  method: 'POST',
  path: '/setup/passkey/options',
  summary:
    'Get the browser’s options for creating the first passkey of a new operator, after the password is set',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ setup_code: setupCode }),
  answer: answer(passkeyCreationOptions),
  problems: ['LINK_EXPIRED', 'STATUS_CONFLICT', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const operatorSetupPasskeyCall = {
  method: 'POST',
  path: '/setup/passkey',
  summary: 'Finish the setup with the created passkey, and log in',
  access: 'operatorLogin',
  status: 200,
  body: () => z.strictObject({ setup_code: setupCode, name: title, registration: passkeyRegistration }),
  answer: opened,
  problems: ['LINK_EXPIRED', 'STATUS_CONFLICT', 'CREDENTIAL_INVALID', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const operatorSessionCall = {
  method: 'GET',
  path: '/session',
  summary: 'Get my operator session; `expires_at` is null for the server’s own token',
  access: 'operator',
  status: 200,
  answer: answer(z.object(session)),
  problems: [],
} as const satisfies Call;

export const operatorLogoutCall = {
  method: 'DELETE',
  path: '/session',
  summary: 'Log out',
  access: 'operator',
  status: 204,
  answer: null,
  problems: [],
} as const satisfies Call;
