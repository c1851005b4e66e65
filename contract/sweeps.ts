import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { capped } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';
import { tokenSymbol } from './textRules.ts';

const address = capped(42, 'format').check(z.regex(/^0x[\da-f]{40}$/i, 'format'));
const hex = capped(2_000, 'format').check(z.regex(/^0x[\da-f]*$/i, 'format'));
const whole = capped(78, 'format').check(z.regex(/^\d{1,78}$/, 'format'));
const amount = capped(131, 'format').check(z.regex(/^\d{1,100}(?:\.\d{1,30})?$/, 'format'));

export const mostInSweep = 300;

/** A transaction in the format of EIP-1559 for an offline signer. Amounts of wei, and gas, are decimal strings. */
const sweepTransaction = z.strictObject({
  /** A description for the person who signs. */
  moves: capped(300, 'format'),
  /** The path of the signing key below the account's (`m/44'/60'/0'`). */
  path: capped(21, 'format').check(z.regex(/^\d{1,10}\/\d{1,10}$/, 'format')),
  from: address,
  nonce: z.int('format').check(z.minimum(0, 'too_small')),
  to: address,
  value: whole,
  data: hex,
  gas: whole,
  max_fee_per_gas: whole,
  max_priority_fee_per_gas: whole,
  /** The moved token, its amount and recipient; null for coins of the chain. */
  token: z.nullable(capped(20, 'format')),
  amount,
  recipient: address,
  /** As it is broadcast; null until it is signed. */
  signed: z.nullable(hex),
});
export type SweepTransaction = z.infer<typeof sweepTransaction>;

/** The file for the offline signer, also after signing. */
export const sweepFile = z.strictObject({
  format: z.literal('zesto-sweep'),
  version: z.literal(1),
  sweep: z.int().check(z.minimum(1)),
  chain_id: z.int().check(z.minimum(1)),
  /** The recipient of all tokens. */
  recipient: address,
  /** The maximum cost of its gas, in coins. */
  most_gas: amount,
  transactions: z.array(sweepTransaction).check(z.maxLength(20 * mostInSweep)),
});
export type SweepFile = z.infer<typeof sweepFile>;

export const exportSweepCall = {
  method: 'POST',
  path: '/sweeps',
  summary:
    'Export unsigned transactions that move the funds of deposit addresses to the hot wallet or the cold address',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({
      to: capped(50),
      token: z.optional(tokenSymbol),
      least: z.optional(capped(60)),
    }),
  answer: answer(
    z.object({
      file: sweepFile,
      totals: z.array(z.object({ symbol: z.string(), amount: decimal })),
      /** Why addresses were left out. */
      left_out: z.array(z.string()),
    }),
  ),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED', 'STATUS_CONFLICT', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
} as const satisfies Call;

const sweep = z.object({
  number: z.int(),
  recipient: z.string(),
  exported_at: instant,
  sent_at: z.nullable(instant),
  ended_at: z.nullable(instant),
  /** `exported`: not signed yet. `sent`: signed and sent to the chain. */
  status: z.enum(['exported', 'sent', 'done', 'replaced']),
  transactions: z.int(),
  /** Mined, with all required confirmations. */
  confirmed: z.int(),
  failed: z.int(),
  /** In coins of the chain. */
  gas_paid: decimal,
});
export type Sweep = z.infer<typeof sweep>;

export const sendSweepCall = {
  method: 'POST',
  path: '/sweeps/signed',
  summary: 'Broadcast the signed transactions of an export; repeating the call is harmless',
  access: 'operator',
  status: 200,
  body: () => sweepFile,
  largestBody: 16_000_000,
  answer: answer(sweep),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED', 'STATUS_CONFLICT'],
} as const satisfies Call;

export const settleSweepCall = {
  method: 'POST',
  path: '/sweeps/settle',
  summary:
    'Mark a sweep’s transaction, by its position in the file, as failed if it succeeded without a token transfer. Refused unless every node that answers confirms it, deep enough',
  access: 'operator',
  status: 200,
  body: () =>
    z.strictObject({
      sweep: z.int('format').check(z.minimum(1, 'too_small')),
      transaction: z.int('format').check(z.minimum(1, 'too_small')),
    }),
  answer: answer(sweep),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const sweepsCall = {
  method: 'GET',
  path: '/sweeps',
  summary: 'List the last sweeps, newest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(sweep)),
  problems: ['NOT_FOUND'],
} as const satisfies Call;
