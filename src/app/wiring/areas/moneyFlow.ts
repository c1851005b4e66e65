import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Operation } from '../../../../contract/operations.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';
import type { RecordWritten } from '../../../machines/money/moneyFlowContext.ts';
import { tabLockMachine } from '../../../machines/money/tabLockMachine.ts';
import { readOperation } from '../../../services/core/operations.ts';
import { claimTabLock, untilFree } from '../../../services/money/tabLocks.ts';
import type { Services } from '../services.ts';

interface Keeping {
  readonly context: { readonly isKept: boolean };
  readonly self: { send(event: RecordWritten): void };
}

/** The services of every money flow, except its own two calls. */
export function moneyFlowServices(flow: string, { records, session }: Services) {
  const tabLock = () => `zesto.${flow}.${session.current()?.user.id ?? ''}`;
  return {
    actors: {
      tabLock: tabLockMachine.provide({
        actors: {
          claimTabLock: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(({ input, sendBack }) =>
            claimTabLock(tabLock(), input, (report) => sendBack({ type: `tabLock.${report}` })),
          ),
          readRecord: fromCallback<AnyEventObject>(({ sendBack }) =>
            sendBack({ type: 'record.read', record: records.read(flow) }),
          ),
          untilFree: fromPromise<void, void>(({ signal }) => untilFree(tabLock(), signal)),
        },
      }),
    },
    actions: {
      keepRecord: ({ context, self }: Keeping, { record }: { record: SavedFlow | null }) => {
        const isKept = records.keep(flow, record);
        if (isKept !== context.isKept) self.send({ type: 'record.written', isKept });
      },
    },
  };
}

/** Asks the server for the outcome of a key. */
export function operationReader({ http }: Pick<Services, 'http'>) {
  return fromPromise<Operation, { readonly key: string }>(({ input, signal }) =>
    readOperation(http, input.key, signal),
  );
}

/** After a payment, marks all cached data as outdated, here and in the other tabs, whether or not the answer arrived. */
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
