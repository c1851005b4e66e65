import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { line, note } from './rules.ts';
import { answer, decimal } from './schemas.ts';
import { amountText, givenId, tokenSymbol } from './textRules.ts';

/** A token on the chain and in the books. */
const held = z.object({
  symbol: z.string(),
  /** Whether the balances could be read. When not, those of the addresses are 0 here, and nothing is compared. */
  is_read: z.boolean(),
  deposit_addresses: decimal,
  hot_wallet: decimal,
  cold_address: decimal,
  gas_address: decimal,
  /** Received on the chain and not booked yet. */
  arriving: decimal,
  /** Sent to the chain and not final yet. */
  leaving: decimal,
  owed: decimal,
  fees: decimal,
  /** The token's gain from exchanges, minus its loss. */
  exchanged: decimal,
  float: decimal,
  /** The balance on the chain minus the books; negative when something is missing. Null before the first block, and unless `is_read`. */
  difference: z.nullable(decimal),
  unexplained: z.array(z.object({ amount: decimal, address: z.string(), tx_hash: z.string() })),
});

const treasury = z.object({
  /** CAIP-2. */
  chain: z.string(),
  /** The block for which these figures are true. */
  block: z.object({ number: z.int(), hash: z.string() }),
  tokens: z.array(held),
  /** The chain's coins that pay for gas. */
  coins: z.array(z.object({ kind: z.enum(['hot', 'cold', 'gas']), address: z.string(), amount: decimal })),
  /** About how many withdrawals the hot wallet's coins are enough for; null without a hot wallet, or while gas costs more than MAX_FEE_GWEI. */
  payments: z.nullable(z.int()),
});

export type TreasuryStatement = z.infer<typeof treasury>;

export const treasuryCall = {
  method: 'GET',
  path: '/treasury',
  summary: 'Get the funds on the chain at a block, and to whom they belong',
  access: 'operator',
  status: 200,
  answer: answer(treasury),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const bookTreasuryCall = {
  method: 'POST',
  path: '/treasury/bookings',
  summary:
    'Adjust the float for a change that no transfer on the chain shows; a negative amount reduces it, and `id` makes the call idempotent',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ id: z.optional(givenId), token: tokenSymbol, amount: amountText, note }),
  answer: answer(z.object({ token: z.string(), amount: decimal })),
  problems: [
    'NOT_FOUND',
    'VALIDATION_FAILED',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'IDEMPOTENCY_MISMATCH',
  ],
} as const satisfies Call;

export const acceptTransferCall = {
  method: 'POST',
  path: '/treasury/acceptances',
  summary:
    'Record the purpose of a transaction that left one of our addresses and is neither a withdrawal nor a sweep; STATUS_CONFLICT until it has its confirmations',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ tx_hash: line(66), note }),
  answer: answer(z.object({ accepted: z.int() })),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;
