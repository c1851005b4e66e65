import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { leavingLimits } from './limits.ts';
import { answer, confirmations, decimal, instant, status } from './schemas.ts';

const parts = { total: decimal, available: decimal, pending: decimal, frozen: decimal };
const unknownWithoutPrice = z.nullable(decimal);

/**
 * A token of a wallet. `total = available + pending + frozen`, in units of the token. `price`, `value` (in USDT) and `change_24h` (percent)
 * are null while no price is known, because unknown is not zero. `withdrawal_fee` is the current fee of a withdrawal, and `maximum_payment`
 * the most of one payment to anybody; both are missing from an older server. `contract` is the token on its chain (EIP-155, EIP-55), by which
 * payment links name it; null, or missing, without a network. `price_as_of` is when the price was set; with `price_is_old` it is too old for
 * exchanges.
 */
const walletToken = z.object({
  symbol: z.string(),
  name: z.string(),
  decimals: z.int().check(z.minimum(0), z.maximum(30)),
  ...parts,
  price: unknownWithoutPrice,
  price_as_of: z.nullable(instant),
  price_is_old: z.boolean(),
  value: unknownWithoutPrice,
  change_24h: unknownWithoutPrice,
  withdrawals_enabled: z.boolean(),
  minimum_withdrawal: decimal,
  withdrawal_fee: z.optional(decimal),
  maximum_payment: z.optional(decimal),
  contract: z.optional(z.nullable(z.object({ chain_id: z.int().check(z.minimum(1)), address: z.string() }))),
});

/**
 * A person's wallet. The four sums are in `currency`, and null while it holds a token of every wallet that has no price. Other tokens are
 * included when they have a price. `limits`: the limits for withdrawals; null, or missing, when there are no withdrawals, or no limits are
 * known.
 */
export const wallet = z.object({
  currency: z.string(),
  total: unknownWithoutPrice,
  available: unknownWithoutPrice,
  pending: unknownWithoutPrice,
  frozen: unknownWithoutPrice,
  as_of: instant,
  limits: z.optional(z.nullable(leavingLimits)),
  tokens: z.array(walletToken),
});

export const holdKinds = ['withdrawal', 'deposit', 'exchange', 'account_freeze', 'review'] as const;

/**
 * A reason why a part of a balance is pending or frozen. `until` is null while its end is unknown. `operation_id` is its transaction, and
 * `confirmations` are that transaction's; null, or missing, when it has none.
 */
const hold = z.object({
  token: z.string(),
  amount: decimal,
  kind: status(holdKinds),
  operation_id: z.nullable(z.string()),
  since: instant,
  until: z.nullable(instant),
  confirmations: z.optional(z.nullable(confirmations)),
});

export const walletCall = {
  method: 'GET',
  path: '/wallet',
  summary: 'Get my balances by token, with their totals',
  access: 'session',
  status: 200,
  answer: answer(wallet),
  problems: [],
} as const satisfies Call;

export const holdsCall = {
  method: 'GET',
  path: '/wallet/holds',
  summary: 'List what the pending and frozen balances consist of',
  access: 'session',
  status: 200,
  answer: answer(z.array(hold)),
  problems: [],
} as const satisfies Call;

export type Wallet = z.infer<typeof wallet>;
export type WalletToken = z.infer<typeof walletToken>;
export type Hold = z.infer<typeof hold>;
