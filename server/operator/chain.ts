import { resumeChainCall } from '../../contract/operator.ts';
import { forgetFailures } from '../background/attempts.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { resumeChain } from '../settlement/evm/cursor.ts';

/** Registers the operator's call on a chain that was halted. */
export function chainCalls(route: Route, { database }: { database: Db }) {
  route(resumeChainCall, ({ body: { chain } }) =>
    database.transaction(async (query) => {
      if (!(await resumeChain(query, chain))) throw new Refusal('NOT_FOUND');
      await forgetFailures(query, 'deposit', [chain]);
      return { chain };
    }),
  );
}
