import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { answer, decimal, instant, status } from './schemas.ts';
import { exchangeSteps } from './statuses.ts';
import { amountText, givenId, onePathId } from './textRules.ts';
import { tokenSymbols } from './tokens.ts';

const exchangeStatuses = Object.keys(exchangeSteps) as (keyof typeof exchangeSteps)[];

const token = z.enum(tokenSymbols, 'format');

/** One of the two amounts: the paid or the received one. */
const request = z
  .strictObject({ from: token, to: token, pay: z.optional(amountText), receive: z.optional(amountText) })
  .check(
    z.refine(({ from, to }) => from !== to, { path: ['to'], error: 'format' }),
    z.refine(({ pay, receive }) => pay !== undefined || receive !== undefined, {
      path: ['pay'],
      error: 'required',
    }),
    z.refine(({ pay, receive }) => pay === undefined || receive === undefined, {
      path: ['receive'],
      error: 'unknown',
    }),
  );

/**
 * `pay` is the whole deducted amount, fee included. `rate` is units of `to` for one of `from` after the fee: the received amount is `(pay −
 * fee) × rate`, rounded down.
 */
const terms = {
  from: z.string(),
  to: z.string(),
  pay: decimal,
  receive: decimal,
  rate: decimal,
  fee: z.object({ amount: decimal, token: z.string() }),
};

/**
 * `minimum` and `maximum` are limits of `pay`; the maximum never exceeds the available balance. `spread_percent`: how far the rate is below
 * the middle price; missing from an older server.
 */
const quote = z.object({
  id: z.string(),
  ...terms,
  spread_percent: z.optional(decimal),
  minimum: decimal,
  maximum: decimal,
  expires_at: instant,
});

const exchange = z.object({
  id: z.string(),
  status: status(exchangeStatuses),
  ...terms,
  created_at: instant,
  completed_at: z.nullable(instant),
});

export const exchangeQuoteCall = {
  method: 'POST',
  path: '/exchange/quotes',
  summary: 'Quote an exchange; the quote is valid for one exchange until it expires',
  access: 'session',
  status: 201,
  body: () => request,
  answer: answer(quote),
  problems: [
    'ACCOUNT_BLOCKED',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'INSUFFICIENT_BALANCE',
    'RATE_UNAVAILABLE',
  ],
} as const satisfies Call;

export const exchangeCall = {
  method: 'POST',
  path: '/exchange',
  summary: 'Exchange as quoted',
  access: 'session',
  status: 201,
  idempotent: true,
  movesMoney: true,
  body: () => z.strictObject({ quote_id: givenId }),
  answer: answer(exchange),
  problems: [
    'DEVICE_PROOF_REQUIRED',
    'ACCOUNT_BLOCKED',
    'NOT_FOUND',
    'QUOTE_EXPIRED',
    'QUOTE_USED',
    'INSUFFICIENT_BALANCE',
  ],
} as const satisfies Call;

export const exchangesCall = {
  method: 'GET',
  path: '/exchange',
  summary: 'List my exchanges, newest first',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object(pageSearch),
  answer: pagedAnswer(exchange),
  problems: [],
} as const satisfies Call;

export const oneExchangeCall = {
  method: 'GET',
  path: '/exchange/{id}',
  params: onePathId,
  summary: 'Get one of my exchanges',
  access: 'session',
  status: 200,
  answer: answer(exchange),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export type ExchangeQuoteRequest = z.infer<typeof request>;
export type ExchangeQuote = z.infer<typeof quote>;
export type Exchange = z.infer<typeof exchange>;

/** A stored quote, or null when it is not a quote. */
export function readExchangeQuote(value: unknown): ExchangeQuote | null {
  const parsed = z.safeParse(quote, value);
  return parsed.success ? parsed.data : null;
}

/** An exchange in another call's answer, or null when it is not an exchange. */
export function readExchange(value: unknown): Exchange | null {
  const parsed = z.safeParse(exchange, value);
  return parsed.success ? parsed.data : null;
}
