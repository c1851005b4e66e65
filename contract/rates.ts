import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { currencyRate } from './currencies.ts';
import { notice } from './notifications.ts';
import { capped } from './rules.ts';
import { answer, decimal, instant, status } from './schemas.ts';
import { amountText, pathSymbol } from './textRules.ts';

/**
 * The terms of an exchange of `base` into `quote`, for any amount: `rate` in units of `quote` for one of `base` after the fee, how far it is
 * below the middle price in percent (missing from an older server), the fee in percent of the paid amount, and the smallest and largest paid
 * amount, in `base`.
 */
const offer = z.object({
  rate: decimal,
  spread_percent: z.optional(decimal),
  fee_percent: decimal,
  minimum: decimal,
  maximum: decimal,
});

/**
 * The middle price: units of `quote` for one of `base`. `change_24h` in percent, null without a day of history. `exchange` is null, or
 * missing, while the prices must not be used for exchanges.
 */
const pair = z.object({
  base: z.string(),
  quote: z.string(),
  rate: decimal,
  change_24h: z.nullable(decimal),
  exchange: z.optional(z.nullable(offer)),
});

/**
 * Every ordered pair of exchangeable tokens with known prices. `currencies`: the value of one USDT in each currency whose rate is known and at
 * most a week old, for showing values only. Missing from an older server.
 */
const rates = z.object({
  pairs: z.array(pair),
  currencies: z.optional(z.array(currencyRate)),
  as_of: instant,
});

export const ratesCall = {
  method: 'GET',
  path: '/rates',
  summary: 'Get the mid-market rate of each pair of tokens',
  access: 'session',
  status: 200,
  answer: answer(rates),
  problems: [],
} as const satisfies Call;

export const rateRanges = ['day', 'week', 'month', 'year'] as const;

/** The price in USDT at the end of each step of the range, oldest first; the first point is the price at the start of the range. */
const rateHistory = z.object({
  symbol: z.string(),
  range: z.string(),
  points: z.array(z.object({ at: instant, price: decimal })),
});

