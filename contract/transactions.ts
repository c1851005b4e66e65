import * as z from 'zod/mini';
import type { BodyOf, Call } from './call.ts';
import { leavingLimits } from './limits.ts';
import { newAddressAllowance } from './newAddressAllowance.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { toldReason, transactionReasons } from './reasons.ts';
import { answer, confirmations, decimal, instant, status, webLink } from './schemas.ts';
import { type TransactionStatus, transactionSteps } from './statuses.ts';
import {
  amountText,
  givenId,
  onePathId,
  recipientText,
  searchedDay,
  searchText,
  tokenSymbol,
} from './textRules.ts';
import { timeZone } from './timeZone.ts';

export const transactionKinds = ['send', 'receive', 'deposit', 'withdraw', 'exchange'] as const;
export const transactionStatuses = Object.keys(transactionSteps) as TransactionStatus[];

const fee = z.object({ amount: decimal, token: z.string() });

/**
 * How a withdrawal's fee was computed. `network`: gas × gas price × the price of the coin that pays for gas, with the margin in percent,
 * converted to the token by its price, rounded up. `fixed`: the token's fixed fee, because the network's fee is less (`network_is_less`), the
 * price of the coin or the token is unknown (`no_price`), or the gas price is (`no_gas_price`); null when no other fee exists. Prices in USDT.
 */
const feeBasis = z.object({
  kind: status(['fixed', 'network']),
  reason: z.nullable(status(['network_is_less', 'no_price', 'no_gas_price'])),
  network: z.nullable(
    z.object({
      gas_price_gwei: decimal,
      gas: z.int(),
      margin: z.int(),
      coin: z.string(),
      coin_price: decimal,
      token_price: decimal,
    }),
  ),
});

/**
 * What is known about the recipient. `known`: the person has paid this address before, or it belongs to an account here. `first_time`: the
 * person has not paid it before. `looks_like`: another address that the person knows, with the same four characters at both ends, or with a
 * half in common; null for an address that they have paid before. `label`: its name in their address book. `usable_from`: until then the
 * address is new, and only `allowance` may be paid to it. `person`: who was found for the `asked` email address or username, with the first
 * name and the initial that they show; null for an address. These four are null, or missing, when there is none.
 */
const recipient = z.object({
  known: z.boolean(),
  is_account: z.boolean(),
  first_time: z.boolean(),
  looks_like: z.nullable(z.string()),
  label: z.optional(z.nullable(z.string())),
  usable_from: z.optional(z.nullable(instant)),
  allowance: z.optional(z.nullable(newAddressAllowance)),
  person: z.optional(z.nullable(z.object({ asked: z.string(), name: z.nullable(z.string()) }))),
});

/**
 * `total` is the amount with its fee; `maximum` is the most that could be paid now, without the fee. `limits`: the limits for outside
 * payments before this one. It and `fee_basis` are null for a payment within Zesto, and may be missing. `factor_advised`: it would be the person's first
 * payment, and they have no second factor.
 */
const transactionQuote = z.object({
  id: z.string(),
  kind: status(['send', 'withdraw']),
  token: z.string(),
  amount: decimal,
  fee,
  fee_basis: z.optional(z.nullable(feeBasis)),
  total: decimal,
  to: z.string(),
  recipient,
  minimum: decimal,
  maximum: decimal,
  limits: z.optional(z.nullable(leavingLimits)),
  factor_advised: z.optional(z.boolean()),
  expires_at: instant,
});

/**
 * Both sides of an exchange: `pay` is the whole deducted amount, fee included, and `rate` is units of `to` for one of `from` after the fee (as
 * in `GET /exchange`).
 */
const bothSides = z.object({
  from: z.string(),
  to: z.string(),
  pay: decimal,
  receive: decimal,
  rate: decimal,
  fee,
});

/**
 * A transaction of a person's history. `amount` is what the other side gets, or what was received, `fee` its cost, both in `token`; `total` is
 * their sum for an outgoing payment, else the amount. `reason` says why it waits or failed, by a code of `transactionReasons`, and `note` is
 * the operator's typed text; a note alone is older than the codes. `confirmations`: of a deposit or a withdrawal over a chain, how many it has
 * and how many it needs; `explorer_url` is the page of its hash in a block explorer. Both are null, or missing, when there are none. `token`,
 * `amount`, `fee` and `total` of an exchange are those of the paid side, and `exchange` has both; it is null, or missing, for every other
 * kind. `sender`: for a payment from another account here, the first name and initial that its person shows, or no name; null, or missing, for
 * everything else.
 */
const transaction = z.object({
  id: z.string(),
  kind: status(transactionKinds),
  status: status(transactionStatuses),
  token: z.string(),
  amount: decimal,
  fee: decimal,
  total: decimal,
  counterparty: z.nullable(z.string()),
  tx_hash: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.optional(toldReason(transactionReasons)),
  confirmations: z.optional(z.nullable(confirmations)),
  explorer_url: z.optional(webLink),
  exchange: z.optional(z.nullable(bothSides)),
  sender: z.optional(z.nullable(z.object({ name: z.nullable(z.string()) }))),
  can_cancel: z.boolean(),
  timeline: z.array(z.object({ status: status(transactionStatuses), at: instant })),
  created_at: instant,
  updated_at: instant,
});

