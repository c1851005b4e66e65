/** What a flow of money is made of: its words, its calls, its guards and actions. The states are in `createMoneyFlowMachine.ts`. */
import { assign, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { change, recheck, refuse, submit } from '../core/formState.ts';
import type { FlowValues, SavedFlow, SetAside } from '../core/savedFlow.ts';
import { type Standing, watchStanding } from '../core/standingMachine.ts';
import { createQuoteReviewMachine, type Reviewed } from './createQuoteReviewMachine.ts';
import { createSubmissionMachine } from './createSubmissionMachine.ts';
import { hindranceOf } from './hindrance.ts';
import type { MoneyFlowDescription, Outcome, Quoted, Settled } from './moneyFlow.ts';
import {
  type MoneyFlowContext,
  type MoneyFlowEvent,
  type MoneyFlowInput,
  untouched,
} from './moneyFlowContext.ts';
import { restored } from './moneyFlowRecord.ts';
import { continued, findDraft, isAnotherRequest, restarted, withoutDraft } from './setAside.ts';
import { tabLockMachine } from './tabLockMachine.ts';

export function setUpMoneyFlow<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  type Context = MoneyFlowContext<Values, Quote, Result>;

  const check = ({ values, tokens }: Context) => flow.check(values, tokens);

  return setup({
    types: {
      context: {} as Context,
      events: {} as MoneyFlowEvent<Values, Quote>,
      input: {} as MoneyFlowInput<Values>,
      tags: {} as 'locked' | 'refused',
      children: {} as {
        watchStanding: 'watchStanding';
        tabLock: 'tabLock';
        quoteReview: 'quoteReview';
        submission: 'submission';
        receipt: 'receipt';
      },
    },
    actors: {
      watchStanding,
      tabLock: tabLockMachine,
      quoteReview: createQuoteReviewMachine<QuoteRequest, Quote>(flow),
      submission: createSubmissionMachine<Quote, Result>(),
      /** What became of it since, by its id. */
      receipt: createResourceMachine<Result>(`${flow.id}Receipt`),
    },
    guards: {
      isHindered: ({ context }) => hindranceOf(flow, context) !== null,
      isSent: ({ context }) => context.key !== null,
      isReviewed: ({ context }) => context.quote !== null,
      isTyped: ({ context }) => Object.keys(context.early).length > 0 || context.aside.length > 0,
      isValid: ({ context }) => check(context).ok,
      isAnotherRequest: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        isAnotherRequest(prefill, context.values),
      /** Another request than the address had before. */
      isAskedAnew: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        Object.keys(prefill).some((name) => prefill[name] !== context.prefill[name]),
      isAside: ({ context }, { draft }: { draft: SetAside }) => findDraft(context.aside, draft) !== undefined,
      isDone: (_, { type }: Outcome) => type === 'done',
      isExpired: (_, outcome: Outcome) =>
        outcome.type === 'refused' && outcome.failure.code === 'QUOTE_EXPIRED',
      isRefused: (_, { type }: Outcome) => type === 'refused',
      isRead: (_, { data }: { data: Result | null }) => data !== null,
    },
    actions: {
      keepRecord: (_, _kept: { record: SavedFlow | null }) => {
        throw new Error(`provide ${flow.id}.keepRecord`);
      },
      restore: assign(({ context }) => {
        const { prefill, early } = context;
        const found = { ...untouched, ...restored(flow, context.readRecord(flow.id)) };
        // A payment that was sent comes first, whatever the address asks for.
        if (found.key !== null) return found;
        const goesOn = isAnotherRequest(prefill, found.values)
          ? { ...found, ...restarted(flow, prefill, found) }
          : found;
        // What was reviewed is not a form any more.
        return goesOn.quote !== null ? goesOn : { ...goesOn, values: { ...goesOn.values, ...early } };
      }),
      keepStanding: assign((_, { standing }: { standing: Standing }) => ({ account: standing })),
      keepEarly: assign(({ context }, { values: changed }: { values: Partial<Values> }) => ({
        values: { ...context.values, ...changed },
        early: { ...context.early, ...changed },
      })),
      forgetEarly: assign({ early: {} }),
      keepValues: assign(({ context }, { values }: { values: Partial<Values> }) => ({
        ...change(context, { ...context.values, ...values }, check),
        failure: null,
      })),
      restart: assign((_, { prefill }: { prefill: Partial<Values> }) => ({
        ...untouched,
        prefill,
        values: { ...flow.empty, ...prefill },
      })),
      keepPrefill: assign((_, { prefill }: { prefill: Partial<Values> }) => ({ prefill })),
      setAside: assign(({ context }, { prefill }: { prefill: Partial<Values> }) => ({
        ...untouched,
        prefill,
        ...restarted(flow, prefill, context),
      })),
      continueDraft: assign(({ context }, { draft }: { draft: SetAside }) => {
        const { aside, ...found } = continued(flow.typed, draft, context);
        return { ...untouched, ...restored(flow, { ...found, step: 'drafting', key: null }), aside };
      }),
      dropDraft: assign(({ context }, { draft }: { draft: SetAside }) => ({
        aside: withoutDraft(context.aside, draft),
      })),
      keepTokens: assign(({ context }, { tokens }: { tokens: readonly WalletToken[] | null }) => ({
        tokens,
        ...recheck({ ...context, tokens }, check),
      })),
      countSubmit: assign(({ context }) => submit(context, check)),
      keepFailure: assign(({ context }, { failure }: { failure: Failure }) =>
        refuse(context, failure, check, flow),
      ),
      keepReviewed: assign((_, { quote, acknowledged }: Reviewed<Quote>) => ({
        quote,
        acknowledged,
        failure: null,
      })),
      keepAgreed: assign(({ context }, { quote }: { quote: Quote }) => ({ quote, key: context.makeKey() })),
      forgetQuote: assign({ quote: null, key: null }),
      forgetKey: assign({ key: null }),
      keepDone: assign((_, outcome: Outcome) => ({
        result: outcome.type === 'done' ? flow.readResult(outcome.result) : null,
      })),
      keepReceipt: assign((_, { data }: { data: Result | null }) => ({ result: data })),
      keepRefusal: assign(({ context }, outcome: Outcome) =>
        refuse(context, outcome.type === 'refused' ? outcome.failure : failureOf(null), check, flow),
      ),
      tellLocked: sendParent((_, { isLocked }: { isLocked: boolean }) => ({
        type: 'lock.changed',
        flow: flow.id,
        isLocked,
      })),
      tellMoved: sendParent({ type: 'money.moved' }),
      tellSettled: sendTo(
        ({ context }) => context.notifications,
        ({ context: { result } }) => ({
          type: 'toast.raised',
          toast: (result && flow.toasts.settledAs?.(result)) ?? flow.toasts.settled,
        }),
      ),
      tellRefused: sendTo(({ context }) => context.notifications, {
        type: 'toast.raised',
        toast: flow.toasts.refused,
      }),
    },
  });
}