export const rateHistoryCall = {
  method: 'GET',
  path: '/rates/{symbol}/history',
  params: z.object({ symbol: pathSymbol }),
  summary: 'Get a token’s price history over a day, week, month or year, with some hundred points',
  access: 'session',
  automatic: true,
  status: 200,
  search: z.object({ range: z._default(z.enum(rateRanges, 'format'), 'day') }),
  answer: answer(rateHistory),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

/** The number of prices in a sparkline: one per hour of the last day, and the one at its start. */
export const sparklinePrices = 25;

/**
 * The price of each token in USDT at each hour of the day that ended at `as_of`, oldest first; up to a minute old. A token with a younger
 * first price has fewer prices, up to the end. Tokens with fewer than two are left out, and so is USDT.
 */
const sparklines = z.object({
  as_of: instant,
  lines: z.array(z.object({ symbol: z.string(), prices: z.array(decimal) })),
});

export const sparklinesCall = {
  method: 'GET',
  path: '/rates/sparklines',
  summary: `Get the prices of all tokens over the last day: at most ${sparklinePrices} each`,
  access: 'session',
  status: 200,
  answer: answer(sparklines),
  problems: [],
} as const satisfies Call;

/**
 * The events of a stream, by name. `notification`: the number of unread ones, and the newest. `account`: whether it is frozen. `transaction`:
 * one of the person's is new or has a new status. `confirmations`: the current count for one of them, at most once per block. Unknown names
 * must be ignored.
 */
export const streamEvents = {
  rates,
  notification: z.object({ unread: z.int(), newest: z.nullable(notice) }),
  transaction: z.object({ id: z.string() }),
  confirmations: z.object({ id: z.string(), seen: z.int(), needed: z.int() }),
  account: z.object({ status: status(['active', 'frozen']) }),
} as const;

/** How often a stream sends something at least, in milliseconds; three times as long without anything means that the connection is dead. */
export const streamPulse = 15_000;

export const rateStreamCall = {
  method: 'GET',
  path: '/rates/stream',
  summary: 'Stream rate changes and account events as server-sent events',
  access: 'session',
  automatic: true,
  status: 200,
  file: 'text/event-stream',
  answer: null,
  problems: [],
} as const satisfies Call;

/** A price that an operator sets: that of a token, of the chain's coin or of a currency, in USDT. The server checks whether it is listed. */
export const pricedPair = capped(50).check(
  z.regex(/^(?!USDT\/)[A-Z0-9]{1,12}(?:\.[0-9A-F]{6})?\/USDT$/, 'format'),
);

export const setRateCall = {
  method: 'POST',
  path: '/rates',
  summary:
    'Set a price. If it differs from the last one by more than the token’s factor, `confirm` is required: CONFIRMATION_REQUIRED has the old price, the new price and the factor',
  access: 'operator',
  status: 201,
  body: () =>
    z.strictObject({
      pair: pricedPair,
      rate: amountText,
      confirm: z.optional(z.boolean('format')),
    }),
  answer: answer(z.object({ pair: z.string(), rate: decimal, before: z.nullable(decimal) })),
  problems: ['APPROVAL_REQUIRED', 'VALIDATION_FAILED', 'CONFIRMATION_REQUIRED'],
} as const satisfies Call;

/** `quote_move` in percent, `jump` as a factor. */
const priceRules = { quote_move: decimal, jump: decimal };

/**
 * `held`: a market's price that no operator has confirmed. `feed_stopped`: why the pair's feed is not used. In both cases the pair cannot be
 * exchanged.
 */
const priceState = z.object({
  pair: z.string(),
  rate: z.nullable(decimal),
  since: z.nullable(instant),
  ...priceRules,
  held: z.nullable(z.object({ rate: decimal, since: instant })),
  feed_stopped: z.nullable(z.object({ reason: z.string(), since: instant })),
});

export const pricesCall = {
  method: 'GET',
  path: '/rates',
  summary:
    'List the prices of tokens and display currencies with their rules, and the prices that are held back',
  access: 'operator',
  status: 200,
  answer: answer(z.array(priceState)),
  problems: [],
} as const satisfies Call;

/** `operator` is null for changes from before names were stored; `approved_by` for changes that needed no approval. */
const priceChange = z.object({
  rate: decimal,
  at: instant,
  operator: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
});

export const priceChangesCall = {
  method: 'GET',
  path: '/rates/changes',
  summary: 'List the last 50 prices of a pair that operators set, newest first',
  access: 'operator',
  status: 200,
  search: z.object({ pair: pricedPair }),
  answer: answer(z.array(priceChange)),
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const setPriceRulesCall = {
  method: 'POST',
  path: '/rates/rules',
  summary:
    'Set how far a price may move against the server between a quote and its use (`quote_move`, percent), and how far from the last price it may be without a confirmation (`jump`, a factor). Omitted members stay unchanged',
  access: 'operator',
  status: 201,
  body: () =>
    z
      .strictObject({ pair: pricedPair, quote_move: z.optional(amountText), jump: z.optional(amountText) })
      .check(
        z.refine(({ quote_move, jump }) => quote_move !== undefined || jump !== undefined, {
          path: ['quote_move'],
          error: 'required',
        }),
      ),
  answer: answer(z.object({ pair: z.string(), ...priceRules })),
  problems: ['APPROVAL_REQUIRED', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type ExchangeOffer = z.infer<typeof offer>;
export type Rates = z.infer<typeof rates>;
export type RateRange = (typeof rateRanges)[number];
export type RateHistory = z.infer<typeof rateHistory>;
export type Sparklines = z.infer<typeof sparklines>;
export type StreamConfirmations = z.infer<typeof streamEvents.confirmations>;
export type StreamAccount = z.infer<typeof streamEvents.account>;
export type StreamNotification = z.infer<typeof streamEvents.notification>;
export type PriceChange = z.infer<typeof priceChange>;
export type PriceState = z.infer<typeof priceState>;
