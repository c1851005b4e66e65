import { ok, type Result, refused } from '../../contract/result.ts';
import {
  cancelTransactionCall,
  exportTransactionsCall,
  sendCall,
  transactionCall,
  transactionQuoteCall,
  transactionsCall,
  withdrawCall,
} from '../../contract/transactions.ts';
import type { Session } from '../accounts/sessions.ts';
import { requireActive } from '../accounts/users.ts';
import { addressesOf } from '../addresses/derivation.ts';
import type { Clock } from '../core/clock.ts';
import { inOrder } from '../core/inOrder.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route, RouteMany } from '../http/routes.ts';
import type { CoolingSettings } from '../payments/cooling.ts';
import type { LimitSettings } from '../payments/limits.ts';
import type { ChainGas } from '../payments/networkFee.ts';
import { type Order, type OrderProofs, payMany } from '../payments/pay.ts';
import { cancelPayment } from '../payments/payments.ts';
import { findNamed } from '../payments/people.ts';
import { makeQuote, type PaymentKind } from '../payments/quotes.ts';
import type { Explorer } from '../tokens/explorer.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { type QuoteLimits, withinQuoteLimits } from '../transactions/quoteLimits.ts';
import {
  exportTransactions,
  findTransaction,
  type HistoryWorld,
  listTransactions,
  tellNew,
} from './history.ts';

/** A payment that is requested in a session. */
export interface SessionOrder extends Order {
  readonly session: Session;
  /** The step-up proof that the request carries. */
  readonly stepUp: string | null;
}

interface World {
  readonly database: Db;
  readonly clock: Clock;
  /** Whether withdrawals are possible at all. */
  readonly hasNetwork: boolean;
  /** The network of deposits; null without one. */
  readonly network: DepositNetwork | null;
  readonly limits: LimitSettings;
  readonly cooling: CoolingSettings;
  readonly quoteLimits: QuoteLimits;
  /** The cost of the network's gas; null without a chain that reports it. */
  readonly chainGas: ChainGas | null;
  /** The age in milliseconds at which a price is no longer used. */
  readonly priceAge: number;
  readonly explorer: Explorer | null;
  /** Whether this is the person's first payment and they have no second factor. */
  readonly advisesFactor: (query: Query, userId: string) => Promise<boolean>;
  readonly paymentProofs: (
    query: Query,
    orders: readonly SessionOrder[],
  ) => Promise<OrderProofs<SessionOrder>>;
  /** Completes the refusal of a payment without a proof. */
  readonly offerProof: (query: Query, refusal: Refusal, order: SessionOrder) => Promise<Refusal>;
}

/** Registers the calls with which a person pays, and reads their transactions. */
export function transactionCalls(
  route: Route,
  routeMany: RouteMany,
  {
    database,
    clock,
    hasNetwork,
    network,
    limits,
    cooling,
    quoteLimits,
    chainGas,
    priceAge,
    explorer,
    advisesFactor,
    paymentProofs,
    offerProof,
  }: World,
) {
  const history: HistoryWorld = { query: database.query, explorer };
  const addresses = network && { xpub: network.xpub, derive: addressesOf(network.xpub) };

  route(transactionQuoteCall, async ({ body, session, address, at }) => {
    const userId = session.user.id;
    const world = { payerId: userId, hasNetwork, network, limits, cooling, chainGas, priceAge, at };
    return withinQuoteLimits(
      database,
      'transaction_quotes',
      { userId, limits: quoteLimits, at },
      async () => {
        const asked = { payerId: userId, token: body.token, to: body.to, network: networkOf(address), at };
        const { to, person } = await findNamed(database, asked, addresses);
        return database.together(async (query) => {
          const [made, factor_advised] = await inOrder([
            makeQuote(query, { ...body, to, person }, world),
            advisesFactor(query, userId),
          ]);
          return { ...made, factor_advised };
        });
      },
    );
  });

  const payAs = (call: typeof sendCall | typeof withdrawCall, kind: PaymentKind) => {
    routeMany(call, async (statements, requests) => {
      const orders = requests.map(({ body, session, stepUp, language, at }): SessionOrder => {
        return { quoteId: body.quote_id, payerId: session.user.id, kind, session, stepUp, language, at };
      });
      const rules = { hasNetwork, limits, cooling, now: () => clock.now(), proofs: paymentProofs };
      const paid = await payMany(statements, orders, rules);
      const told: Result<ReturnType<typeof tellNew>, Refusal>[] = [];
      for (const [index, each] of paid.entries()) {
        const order = orders[index];
        if (each.ok) told.push(ok(tellNew(each.value.line, each.value.decimals)));
        else told.push(order ? refused(await offerProof(statements.query, each.problem, order)) : each);
      }
      return told;
    });
  };
  payAs(sendCall, 'send');
  payAs(withdrawCall, 'withdraw');

  route(cancelTransactionCall, async ({ params, query, session, at }) => {
    await requireActive(query, session.user.id);
    const payerId = session.user.id;
    await cancelPayment(query, { id: params.id, payerId, at });
    return show({ query, explorer }, payerId, params.id);
  });

  route(transactionsCall, ({ search, session }) =>
    listTransactions({ together: database.together, explorer }, session.user.id, search),
  );
  // Registered before the call by id, whose path would match it too.
  route(exportTransactionsCall, async ({ search, session }) =>
    exportTransactions(history, session.user.id, search),
  );
  route(transactionCall, ({ params, session }) => show(history, session.user.id, params.id));
}

async function show(history: HistoryWorld, userId: string, id: string) {
  const found = await findTransaction(history, userId, id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
}
