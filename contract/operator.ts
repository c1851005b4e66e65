import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { givenFreezeReasons, givenReason } from './reasons.ts';
import { capped, email, line, newPassword, personName } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';
import { amountText, givenId, givenInstant, title, tokenSymbol, walletAddress } from './textRules.ts';
import { user } from './user.ts';

/** A freeze as it was shown. */
const seenFreeze = z.strictObject({
  since: givenInstant,
  reason: z.nullable(capped(100, 'format')),
  note: z.nullable(capped(1_000, 'format')),
});

/** An account by its email, or as `account` by its ID, email or username, which can be told apart. */
const named = {
  email: z.optional(email),
  account: z.optional(line(254).check(z.minLength(1, 'required'), z.toLowerCase())),
};

const isNamed = z.refine<{ email?: string | undefined; account?: string | undefined }>(
  (body) => (body.email === undefined) !== (body.account === undefined),
  { path: ['account'], error: 'required' },
);

export const createAccountCall = {
  method: 'POST',
  path: '/accounts',
  summary: 'Create an account for a person',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ email, password: newPassword, first_name: personName, last_name: personName }),
  answer: answer(user),
  problems: ['EMAIL_TAKEN', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const depositCall = {
  method: 'POST',
  path: '/deposits',
  summary: 'Credit an account with tokens from outside; `id` makes the call idempotent',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({ id: givenId, ...named, token: tokenSymbol, amount: amountText }).check(isNamed),
  answer: answer(z.object({ id: z.string(), token: z.string(), amount: decimal, available: decimal })),
  problems: [
    'LIMIT_EXCEEDED',
    'APPROVAL_REQUIRED',
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
    'Freeze an account: its person can read everything but move nothing. If it is frozen, replace the reason',
  access: 'operator',
  status: 200,
  body: () => {
    const { reason, note } = givenReason(givenFreezeReasons);
    return z.strictObject({ ...named, reason: z.optional(reason), note }).check(isNamed);
  },
  answer: answer(user),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const unfreezeCall = {
  method: 'POST',
  path: '/accounts/unfreeze',
  summary:
    'Unfreeze an account; a freeze set by "This was not me" is lifted once its person has confirmed it too',
  access: 'operator',
  status: 200,
  /** `seen`: the freeze that was looked at. STATUS_CONFLICT when the account has another one by now. */
  body: () => z.strictObject({ ...named, seen: z.optional(seenFreeze) }).check(isNamed),
  answer: answer(user),
  problems: ['APPROVAL_REQUIRED', 'NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const signOutCall = {
  method: 'POST',
  path: '/accounts/sign-out',
  summary: 'End all sessions of an account; its person can log in again',
  access: 'operator',
  status: 200,
  body: () => z.strictObject(named).check(isNamed),
  answer: answer(user),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const networkDepositCall = {
  method: 'POST',
  path: '/network/deposits',
  summary: 'Pay an address from the faucet of the demo’s chain; `id` makes the call idempotent',
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
  summary: 'Resume crediting deposits of a chain that was halted by a deep reorganisation',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ chain: line(60) }),
  answer: answer(z.object({ chain: z.string() })),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const rereadChainCall = {
  method: 'POST',
  path: '/chain/reread',
  summary:
    'Read the chain’s logs again from a block: missing deposits are credited, known ones are not credited twice. If no nodes have got near the block up to which it was read, reading goes back to that block and the chain is halted',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ from: z.int('format').check(z.minimum(1, 'too_small')) }),
  /** `set_back_from` is the block up to which the chain was read; null unless the reading was set back. */
  answer: answer(z.object({ chain: z.string(), from: z.int(), set_back_from: z.nullable(z.int()) })),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const listTokenCall = {
  method: 'POST',
  path: '/tokens',
  summary: 'Add a token of the network to the token list',
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
  /** How much of a long audit is done, from 0 to 1: a later request answers its report. Null in a report. */
  progress: z.nullable(z.number()),
  /** The last audit that the server ran by itself. */
  last: z.nullable(z.object({ at: instant, faults: z.array(z.string()) })),
  /** The block at which the balances on the chain were compared with the books, and why none or not all were. Left out without a chain. */
  holdings: z.optional(z.object({ block: z.nullable(z.int()), problem: z.nullable(z.string()) })),
});

export const auditCall = {
  method: 'GET',
  path: '/audit',
  summary:
    'Audit the books: balances, holds, histories, exchanges and deposits match the transfers, each token sums to zero, and the chain holds what the books say',
  access: 'operator',
  status: 200,
  answer: answer(auditReport),
  problems: [],
} as const satisfies Call;

export type AuditReport = z.infer<typeof auditReport>;
