import { fromPromise } from 'xstate';
import type { OperatorAction, VerifiedLog } from '../../../contract/operatorLog.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import { readPartKey } from '../../machines/console/createListMachine.ts';
import { logArea, logList, logPart } from '../../machines/console/logArea.ts';
import { createLogReading, readAt } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

export function openLog({ http, clock }: ConsoleServices) {
  const reading = createLogReading({ http });
  const part = logPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<OperatorAction>>, ReadRequest>(
        ({ input: { key, fresh }, signal }) =>
          readAt(clock, () => reading.list(readPartKey(key).after, { fresh, signal })),
      ),
    },
  });
  return logArea.provide({
    actors: {
      list: logList.provide({ actors: { part } }),
      verify: fromPromise<VerifiedLog, void>(() => reading.verify()),
    },
  });
}
