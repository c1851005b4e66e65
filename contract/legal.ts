import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped } from './rules.ts';
import { answer } from './schemas.ts';
import { readUser, user } from './user.ts';

/**
 * The version of the terms of service, by its day (`YYYY-MM-DD`). A change of `src/locales/<language>/legal.json` needs a new day, which asks
 * everybody to agree again (decision 137).
 */
export const termsVersion = '2026-11-28';

/** The parts of each text, in reading order. */
export const legalParts = {
  terms: ['service', 'account', 'transactions', 'fees', 'risk', 'freeze', 'closing', 'changes'],
  privacy: ['data', 'purpose', 'others', 'browser', 'time', 'rights'],
} as const;

export const acceptTermsCall = {
  method: 'POST',
  path: '/profile/terms',
  summary: 'Accept a version of the terms of service; STATUS_CONFLICT if another version is in force',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ version: capped(20).check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'format')) }),
  answer: answer(user),
  reads: (host) => answer(readUser(host)),
  problems: ['STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;
