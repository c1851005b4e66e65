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
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
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
    await requireActive(query, session.user.id);
    // At the current time, when the key is claimed: whoever finds no trace of the key after the quote's end can rely on it.
    const taken = { id: body.quote_id, userId: session.user.id, at: clock.now() };
    const offer = await takeQuote(query, taken);
    const made = await settle(query, offer, session.user.id, at);
    // Checked last, at the current time, because a price may have moved while this waited for a lock.
    await requireCurrentRate(query, offer, { priceAge, at: clock.now() });
    return tell(made);
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

/** Makes the three transfers of an exchange, all or nothing, its record, and the transaction of the same id in the history. We are the counterparty, so it is completed at once. */
async function settle(query: Query, offer: Offer, userId: string, at: Date): Promise<ExchangeRow> {
  const id = randomUUID();
  const moved = await transferMany(query, legsOf(offer, id, userId, at));
  if (!moved.ok && moved.problem === 'insufficient_balance') {
    const balance = (await balancesOf(query, userId)).find(({ token }) => token === offer.from);
    throw balanceRefusal({ token: tokens[offer.from], minor: balance?.available ?? 0n }, 'pay');
  }
  if (!moved.ok) throw new Error(`an exchange could not be made: ${moved.problem}`);
  return recordExchange(query, { id, userId, offer, at });
}

interface Made {
  readonly id: string;
  readonly userId: string;
  readonly offer: Offer;
  readonly at: Date;
}

/** Stores an exchange, and its transaction in the history. Call it in the transaction of its transfers. */
export async function recordExchange(query: Query, { id, userId, offer, at }: Made): Promise<ExchangeRow> {
  const [row] = await query<ExchangeRow>(
    `INSERT INTO exchanges (id, user_id, quote_id, status, from_token, to_token, pay, fee, receive, rate, created_at, completed_at)
    VALUES ($1, $2, $3, 'completed', $4, $5, $6, $7, $8, $9, $10, $10)
    RETURNING *`,
    [id, userId, offer.id, offer.from, offer.to, offer.pay, offer.fee, offer.receive, offer.rate, at],
  );
  if (!row) throw new Error('an exchange was made and not kept');
  await recordTransaction(query, {
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
  return row;
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
