import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped } from './rules.ts';
import { answer } from './schemas.ts';

/** How long before and after its time a device's proof is valid, in milliseconds. */
export const deviceProofLife = 5 * 60_000;

/**
 * The text that a device signs for a call that moves money, with ECDSA on P-256 and SHA-256, as lines of UTF-8 without a final line break: the
 * name of this format, the method, the path from `/api/` on, the SHA-256 of the body's bytes in lower-case hexadecimal, the `Idempotency-Key`
 * in lower case, the time in milliseconds since 1970, and the id of the session. The signature is `r` followed by `s` (IEEE P1363), 64 bytes.
 */
export function deviceProofText(of: {
  readonly method: string;
  readonly path: string;
  readonly bodyHash: string;
  readonly key: string;
  readonly time: number;
  readonly sessionId: string;
}): string {
  return ['Device-Proof v1', of.method, of.path, of.bodyHash, of.key, of.time, of.sessionId].join('\n');
}

export const registerDeviceKeyCall = {
  method: 'PUT',
  path: '/auth/device-key',
  summary:
    'Bind this session to a key of this device; calls that move money then require a `Device-Proof` made with it. Replacing the key needs a fresh proof (`Step-Up`, action `factors`)',
  access: 'session',
  status: 200,
  /** `public_key`: P-256, as SubjectPublicKeyInfo (DER) in base64url. */
  body: () =>
    z.strictObject({ public_key: capped(200, 'format').check(z.regex(/^[\w-]{120,130}$/, 'format')) }),
  answer: answer(z.object({ session_id: z.string() })),
  problems: ['STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;
