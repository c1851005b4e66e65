import { rereadChainCall, resumeChainCall } from '../../contract/operator.ts';
import { forgetFailures } from '../background/attempts.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { resumeChain } from '../settlement/evm/cursor.ts';
import type { DepositSource } from '../settlement/settlement.ts';
import { refuseUnasked } from './payments.ts';

interface World {
  readonly database: Db;
  /** The server's own chain, null without one. */
  readonly chain: string | null;
  readonly deposits: DepositSource | null;
}

/** Registers the operator's calls on following a chain. */
export function chainCalls(route: Route, { database, chain: own, deposits }: World) {
  route(rereadChainCall, async ({ body: { from }, at }) => {
    if (own === null || !deposits?.reread) throw new Refusal('NOT_FOUND');
    const read = await deposits.reread(from, at).catch(refuseUnasked);
    if (read === null) throw new Refusal('STATUS_CONFLICT');
    return { chain: own, from, set_back_from: read.setBackFrom };
  });

  route(resumeChainCall, ({ body: { chain } }) =>
    database.transaction(async (query) => {
      if (!(await resumeChain(query, chain))) throw new Refusal('NOT_FOUND');
      await forgetFailures(query, 'deposit', [chain]);
      return { chain };
    }),
  );
}
