import { rereadChainCall, resumeChainCall } from '../../contract/operator.ts';
import { forgetFailures } from '../background/attempts.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { rereadChain, resumeChain } from '../settlement/evm/cursor.ts';

/** Registers the operator's calls on following a chain; `chain` is the server's own, null without one. */
export function chainCalls(route: Route, { database, chain: own }: { database: Db; chain: string | null }) {
  route(rereadChainCall, async ({ body: { from } }) => {
    if (own === null) throw new Refusal('NOT_FOUND');
    if (!(await rereadChain(database.query, own, from))) throw new Refusal('STATUS_CONFLICT');
    return { chain: own, from };
  });

  route(resumeChainCall, ({ body: { chain } }) =>
    database.transaction(async (query) => {
      if (!(await resumeChain(query, chain))) throw new Refusal('NOT_FOUND');
      await forgetFailures(query, 'deposit', [chain]);
      return { chain };
    }),
  );
}
