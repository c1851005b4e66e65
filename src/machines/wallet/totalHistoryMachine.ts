import type { ActorRefFrom } from 'xstate';
import type { TotalHistory, TotalRange } from '../../../contract/portfolio.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** The total value of the balances over time, by range. */
export const totalHistoryMachine = createResourceMachine<TotalHistory>('totalHistory');

/** The person chose another range for the total over time. */
export interface RangeChosen {
  readonly type: 'range.chosen';
  readonly range: TotalRange;
}

export type TotalHistoryRef = ActorRefFrom<typeof totalHistoryMachine>;
