import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, decimal } from './schemas.ts';
import { tokenSymbol } from './textRules.ts';

/**
 * The data with which a wallet program can send a token here: for `wallet_addEthereumChain` (EIP-3085), `wallet_watchAsset` (EIP-747), and a
 * call of `transfer` on `contract`. `ticker` is the contract's name for the token, `native_currency` the symbol of the coin that pays fees (18
 * decimals). `rpc_url` is a public node; null when none is named.
 */
const depositChain = z.object({
  id: z.int().check(z.minimum(1)),
  contract: z.string(),
  ticker: z.string(),
  decimals: z.int().check(z.minimum(0), z.maximum(30)),
  native_currency: z.string(),
  rpc_url: z.nullable(z.string()),
  explorer_url: z.nullable(z.string()),
});

/**
 * The person's address for receiving a token. `uri` is EIP-681, for a QR code. `chain`: null, or missing, when the server follows none.
 * `minimum_deposit`: smaller deposits are shown and not credited. `confirmations_needed`: a deposit is credited with this many. Both are null,
 * or missing, when there are none.
 */
const depositAddress = z.object({
  token: z.string(),
  network: z.string(),
  address: z.string(),
  uri: z.string(),
  chain: z.optional(z.nullable(depositChain)),
  minimum_deposit: z.optional(z.nullable(decimal)),
  confirmations_needed: z.optional(z.nullable(z.int())),
});

export const makeAddressCall = {
  method: 'POST',
  path: '/wallet/addresses',
  summary: 'Get my deposit address for a token; the first call creates it',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ token: tokenSymbol }),
  answer: answer(depositAddress),
  problems: ['ACCOUNT_BLOCKED'],
} as const satisfies Call;

export const addressesCall = {
  method: 'GET',
  path: '/wallet/addresses',
  summary: 'List my deposit addresses',
  access: 'session',
  status: 200,
  answer: answer(z.array(depositAddress)),
  problems: [],
} as const satisfies Call;

export type DepositChain = z.infer<typeof depositChain>;
export type DepositAddress = z.infer<typeof depositAddress>;
