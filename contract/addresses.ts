import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { tokenSymbol } from './rules.ts';
import { answer } from './schemas.ts';

/** Where a token of mine can be sent to. `uri` is EIP-681, for a code to be scanned. */
const depositAddress = z.object({
  token: z.string(),
  network: z.string(),
  address: z.string(),
  uri: z.string(),
});

export const makeAddressCall = {
  method: 'POST',
  path: '/wallet/addresses',
  summary: 'My address for a token: made at the first call, the same on every other',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ token: tokenSymbol }),
  answer: answer(depositAddress),
  problems: ['ACCOUNT_BLOCKED'],
} as const satisfies Call;

export const addressesCall = {
  method: 'GET',
  path: '/wallet/addresses',
  summary: 'The addresses that were made for me',
  access: 'session',
  status: 200,
  answer: answer(z.array(depositAddress)),
  problems: [],
} as const satisfies Call;

export type DepositAddress = z.infer<typeof depositAddress>;
