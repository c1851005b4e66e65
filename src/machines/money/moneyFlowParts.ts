/** Actions that several states of a money flow share. */
import type { StepUpOutcome } from '../auth/stepUpMachine.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { MoneyFlowDescription, Outcome, Quoted } from './moneyFlow.ts';
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
  const prefill = { params: ({ event }: { event: { readonly prefill: Partial<Values> } }) => event };
  const outcome = { params: ({ event }: { event: { readonly output: Outcome } }) => event.output };
  const proof = { params: ({ event }: { event: { readonly output: StepUpOutcome } }) => event.output };
  // The same address again changes nothing, so a person who returns from another page finds the flow as it was.
  const addressShown = [
    {
      guard: { type: 'isAnotherRequest', ...prefill },
      target: '#drafting',
      actions: [{ type: 'setAside', ...prefill }, record],
    },
    { actions: { type: 'keepPrefill', ...prefill } },
  ] as const;
  const keepValues = {
    type: 'keepValues',
    params: ({ event }: { event: { readonly values: Partial<Values> } }) => event,
  } as const;
  const ofDraft = { params: ({ event }: { event: { readonly draft: SetAside } }) => event };
  const aside = { guard: { type: 'isAside', ...ofDraft } } as const;
  const continueDraft = { type: 'continueDraft', ...ofDraft } as const;
  const dropDraft = { type: 'dropDraft', ...ofDraft } as const;
  return {
    ...{ keepValues, aside, continueDraft, dropDraft },
    ...{ record, draft, finish, prefill, outcome, proof, addressShown },
  };
}
