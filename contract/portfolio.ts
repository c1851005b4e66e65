import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { pathSymbol } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';

export const totalRanges = ['day', 'week', 'month', 'year', 'all'] as const;

/** The most points that a range has. */
export const mostTotalPoints = 97;

/**
 * What a person's balances in the ledger were worth together, oldest first, in `currency`: each balance of that moment at the last price
 * before it. The points are equally far apart; they begin with the range, or with the first movement if that is later, and end now.
 * A `value` is null where a token that every wallet has from its start was held and had no price yet. A further token without a price
 * is left out of it; `without_price` names all that were at some point.
 * `change` is from the first known value to the last; deposits and withdrawals are part of it. Null without two known values, and its
 * `percent` (two decimals, cut) where the first is zero.
 */
const totalHistory = z.object({
  currency: z.string(),
  range: z.string(),
  points: z.array(z.object({ at: instant, value: z.nullable(decimal) })),
  change: z.nullable(z.object({ value: decimal, percent: z.nullable(decimal) })),
  without_price: z.array(z.string()),
});

export const totalHistoryCall = {
  method: 'GET',
  path: '/wallet/history',
  summary: `What my balances were worth over a range: at most ${mostTotalPoints} points. Deposits that wait for confirmations are not in it`,
  access: 'session',
  status: 200,
  search: z.object({ range: z._default(z.enum(totalRanges, 'format'), 'month') }),
  answer: answer(totalHistory),
  problems: ['RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;

/**
 * What a person holds of a token in the ledger, and what it cost them, in USDT. The method is the moving average: what comes in adds its
 * cost, what goes out takes its share of the cost with it. The cost of what comes in is what was paid for it in an exchange, fee and all,
 * and otherwise what it was worth, each at the last price before that moment.
 * `average_cost` (of one whole token), `cost`, `gain` and `gain_percent` (two decimals, cut) are null while nothing is held, and where a
 * part of what is held came in while no price was known; the gains as well while there is no price now.
 */
const position = z.object({
  symbol: z.string(),
  held: decimal,
  average_cost: z.nullable(decimal),
  cost: z.nullable(decimal),
  gain: z.nullable(decimal),
  gain_percent: z.nullable(decimal),
});

export const positionCall = {
  method: 'GET',
  path: '/wallet/tokens/{symbol}',
  params: z.object({ symbol: pathSymbol }),
  summary: 'What I hold of a token, its average cost and unrealised gain',
  access: 'session',
  status: 200,
  answer: answer(position),
  problems: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;

export type TotalHistory = z.infer<typeof totalHistory>;
export type TotalRange = (typeof totalRanges)[number];
export type Position = z.infer<typeof position>;
