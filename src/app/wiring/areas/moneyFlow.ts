import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Operation } from '../../../../contract/operations.ts';
import type { FlowRecord } from '../../../machines/core/flowRecord.ts';
import { reconciliationMachine } from '../../../machines/money/reconciliationMachine.ts';
import { readOperation } from '../../../services/core/operations.ts';
import { claimIntent, untilFree } from '../../../services/money/tabLocks.ts';
import type { Services } from '../services.ts';

/** What every flow of money reaches outside of itself, besides its own two calls. */
export function moneyFlowServices(flow: string, services: Services) {
  const { records, session } = services;
  const intent = () => `zesto.${flow}.${session.current()?.user.id ?? ''}`;
  return {
    actors: {
      claimIntent: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(({ input, sendBack }) =>
        claimIntent(intent(), input, (report) => sendBack({ type: `intent.${report}` })),
      ),
      untilFree: fromPromise<void, void>(({ signal }) => untilFree(intent(), signal)),
      reconciliation: reconciliationOf(services),
    },
    actions: {
      keepRecord: (_: unknown, { record }: { record: FlowRecord | null }) => records.keep(flow, record),
    },
  };
}

/** Asks the provider what became of a key. */
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
  { data, movements }: Services,
  pay: () => Promise<Result>,
): Promise<Result> {
  try {
    return await pay();
  } finally {
    // What has not been loaded is not old.
    await data().then(
      ({ outdate }) => outdate(),
      () => {},
    );
    movements.tell();
  }
}