const one = answer(transaction);

/**
 * The query parameters. Days are those of `time_zone`; `date_to` is included. An exchange has two tokens, and `token` finds it by either. `q`
 * is a part of an address, hash, note or id.
 */
const filters = {
  kind: z.optional(z.enum(transactionKinds, 'format')),
  token: z.optional(tokenSymbol),
  status: z.optional(z.enum(transactionStatuses, 'format')),
  date_from: z.optional(searchedDay),
  date_to: z.optional(searchedDay),
  time_zone: z._default(timeZone, 'UTC'),
  q: z.optional(searchText),
};

export const transactionQuoteCall = {
  method: 'POST',
  path: '/transactions/quotes',
  summary:
    'Quote a payment; the quote is valid for one payment until it expires. Without a `kind` the recipient decides: `send` to an account here, `withdraw` to an outside address. The amount `max` is the most that can be paid with its fee. `to` is an address, or the whole email address or username of an account that allows it; nobody else is found. Lookups are limited',
  access: 'session',
  status: 201,
  body: () =>
    z.strictObject({
      kind: z.optional(z.enum(['send', 'withdraw'], 'format')),
      token: tokenSymbol,
      amount: amountText,
      to: recipientText,
    }),
  answer: answer(transactionQuote),
  problems: [
    'ACCOUNT_BLOCKED',
    'WITHDRAWALS_DISABLED',
    'ADDRESS_INVALID',
    'AMOUNT_TOO_SMALL',
    'AMOUNT_TOO_LARGE',
    'INSUFFICIENT_BALANCE',
    'KYC_REQUIRED',
    'LIMIT_EXCEEDED',
    'ADDRESS_COOLING',
    'ADDRESS_NOT_ALLOWED',
  ],
} as const satisfies Call;

/** Used instead of an amount: the most that can be paid now, after the fee. */
export const mostPossible = 'max';

const quoted = () => z.strictObject({ quote_id: givenId });
const problemsOfPaying = [
  'DEVICE_PROOF_REQUIRED',
  'STEP_UP_REQUIRED',
  'ACCOUNT_BLOCKED',
  'WITHDRAWALS_DISABLED',
  'NOT_FOUND',
  'QUOTE_EXPIRED',
  'QUOTE_USED',
  'INSUFFICIENT_BALANCE',
  'ADDRESS_INVALID',
  'KYC_REQUIRED',
  'LIMIT_EXCEEDED',
  'ADDRESS_COOLING',
  'ADDRESS_NOT_ALLOWED',
] as const;

export const sendCall = {
  method: 'POST',
  path: '/transactions/send',
  summary:
    'Pay as quoted: to an account here at once; a payment to an outside address is held until it is approved and settled',
  access: 'session',
  status: 201,
  idempotent: true,
  movesMoney: true,
  body: quoted,
  answer: one,
  problems: problemsOfPaying,
} as const satisfies Call;

export const withdrawCall = {
  method: 'POST',
  path: '/transactions/withdraw',
  summary: 'Pay a quote of the kind `withdraw`',
  access: 'session',
  status: 201,
  idempotent: true,
  movesMoney: true,
  body: quoted,
  answer: one,
  problems: problemsOfPaying,
} as const satisfies Call;

export const cancelTransactionCall = {
  method: 'POST',
  path: '/transactions/{id}/cancel',
  params: onePathId,
  summary: 'Cancel a transaction that has not been processed yet',
  access: 'session',
  status: 200,
  idempotent: true,
  answer: one,
  problems: ['ACCOUNT_BLOCKED', 'NOT_FOUND', 'STATUS_CONFLICT'],
} as const satisfies Call;

export const transactionsCall = {
  method: 'GET',
  path: '/transactions',
  summary: 'List my transactions, newest first',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object({ ...pageSearch, ...filters }),
  answer: pagedAnswer(transaction),
  problems: [],
} as const satisfies Call;

export const exportTransactionsCall = {
  method: 'GET',
  path: '/transactions/export',
  summary: 'Download the filtered transactions as CSV',
  access: 'session',
  status: 200,
  search: z.object(filters),
  answer: null,
  file: 'text/csv',
  problems: [],
} as const satisfies Call;

export const transactionCall = {
  method: 'GET',
  path: '/transactions/{id}',
  params: onePathId,
  summary: 'Get one of my transactions',
  access: 'session',
  status: 200,
  answer: one,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export type Transaction = z.infer<typeof transaction>;
export type FeeBasis = z.infer<typeof feeBasis>;
export type TransactionQuote = z.infer<typeof transactionQuote>;

export type PaymentQuoteRequest = BodyOf<typeof transactionQuoteCall>;

/** A stored quote, or null when it is not a quote. */
export function readTransactionQuote(value: unknown): TransactionQuote | null {
  const parsed = z.safeParse(transactionQuote, value);
  return parsed.success ? parsed.data : null;
}

/** A transaction in another call's answer, or null when it is not a transaction. */
export function readTransactionIn(value: unknown): Transaction | null {
  const parsed = z.safeParse(transaction, value);
  return parsed.success ? parsed.data : null;
}
