import { randomUUID } from 'node:crypto';
import type { ExchangeQuote, ExchangeQuoteRequest } from '../../contract/exchange.ts';
import {
  type ExchangeTerms,
  exchangeProblem,
  type Trade,
  termsOfPay,
  termsOfReceive,
} from '../../contract/exchangeTerms.ts';
import { parseMoney, parseRate, printMoney, type Rate } from '../../contract/money.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import { inOrder } from '../core/inOrder.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { printRate } from '../rates/fractions.ts';
import { spreadPercent } from '../rates/margin.ts';
import { exchangeBounds, exchangeFee } from '../rates/offers.ts';
import { amountRefusal, readAmount } from '../tokens/amounts.ts';
import { offeredRate } from './rate.ts';

/** How long a quote is valid, by the server's clock, in milliseconds. */
const lifetime = 60_000;

/** A stored offer, in minor units. */
export interface Offer extends ExchangeTerms {
  readonly id: string;
  readonly from: TokenSymbol;
  readonly to: TokenSymbol;
  /** Units of `to` for one of `from`, as shown in the quote. */
  readonly rate: string;
}

/** Prices a request, stores the offer for one exchange and answers it. Refuses by code, on the given field. */
export async function makeQuote(
  query: Query,
  request: ExchangeQuoteRequest,
  { userId, priceAge, at }: { userId: string; priceAge: number; at: Date },
): Promise<ExchangeQuote> {
  const { from, to } = request;
  const [rate, balances] = await inOrder([
    rateFor(query, request, { priceAge, at }),
    balancesOf(query, userId),
  ]);
  const { field, terms } = readTerms(request, rate.value);
  const available = balances.find(({ token }) => token === from)?.available ?? 0n;
  const minimum = minor(from, exchangeBounds[from].minimum);
  const limit = minor(from, exchangeBounds[from].maximum);
  const problem = exchangeProblem(terms, { minimum, maximum: limit, available });
  if (problem)
    throw amountRefusal(problem, { token: tokens[from], minimum, maximum: limit, available }, field);

  const offer: Offer = { id: randomUUID(), from, to, ...terms, rate: rate.text };
  const expiresAt = new Date(at.getTime() + lifetime);
  await keep(query, offer, { userId, at, expiresAt });
  return {
    id: offer.id,
    ...tellTerms(offer),
    spread_percent: spreadPercent,
    minimum: print(from, minimum),
    maximum: print(from, available < limit ? available : limit),
    expires_at: expiresAt.toISOString(),
  };
}

/** Refuses with RATE_UNAVAILABLE while the tokens' prices must not be used. */
async function rateFor(
  query: Query,
  request: ExchangeQuoteRequest,
  when: { priceAge: number; at: Date },
): Promise<{ text: string; value: Rate }> {
  const now = await offeredRate(query, request, when);
  const text = now && printRate(now.rate);
  const value = text === null ? null : parseRate(text);
  if (text === null || !value?.ok) throw new Refusal('RATE_UNAVAILABLE', { retryAfter: 60 });
  return { text, value: value.value };
}

function readTerms(
  request: ExchangeQuoteRequest,
  rate: Rate,
): { field: 'pay' | 'receive'; terms: ExchangeTerms } {
  const [from, to] = [tokens[request.from], tokens[request.to]];
  const trade: Trade = { rate, feePercent: exchangeFee, from, to };
  if (request.pay !== undefined) {
    return { field: 'pay', terms: termsOfPay(readAmount(request.pay, from, 'pay'), trade) };
  }
  const receive = readAmount(request.receive ?? '', to, 'receive');
  return { field: 'receive', terms: termsOfReceive(receive, trade) };
}

async function keep(
  query: Query,
  offer: Offer,
  { userId, at, expiresAt }: { userId: string; at: Date; expiresAt: Date },
) {
  await query(
    `INSERT INTO exchange_quotes (id, user_id, from_token, to_token, pay, fee, receive, rate, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [offer.id, userId, offer.from, offer.to, offer.pay, offer.fee, offer.receive, offer.rate, at, expiresAt],
  );
}

/** The terms in the columns of `exchange_quotes` and `exchanges`. */
export interface OfferRow {
  readonly id: string;
  readonly from_token: TokenSymbol;
  readonly to_token: TokenSymbol;
  readonly pay: string;
  readonly fee: string;
  readonly receive: string;
  readonly rate: string;
}

/**
 * Takes a person's quote for its one exchange; of two at once the second waits and is refused.
 * NOT_FOUND for another person's quote, QUOTE_USED, QUOTE_EXPIRED from its stated time.
 */
export async function takeQuote(
  query: Query,
  { id, userId, at }: { id: string; userId: string; at: Date },
): Promise<Offer> {
  const [taken] = await query<OfferRow>(
    `UPDATE exchange_quotes SET used_at = $3
    WHERE id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at > $3
    RETURNING id, from_token, to_token, pay, fee, receive, rate`,
    [id, userId, at],
  );
  if (taken) return readOffer(taken);
  const [found] = await query<{ is_used: boolean }>(
    'SELECT used_at IS NOT NULL AS is_used FROM exchange_quotes WHERE id = $1 AND user_id = $2',
    [id, userId],
  );
  if (!found) throw new Refusal('NOT_FOUND');
  throw new Refusal(found.is_used ? 'QUOTE_USED' : 'QUOTE_EXPIRED');
}

/** Deletes quotes that expired a day ago; until then a late exchange learns why it is refused. Exchanges are kept. */
export async function sweepExchangeQuotes(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM exchange_quotes WHERE expires_at <= $1', [new Date(at.getTime() - 86_400_000)]);
}

export function readOffer({ id, from_token: from, to_token: to, pay, fee, receive, rate }: OfferRow): Offer {
  return { id, from, to, pay: BigInt(pay), fee: BigInt(fee), receive: BigInt(receive), rate };
}

/** The terms in the format of every answer. */
export function tellTerms({ from, to, pay, fee, receive, rate }: Omit<Offer, 'id'>) {
  return {
    from,
    to,
    pay: print(from, pay),
    receive: print(to, receive),
    rate,
    fee: { amount: print(from, fee), token: from },
  };
}

function print(token: TokenSymbol, minor: bigint): string {
  return printMoney({ token: tokens[token], minor });
}

function minor(token: TokenSymbol, amount: string): bigint {
  const money = parseMoney(amount, tokens[token]);
  if (!money.ok) throw new Error(`${amount} ${token} is ${money.problem}`);
  return money.value.minor;
}
