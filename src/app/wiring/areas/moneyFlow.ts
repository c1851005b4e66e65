import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Operation } from '../../../../contract/operations.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';
import { reconciliationMachine } from '../../../machines/money/reconciliationMachine.ts';
import { readOperation } from '../../../services/core/operations.ts';
import { claimTabLock, untilFree } from '../../../services/money/tabLocks.ts';
import type { Services } from '../services.ts';

/** What every flow of money reaches outside of itself, besides its own two calls. */
export function moneyFlowServices(flow: string, services: Services) {
  const { records, session } = services;
  const tabLock = () => `zesto.${flow}.${session.current()?.user.id ?? ''}`;
  return {
    actors: {
      claimTabLock: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(({ input, sendBack }) =>
        claimTabLock(tabLock(), input, (report) => sendBack({ type: `tabLock.${report}` })),
      ),
      untilFree: fromPromise<void, void>(({ signal }) => untilFree(tabLock(), signal)),
      reconciliation: reconciliationOf(services),
    },
    actions: {
      keepRecord: (_: unknown, { record }: { record: SavedFlow | null }) => records.keep(flow, record),
    },
  };
}

/** Asks the server what became of a key. */
export function reconciliationOf({ http }: Pick<Services, 'http'>) {
  return reconciliationMachine.provide({
    actors: {
      readOperation: fromPromise<Operation, { readonly key: string }>(({ input, signal }) =>
        readOperation(http, input.key, signal),
      ),
    },
  });
}

/** After a payment: what was read before is old, here and in the other tabs, whether or not its answer arrived. */
export async function moving<Result>(
  { outdateData, balanceChannel }: Services,
  pay: () => Promise<Result>,
): Promise<Result> {
  try {
    return await pay();
  } finally {
    outdateData();
    balanceChannel.tell();
  }
}
