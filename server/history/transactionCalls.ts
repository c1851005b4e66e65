import { ok } from '../../contract/result.ts';
import {
  cancelTransactionCall,
  exportTransactionsCall,
  sendCall,
  transactionCall,
  transactionQuoteCall,
  transactionsCall,
  withdrawCall,
} from '../../contract/transactions.ts';
import { requireActive } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route, RouteMany } from '../http/routes.ts';
import type { LimitSettings } from '../payments/limits.ts';
import { payMany } from '../payments/pay.ts';
import { cancelPayment } from '../payments/payments.ts';
import { makeQuote, type PaymentKind } from '../payments/quotes.ts';
import { type QuoteLimits, withinQuoteLimits } from '../transactions/quoteLimits.ts';
import { exportTransactions, findTransaction, listTransactions, tellNew } from './history.ts';

interface World {
  readonly database: Db;
  /** Whether tokens can leave at all. */
  readonly hasNetwork: boolean;
  readonly limits: LimitSettings;
  readonly quoteLimits: QuoteLimits;
}

/** Registers the calls with which a person pays, and looks at what was paid. */
export function transactionCalls(
  route: Route,
  routeMany: RouteMany,
  { database, hasNetwork, limits, quoteLimits }: World,
) {
  route(transactionQuoteCall, async ({ body, session, at }) => {
    const userId = session.user.id;
    const { query } = database;
    await requireActive(query, userId);
    return withinQuoteLimits(query, 'transaction_quotes', { userId, limits: quoteLimits, at }, () =>
      makeQuote(query, body, { payerId: userId, hasNetwork, limits, at }),
    );
  });

  const payAs = (call: typeof sendCall | typeof withdrawCall, kind: PaymentKind) => {
    routeMany(call, async (query, requests) => {
      const orders = requests.map(({ body, session, at }) => {
        return { quoteId: body.quote_id, payerId: session.user.id, kind, at };
      });
      const paid = await payMany(query, orders, { hasNetwork, limits });
      return paid.map((each) => (each.ok ? ok(tellNew(each.value.line, each.value.decimals)) : each));
    });
  };
  payAs(sendCall, 'send');
  payAs(withdrawCall, 'withdraw');

  route(cancelTransactionCall, async ({ params, query, session, at }) => {
    await requireActive(query, session.user.id);
    const payerId = session.user.id;
    await cancelPayment(query, { id: params.id, payerId, at });
    return show(query, payerId, params.id);
  });

  route(transactionsCall, ({ search, session }) => listTransactions(database.query, session.user.id, search));
  // Before the one by id, which would take it for one.
  route(exportTransactionsCall, async ({ search, session }) =>
    exportTransactions(database.query, session.user.id, search),
  );
  route(transactionCall, ({ params, session }) => show(database.query, session.user.id, params.id));
}

async function show(query: Query, userId: string, id: string) {
  const found = await findTransaction(query, userId, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}
