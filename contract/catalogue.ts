import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, webLink } from './schemas.ts';
import { pathSymbol, searchText, tokenSymbol } from './textRules.ts';

/**
 * A token of the catalogue. `ticker` is the issuer's name for it; `same_ticker`: another listed token has the same, so a person should compare
 * issuer and contract. `network` and `contract_address` are null while no network is set. `explorer_url` is the contract's page in a block
 * explorer; null, or missing, when there is none. `issuer` is null when unknown. `added`: the wallet shows it. `hidden`: the person has hidden
 * it. `in_use`: it has a balance or an open deposit, so it cannot be hidden; missing from an older server.
 */
const listedToken = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  decimals: z.int().check(z.minimum(0), z.maximum(30)),
  network: z.nullable(z.string()),
  contract_address: z.nullable(z.string()),
  explorer_url: z.optional(webLink),
  issuer: z.nullable(z.string()),
  same_ticker: z.boolean(),
  added: z.boolean(),
  hidden: z.boolean(),
  in_use: z.optional(z.boolean()),
});

export const tokensCall = {
  method: 'GET',
  path: '/tokens',
  summary: 'List the tokens that can be added; `q` filters by part of the symbol, name or contract address',
  access: 'session',
  status: 200,
  search: z.object({ q: z.optional(searchText) }),
  answer: answer(z.array(listedToken)),
  problems: [],
} as const satisfies Call;

export const addTokenCall = {
  method: 'POST',
  path: '/wallet/tokens',
  summary: 'Add a token to my wallet; adding it again changes nothing',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ symbol: tokenSymbol }),
  answer: answer(listedToken),
  problems: ['ACCOUNT_BLOCKED', 'NOT_FOUND'],
} as const satisfies Call;

export const hideTokenCall = {
  method: 'DELETE',
  path: '/wallet/tokens/{symbol}',
  params: z.object({ symbol: pathSymbol }),
  summary: 'Hide a token from my wallet; refused while it has a balance or a pending transaction',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['ACCOUNT_BLOCKED', 'NOT_FOUND', 'BALANCE_NOT_ZERO'],
} as const satisfies Call;

export type ListedToken = z.infer<typeof listedToken>;
