import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { freezeReasons, givenReason } from './reasons.ts';
import {
  amountText,
  capped,
  email,
  givenId,
  newPassword,
  personName,
  title,
  tokenSymbol,
  walletAddress,
} from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';
import { user } from './user.ts';

const byEmail = z.strictObject({ email });

export const createAccountCall = {
  method: 'POST',
  path: '/accounts',
  summary: 'Create an account for somebody',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ email, password: newPassword, first_name: personName, last_name: personName }),
  answer: answer(user),
  problems: ['EMAIL_TAKEN', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const depositCall = {
  method: 'POST',
  path: '/deposits',
  summary: 'Credit an account with tokens from outside; `id` makes a repeated call harmless',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({
      id: givenId,
      email,
      token: tokenSymbol,
      amount: amountText,
    }),
  answer: answer(z.object({ id: z.string(), token: z.string(), amount: decimal, available: decimal })),
  problems: [
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'IDEMPOTENCY_MISMATCH',
  ],
} as const satisfies Call;

export const freezeCall = {
  method: 'POST',
  path: '/accounts/freeze',
  summary:
    'Freeze an account: its person can read everything and move nothing. Of a frozen one, replace the reason',
  access: 'operator',
  status: 200,
  body: () => {
    const { reason, note } = givenReason(freezeReasons);
    return z.strictObject({ email, reason: z.optional(reason), note });
  },
  answer: answer(user),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const unfreezeCall = {
  method: 'POST',
  path: '/accounts/unfreeze',
  summary: 'Lift the freeze of an account',
  access: 'operator',
  status: 200,
  body: () => byEmail,
  answer: answer(user),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const networkDepositCall = {
  method: 'POST',
  path: '/network/deposits',
  summary: 'Pay an address over the network inside the server; `id` makes a repeated call harmless',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({
      id: givenId,
      to: walletAddress,
      token: tokenSymbol,
      amount: amountText,
    }),
  answer: answer(
    z.object({ token: z.string(), amount: decimal, to: z.string(), tx_hash: z.string(), needed: z.int() }),
  ),
  problems: [
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'ADDRESS_INVALID',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'IDEMPOTENCY_MISMATCH',
  ],
} as const satisfies Call;

export const resumeChainCall = {
  method: 'POST',
  path: '/chain/resume',
  summary: 'Credit what arrives over a chain again, after it was halted by a deep reorganisation',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ chain: capped(60) }),
  answer: answer(z.object({ chain: z.string() })),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const listTokenCall = {
  method: 'POST',
  path: '/tokens',
  summary: 'List a token of the network, so that people can add it',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({
      ticker: capped(50).check(z.regex(/^[A-Za-z0-9]{1,12}$/, 'format')),
      name: title,
      issuer: z.nullable(title),
      decimals: z.int('format').check(z.minimum(0, 'too_small'), z.maximum(30, 'too_large')),
      contract: walletAddress,
      minimum: amountText,
      fee: amountText,
      maximum: amountText,
    }),
  answer: answer(z.object({ symbol: z.string(), ticker: z.string(), same_ticker: z.boolean() })),
  problems: ['VALIDATION_FAILED', 'ADDRESS_INVALID'],
} as const satisfies Call;

const auditReport = z.object({
  clean: z.boolean(),
  accounts: z.int(),
  transfers: z.int(),
  holds: z.int(),
  tokens: z.array(z.object({ symbol: z.string(), held_for_customers: decimal })),
  faults: z.array(z.string()),
  /** How much is done, from 0 to 1, of an audit that takes long: asked again, the call answers its report. Null in a report. */
  progress: z.nullable(z.number()),
  /** The last audit that the server has made by itself. */
  last: z.nullable(z.object({ at: instant, faults: z.array(z.string()) })),
});

export const auditCall = {
  method: 'GET',
  path: '/audit',
  summary:
    'Whether balances, holds, histories, exchanges and deposits agree with the transfers, and each token sums to zero',
  access: 'operator',
  status: 200,
  answer: answer(auditReport),
  problems: [],
} as const satisfies Call;

export type AuditReport = z.infer<typeof auditReport>;
