import { fromPromise } from 'xstate';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import { type TreasuryStatement, treasuryCall } from '../../../contract/treasury.ts';
import { treasuryArea, treasuryFigures } from '../../machines/console/treasuryArea.ts';
import { readAt } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

export function openTreasury({ http, clock }: ConsoleServices) {
  const figures = treasuryFigures.provide({
    actors: {
      load: fromPromise<Loaded<TreasuryStatement>, ReadRequest>(({ input: { fresh }, signal }) =>
        readAt(clock, async () => (await http(treasuryCall, { fresh, signal })).data),
      ),
    },
  });
  return treasuryArea.provide({ actors: { figures } });
}
