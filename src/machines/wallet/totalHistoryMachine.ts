import type { ActorRefFrom } from 'xstate';
import type { TotalHistory, TotalRange } from '../../../contract/portfolio.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** What the balances were worth together, by the range. */
export const totalHistoryMachine = createResourceMachine<TotalHistory>('totalHistory');

/** Another range is wanted, of whoever shows the total over time. */
export interface RangeChosen {
  readonly type: 'range.chosen';
  readonly range: TotalRange;
}

export type TotalHistoryRef = ActorRefFrom<typeof totalHistoryMachine>;
