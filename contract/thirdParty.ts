import * as z from 'zod/mini';
import { sessionAnswer } from './auth.ts';
import type { Call } from './call.ts';
import { capped, currentPassword, email, typedFactor } from './rules.ts';
import { answer, status } from './schemas.ts';

/**
 * Where the app sends a person for an ID token (OpenID Connect, `response_type=id_token`), or why it cannot. `support_email`: the contact
 * address for people who cannot log in; null, or missing, for none. `emails`: whether this server can send emails, so that a password can be
 * reset.
 */
const offeredMethods = z.object({
  google: z.nullable(
    z.object({
      name: z.string(),
      authorization_endpoint: z.string(),
      client_id: z.string(),
      scope: z.string(),
    }),
  ),
  why_not: z.nullable(status(['not_configured', 'unreachable'])),
  emails: z.boolean(),
  support_email: z.optional(z.catch(z.nullable(email), null)),
});

export const signInMethodsCall = {
  method: 'GET',
  path: '/auth/providers',
  summary: 'List the login methods besides a password, or why one is unavailable',
  access: 'public',
  status: 200,
  answer: answer(offeredMethods),
  problems: [],
} as const satisfies Call;

/** An ID token, the nonce that the requesting browser has stored, and the second factor of an account that has one. */
const proof = {
  credential: capped(16_384).check(z.minLength(1, 'required')),
  nonce: capped(256).check(z.minLength(1, 'required'), z.minLength(16, 'too_short')),
  otp: z.optional(typedFactor),
};

export const googleSignInCall = {
  method: 'POST',
  path: '/auth/google',
  fixed: true,
  summary: 'Log in with an ID token; the first login creates an account',
  access: 'public',
  status: 200,
  body: () => z.strictObject(proof),
  ...sessionAnswer,
  problems: [
    'NOT_FOUND',
    'CREDENTIAL_INVALID',
    'PASSWORD_REQUIRED',
    'SECOND_FACTOR_REQUIRED',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;

export const googleLinkCall = {
  method: 'POST',
  path: '/auth/google/link',
  summary:
    'Link the ID token after PASSWORD_REQUIRED: the same token with the password of the account that has its email address',
  access: 'public',
  status: 200,
  body: () => z.strictObject({ ...proof, password: currentPassword }),
  ...sessionAnswer,
  problems: [
    'SETTINGS_LOCKED',
    'NOT_FOUND',
    'CREDENTIAL_INVALID',
    'INVALID_CREDENTIALS',
    'SECOND_FACTOR_REQUIRED',
    'IDENTITY_TAKEN',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;

export type SignInMethods = z.infer<typeof offeredMethods>;

/** As far as the app knows them; `emails` is null when the server does not have this call. */
export type OfferedSignInMethods = Omit<SignInMethods, 'emails'> & {
  readonly emails: SignInMethods['emails'] | null;
};
