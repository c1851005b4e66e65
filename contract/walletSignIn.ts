import * as z from 'zod/mini';
import { sessionAnswer } from './auth.ts';
import type { Call } from './call.ts';
import { capped, line, typedFactor } from './rules.ts';
import { answer } from './schemas.ts';
import { readAddress } from './walletAddress.ts';

const isRefusedAs = (problem: string) => (text: string) => {
  const read = readAddress(text);
  return read.ok || read.problem !== problem;
};

/** An account's address, answered with its checksum (EIP-55). */
export const accountAddress = line(255).check(
  z.minLength(1, 'required'),
  z.refine(isRefusedAs('format'), { error: 'format', abort: true }),
  z.refine(isRefusedAs('checksum'), { error: 'checksum', abort: true }),
  z.overwrite((text) => {
    const read = readAddress(text);
    return read.ok ? read.value : text;
  }),
);

export const walletNonceCall = {
  method: 'POST',
  path: '/auth/metamask/nonce',
  fixed: true,
  summary: 'Get a message to sign (EIP-4361); valid once, for five minutes',
  access: 'public',
  status: 200,
  body: () => z.strictObject({ address: accountAddress }),
  answer: answer(z.object({ message: z.string() })),
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

/** A message issued by this server, and its signature (EIP-191). */
export const signedMessage = z.strictObject({
  metamask_address: accountAddress,
  signature: capped(255).check(z.minLength(1, 'required'), z.regex(/^0x[\da-f]{130}$/i, 'format')),
  message: capped(2000).check(z.minLength(1, 'required')),
});

export const walletSignInCall = {
  method: 'POST',
  path: '/auth/metamask',
  fixed: true,
  summary:
    'Log in with the signed message (EIP-191), and with `otp` if the account has a second factor; the first login creates an account',
  access: 'public',
  status: 200,
  body: () => z.extend(signedMessage, { otp: z.optional(typedFactor) }),
  ...sessionAnswer,
  problems: [
    'SIGNATURE_INVALID',
    'NONCE_UNKNOWN',
    'SECOND_FACTOR_REQUIRED',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;
