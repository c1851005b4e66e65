import { randomUUID } from 'node:crypto';
import {
  type Exchange,
  exchangeCall,
  exchangeQuoteCall,
  exchangesCall,
  oneExchangeCall,
} from '../../contract/exchange.ts';
import type { exchangeSteps } from '../../contract/statuses.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import { requireActive } from '../accounts/users.ts';
import type { Clock } from '../core/clock.ts';
import { inOrder } from '../core/inOrder.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query, Write } from '../database/db.ts';
import { unawaited } from '../database/unawaited.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf, systemOwners } from '../ledger/accounts.ts';
import { type Transfer, transferMany } from '../ledger/transfers.ts';
import { balanceRefusal } from '../tokens/amounts.ts';
import { type QuoteLimits, withinQuoteLimits } from '../transactions/quoteLimits.ts';
import { recordTransaction } from '../transactions/records.ts';
import { makeQuote, type Offer, type OfferRow, readOffer, takeQuote, tellTerms } from './quotes.ts';
import { requireCurrentRate } from './rate.ts';

interface World {
  readonly database: Db;
  readonly clock: Clock;
  readonly priceAge: number;
  readonly quoteLimits: QuoteLimits;
}

/** Registers the calls that exchange one token for another. */
export function exchangeCalls(route: Route, { database, clock, priceAge, quoteLimits: limits }: World) {
  route(exchangeQuoteCall, async ({ body, session, at }) => {
    const userId = session.user.id;
    return withinQuoteLimits(database, 'exchange_quotes', { userId, limits, at }, () =>
      database.together((query) => makeQuote(query, body, { userId, priceAge, at })),
    );
  });

  route(exchangeCall, async ({ body, session, query, at }) => {
    const userId = session.user.id;
    // At the current time, when the key is claimed: whoever finds no trace of the key after the quote's end can rely on it.
    const taken = { id: body.quote_id, userId, at: clock.now() };
    const [, offer] = await inOrder([requireActive(query, userId), takeQuote(query, taken)]);
    const made = { id: randomUUID(), userId, offer, at };
    await move(query, made);
    // The accounts of the exchange and of its fees are locked from here on, for everybody: the rest is one round trip.
    const { write, answers } = unawaited(query);
    await recordExchange(write, made);
    // Read last, at the current time, because a price may have moved while this waited for a lock.
    await inOrder([...answers, requireCurrentRate(query, offer, { priceAge, at: clock.now() })]);
    return tellMade(made);
  });

  route(exchangesCall, async ({ search, session }) => {
    const { page, per_page } = search;
    const rows = await database.query<ExchangeRow>(
      `SELECT * FROM exchanges WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [session.user.id, per_page, (page - 1) * per_page],
    );
    const [count] = await database.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM exchanges WHERE user_id = $1',
      [session.user.id],
    );
    return { data: rows.map(tell), meta: { page, per_page, total: count?.total ?? 0 } };
  });

  route(oneExchangeCall, async ({ params, session }) => {
    const [row] = await database.query<ExchangeRow>(
      'SELECT * FROM exchanges WHERE id = $1 AND user_id = $2',
      [params.id, session.user.id],
    );
    if (!row) throw new Refusal('NOT_FOUND');
    return tell(row);
  });
}

interface ExchangeRow extends OfferRow {
  readonly status: keyof typeof exchangeSteps;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

function tell(row: ExchangeRow): Exchange {
  return {
    id: row.id,
    status: row.status,
    ...tellTerms(readOffer(row)),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

interface Made {
  readonly id: string;
  readonly userId: string;
  readonly offer: Offer;
  readonly at: Date;
}

/** A completed exchange as it will be read back. */
function tellMade({ id, offer, at }: Made): Exchange {
  const when = at.toISOString();
  return { id, status: 'completed', ...tellTerms(offer), created_at: when, completed_at: when };
}

/** Makes the three transfers of an exchange, all or nothing. */
async function move(query: Query, { id, userId, offer, at }: Made): Promise<void> {
  const moved = await transferMany(query, legsOf(offer, id, userId, at));
  if (!moved.ok && moved.problem === 'insufficient_balance') {
    const balance = (await balancesOf(query, userId)).find(({ token }) => token === offer.from);
    throw balanceRefusal({ token: tokens[offer.from], minor: balance?.available ?? 0n }, 'pay');
  }
  if (!moved.ok) throw new Error(`an exchange could not be made: ${moved.problem}`);
}

/**
 * Stores an exchange, and the transaction of the same id in the history. We are the counterparty, so it is completed at once. Call it in
 * the transaction of its transfers.
 */
export async function recordExchange(write: Write, { id, userId, offer, at }: Made): Promise<void> {
  await write(
    `INSERT INTO exchanges (id, user_id, quote_id, status, from_token, to_token, pay, fee, receive, rate, created_at, completed_at)
    VALUES ($1, $2, $3, 'completed', $4, $5, $6, $7, $8, $9, $10, $10)`,
    [id, userId, offer.id, offer.from, offer.to, offer.pay, offer.fee, offer.receive, offer.rate, at],
  );
  await recordTransaction(write, {
    id,
    userId,
    operationId: id,
    kind: 'exchange',
    token: offer.from,
    receivedToken: offer.to,
    amount: offer.pay - offer.fee,
    fee: offer.fee,
    timeline: [{ status: 'completed', at }],
  });
}

function legsOf(
  { from, to, pay, fee, receive }: Offer,
  operationId: string,
  userId: string,
  at: Date,
): Transfer[] {
  const { exchange, fees } = systemOwners;
  const leg = (
    kind: Transfer['kind'],
    token: TokenSymbol,
    debitOwnerId: string,
    creditOwnerId: string,
    amount: bigint,
  ): Transfer => ({ id: randomUUID(), token, debitOwnerId, creditOwnerId, amount, kind, operationId, at });
  return [
    leg('exchange', from, userId, exchange, pay - fee),
    leg('fee', from, userId, fees, fee),
    leg('exchange', to, exchange, userId, receive),
  ];
}
