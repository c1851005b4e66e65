import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { currencyRate } from './currencies.ts';
import { notice } from './notifications.ts';
import { amountText, capped, pathSymbol } from './rules.ts';
import { answer, decimal, instant, status } from './schemas.ts';

/**
 * By what an exchange of `base` into `quote` is quoted, in whatever amount: `rate` in units of `quote` for one of `base` after the fee,
 * by how much percent that is below the middle price (missing from an older server), the fee in percent of all that is paid, and how much
 * is paid at once at least and at most, in `base`.
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
 * missing, while nobody exchanges by the prices.
 */
const pair = z.object({
  base: z.string(),
  quote: z.string(),
  rate: decimal,
  change_24h: z.nullable(decimal),
  exchange: z.optional(z.nullable(offer)),
});

/**
 * Every ordered pair of tokens that can be exchanged and whose prices are known. `currencies`: what one USDT is worth in those whose rate is
 * known and not older than a week; values are shown in them, and nothing is exchanged by them. Missing from an older server.
 */
const rates = z.object({
  pairs: z.array(pair),
  currencies: z.optional(z.array(currencyRate)),
  as_of: instant,
});

export const ratesCall = {
  method: 'GET',
  path: '/rates',
  summary: 'What each token is worth in each other, between buying and selling',
  access: 'session',
  status: 200,
  answer: answer(rates),
  problems: [],
} as const satisfies Call;

export const rateRanges = ['day', 'week', 'month', 'year'] as const;

/** The price in USDT at the end of each step of the range, oldest first; the first point is what held when the range began. */
const rateHistory = z.object({
  symbol: z.string(),
  range: z.string(),
  points: z.array(z.object({ at: instant, price: decimal })),
});

export const rateHistoryCall = {
  method: 'GET',
  path: '/rates/{symbol}/history',
  params: z.object({ symbol: pathSymbol }),
  summary: 'What a token was worth: some hundred points of a day, week, month or year',
  access: 'session',
  status: 200,
  search: z.object({ range: z._default(z.enum(rateRanges, 'format'), 'day') }),
  answer: answer(rateHistory),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

/** How many prices a sparkline has: one an hour of the last day, with that of its beginning. */
export const sparklinePrices = 25;

/**
 * What each token was worth in USDT at each hour of the day that ended at `as_of`, oldest first; it may be a minute old. A token whose
 * first price is younger has fewer prices, all of them up to the end. One with fewer than two is left out, and so is USDT.
 */
const sparklines = z.object({
  as_of: instant,
  lines: z.array(z.object({ symbol: z.string(), prices: z.array(decimal) })),
});

export const sparklinesCall = {
  method: 'GET',
  path: '/rates/sparklines',
  summary: `What all tokens were worth over the last day: at most ${sparklinePrices} prices each`,
  access: 'session',
  status: 200,
  answer: answer(sparklines),
  problems: [],
} as const satisfies Call;

/** What a stream tells, by the names of its events. `notification`: how many are unread, and the newest. `account`: whether it is frozen. `transaction`: that one of mine has another status. `confirmations`: how many one of mine has now, at most once for each block. A name that is not here is to be passed over. */
export const streamEvents = {
  rates,
  notification: z.object({ unread: z.int(), newest: z.nullable(notice) }),
  transaction: z.object({ id: z.string() }),
  confirmations: z.object({ id: z.string(), seen: z.int(), needed: z.int() }),
  account: z.object({ status: status(['active', 'frozen']) }),
} as const;

/** How often at least a stream says something, in milliseconds; silence for three times as long is a dead line. */
export const streamPulse = 15_000;

export const rateStreamCall = {
  method: 'GET',
  path: '/rates/stream',
  summary: 'Rates as they change, and what happens to me, as server-sent events',
  access: 'session',
  status: 200,
  file: 'text/event-stream',
  answer: null,
  problems: [],
} as const satisfies Call;

/** A price that an operator sets: a token's, that of the chain's own coin, or of a currency, in the token that values are told in. Whether it is listed is the server's to say. */
export const pricedPair = capped(50).check(
  z.regex(/^(?!USDT\/)[A-Z0-9]{1,12}(?:\.[0-9A-F]{6})?\/USDT$/, 'format'),
);

export const setRateCall = {
  method: 'POST',
  path: '/rates',
  summary:
    'Set a price from now on. One that is more than the factor of its token away from the last needs `confirm`: CONFIRMATION_REQUIRED tells the old, the new and the factor',
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

/** `held`: what a market told and nobody has confirmed. `feed_stopped`: why the pair's feed is not believed. Nothing is exchanged by the pair meanwhile. */
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
    'The price of each token that has one or can be exchanged, and of each currency that values are shown in; its rules, and what is held',
  access: 'operator',
  status: 200,
  answer: answer(z.array(priceState)),
  problems: [],
} as const satisfies Call;

/** `operator` is null for what was set before names were kept; `approved_by` for what one operator could set alone. */
const priceChange = z.object({
  rate: decimal,
  at: instant,
  operator: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
});

export const priceChangesCall = {
  method: 'GET',
  path: '/rates/changes',
  summary: 'The last 50 prices of a pair that operators set, newest first',
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
    'Set how far a price may move against the server between a quote and its use (`quote_move`, percent), and how far it may be from the last without a confirmation (`jump`, a factor). What is left out stays as it was',
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
