/** Actions that several states of a money flow share. */
import type { FlowValues } from '../core/savedFlow.ts';
import { withEvent } from '../core/withEvent.ts';
import type { MoneyFlowDescription, Quoted } from './moneyFlow.ts';
import type { MoneyFlowContext } from './moneyFlowContext.ts';
import { asideRecordOf, flowRecordOf } from './moneyFlowRecord.ts';

export function moneyFlowParts<Values extends FlowValues, Quote extends Quoted, Result>(
  flow: Pick<MoneyFlowDescription<Values, never, Quote, Result>, 'empty'>,
) {
  type Context = MoneyFlowContext<Values, Quote, Result>;

  const record = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({ record: flowRecordOf(flow, context) }),
  } as const;
  const draft = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({
      record: flowRecordOf(flow, { ...context, quote: null }),
    }),
  } as const;
  const finish = {
    type: 'keepRecord',
    params: ({ context }: { context: Context }) => ({ record: asideRecordOf(flow, context) }),
  } as const;
  // The same address again changes nothing, so a person who returns from another page finds the flow as it was.
  const addressShown = [
    { guard: withEvent('isAnotherRequest'), target: '#drafting', actions: [withEvent('setAside'), record] },
    { actions: withEvent('keepPrefill') },
  ] as const;
  return { record, draft, finish, addressShown };
}
