import { positionCall, totalHistoryCall } from '../../contract/portfolio.ts';
import { createFairQueue } from '../core/fairQueue.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { positionOf } from './position.ts';
import { totalHistory } from './totalHistory.ts';

/** Registers the calls that sum a person's ledger. Their work grows with the ledger, so only few run at once. */
export function portfolioCalls(route: Route, { database }: { database: Pick<Db, 'query'> }) {
  const queue = createFairQueue({ running: 2, runningOfOne: 1, ofOne: 8, inAll: 200 });
  route(totalHistoryCall, ({ search, session, at }) =>
    queue(session.user.id, () => totalHistory(database.query, session.user.id, search.range, at)),
  );
  route(positionCall, ({ params, session, at }) =>
    queue(session.user.id, () => positionOf(database.query, session.user.id, params.symbol, at)),
  );
}
