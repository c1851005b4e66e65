import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, decimal, instant } from './schemas.ts';
import { pathSymbol } from './textRules.ts';

export const totalRanges = ['day', 'week', 'month', 'year', 'all'] as const;

/** The most points of a range. */
export const mostTotalPoints = 97;

/**
 * The total value of a person's balances in the ledger, oldest first, in `currency`: each balance of that moment at the last price before it.
 * The points are equally far apart; the first is at the start of the range, or at the first movement if that is later, the last is now. A
 * `value` is null when it includes a token of every wallet that had no price yet. Other tokens without a price are left out of it;
 * `without_price` names all that were left out or unknown at some point. `change` is from the first known value to the last; deposits and
 * withdrawals are part of it. It is null without two known values, and its `percent` (two decimals, cut) when the first is zero.
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
  summary: `Get the value of my balances over a range, with at most ${mostTotalPoints} points, without unconfirmed deposits`,
  access: 'session',
  status: 200,
  search: z.object({ range: z._default(z.enum(totalRanges, 'format'), 'month') }),
  answer: answer(totalHistory),
  problems: ['RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;

/**
 * A person's holding of a token in the ledger, and its cost in USDT, by the moving average: an incoming amount adds its cost, an outgoing
 * amount takes its share of the cost. The cost of an incoming amount is what was paid for it in an exchange, fee included, otherwise its
 * value, each at the last price before that moment. `average_cost` (of one whole token), `cost`, `gain` and `gain_percent` (two decimals, cut)
 * are null while nothing is held, and when a part of the holding was received while no price was known; the gains also while there is no price
 * now.
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
  summary: 'Get my position in a token: amount, average cost and unrealised gain',
  access: 'session',
  status: 200,
  answer: answer(position),
  problems: ['NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
} as const satisfies Call;

export type TotalHistory = z.infer<typeof totalHistory>;
export type TotalRange = (typeof totalRanges)[number];
export type Position = z.infer<typeof position>;
