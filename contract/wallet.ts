import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { leavingLimits } from './limits.ts';
import { answer, confirmations, decimal, instant, status } from './schemas.ts';

const parts = { total: decimal, available: decimal, pending: decimal, frozen: decimal };
const unknownWithoutPrice = z.nullable(decimal);

/**
 * One token of a wallet. `total = available + pending + frozen`, in units of the token.
 * `price`, `value` (in USDT) and `change_24h` (percent) are null while no price is known: unknown is not zero.
 * `withdrawal_fee` is what it costs now to leave for an outside address, and `maximum_payment` the most that is paid at once, whomever it
 * reaches; both are missing in a wallet of an older server. `contract` is the token on its chain (EIP-155, EIP-55), by which a payment link
 * names it; null, or missing, without a network. `price_as_of` is when the price was set; with `price_is_old` it is too old to exchange by.
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
 * A person's wallet. The four sums are in `currency`, and null while a token that every wallet has from its start is in it and has
 * no price. A further token counts when it has one. `limits`: what may leave; null, or missing, when nothing may, or no limits are known.
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
 * One reason why a part of a balance is pending or frozen. `until` is null while its end is not known. `operation_id` is its transaction,
 * and `confirmations` those of it; null, or missing, when it has none.
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
  summary: 'Balances by token, with their sums',
  access: 'session',
  status: 200,
  answer: answer(wallet),
  problems: [],
} as const satisfies Call;

export const holdsCall = {
  method: 'GET',
  path: '/wallet/holds',
  summary: 'What makes up the pending and the frozen part',
  access: 'session',
  status: 200,
  answer: answer(z.array(hold)),
  problems: [],
} as const satisfies Call;

export type Wallet = z.infer<typeof wallet>;
export type WalletToken = z.infer<typeof walletToken>;
export type Hold = z.infer<typeof hold>;
