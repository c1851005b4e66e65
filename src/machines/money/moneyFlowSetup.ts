/** Types, calls, guards and actions of a money flow. The states are in `createMoneyFlowMachine.ts`. */
import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { type StepUpOutcome, stepUpMachine } from '../auth/stepUpMachine.ts';
import { refuse, submit } from '../core/formState.ts';
import type { FlowValues, SavedFlow, SetAside } from '../core/savedFlow.ts';
import { type Standing, watchStanding } from '../core/standingMachine.ts';
import { createReceiptMachine } from './confirmations.ts';
import { createQuoteReviewMachine, type Reviewed } from './createQuoteReviewMachine.ts';
import { createSubmissionMachine } from './createSubmissionMachine.ts';
import { changeMoney, changeTokens, firstValues } from './firstValues.ts';
import { hindranceOf } from './hindrance.ts';
import type { MoneyFlowDescription, Outcome, Quoted, Settled } from './moneyFlow.ts';
import {
  type MoneyFlowContext,
  type MoneyFlowEvent,
  type MoneyFlowInput,
  unsent,
  untouched,
} from './moneyFlowContext.ts';
import { awaitedAfter, restored } from './moneyFlowRecord.ts';
import { continued, filled, findDraft, isAnotherRequest, restarted, withoutDraft } from './setAside.ts';
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
        stepUp: 'stepUp';
        receipt: 'receipt';
      },
    },
    actors: {
      watchStanding,
      tabLock: tabLockMachine,
      quoteReview: createQuoteReviewMachine<QuoteRequest, Quote>(flow),
      submission: createSubmissionMachine<Quote, Result>(),
      stepUp: stepUpMachine,
      /** The current state of the payment, by its id. */
      receipt: createReceiptMachine<Result>(flow.id),
    },
    guards: {
      isHindered: ({ context }) => hindranceOf(flow, context) !== null,
      isUnproven: ({ context }) =>
        context.key !== null && context.quote !== null && context.awaitsProof !== null,
      isSent: ({ context }) => context.key !== null,
      isUnquoted: ({ context }) => context.quote === null,
      isReviewed: ({ context }) => context.quote !== null,
      isTyped: ({ context: { early, aside, values } }) =>
        Object.keys(early).length > 0 || aside.length > 0 || flow.typed.some((name) => values[name] !== ''),
      isValid: ({ context }) => check(context).ok,
      isAnotherRequest: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        isAnotherRequest(prefill, context.values),
      /** Whether the address asks for something new. */
      isAskedAnew: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        Object.keys(prefill).some((name) => prefill[name] !== context.prefill[name]),
      isAside: ({ context }, { draft }: { draft: SetAside }) => findDraft(context.aside, draft) !== undefined,
      isDone: (_, { type }: Outcome) => type === 'done',
      isOver: (_, outcome: Outcome) => outcome.type === 'refused' && outcome.failure.code === 'QUOTE_EXPIRED',
      /** A quote that can no longer be read cannot be sent again with a proof. */
      needsProof: ({ context }, outcome: Outcome) =>
        context.quote !== null && outcome.type === 'refused' && awaitedAfter(outcome.failure) !== null,
      isExpired: (_, { type }: StepUpOutcome) => type === 'expired',
      isRefused: (_, { type }: Outcome) => type === 'refused',
      isForgotten: (_, { type }: Outcome) => type === 'forgotten',
      isRead: (_, { data }: { data: Result | null }) => data !== null,
    },
    actions: {
      /** Sends `record.written` when the result of storing changes. */
      keepRecord: (_, _kept: { record: SavedFlow | null }) => {
        throw new Error(`provide ${flow.id}.keepRecord`);
      },
      restore: assign(({ context }, { record }: { record: SavedFlow | null }) => {
        const { prefill, early } = context;
        const found = { ...untouched, ...restored(flow, record, context.now()) };
        // A payment that was sent is restored, whatever the address asks.
        if (found.key !== null) return found;
        const goesOn = isAnotherRequest(prefill, found.values)
          ? { ...found, ...restarted(flow, prefill, found) }
          : found;
        // A reviewed quote replaces the form, so nothing is filled in.
        if (goesOn.quote !== null) return goesOn;
        const values = firstValues(flow, { prefill, values: { ...goesOn.values, ...early } }, context.tokens);
        return { ...goesOn, ...filled(flow, values, { ...context, ...goesOn }) };
      }),
      keepStanding: assign((_, { standing }: { standing: Standing }) => ({ account: standing })),
      keepWritten: assign((_, { isKept }: { isKept: boolean }) => ({ isKept })),
      keepEarly: assign(({ context }, { values: changed }: { values: Partial<Values> }) => ({
        values: { ...context.values, ...changed },
        early: { ...context.early, ...changed },
      })),
      keepAskedEarly: assign({ isAskedEarly: true }),
      forgetEarly: assign({ early: {}, isAskedEarly: false }),
      /** Requests the quote that the person asked for before this tab got the lock. */
      askEarly: enqueueActions(({ context, enqueue }) => {
        if (context.isAskedEarly) enqueue.raise({ type: 'quote.requested' });
        enqueue.assign({ isAskedEarly: false });
      }),
      keepValues: assign(({ context }, { values }: { values: Partial<Values> }) => {
        const { aside, ...form } = filled(flow, { ...context.values, ...values }, context);
        return { ...changeMoney(context, form.values, check), aside, failure: null };
      }),
      restart: assign(({ context: { tokens } }, { prefill }: { prefill: Partial<Values> }) => ({
        ...untouched,
        prefill,
        values: firstValues(flow, { prefill, values: { ...flow.empty, ...prefill } }, tokens),
      })),
      keepPrefill: assign((_, { prefill }: { prefill: Partial<Values> }) => ({ prefill })),
      setAside: assign(({ context }, { prefill }: { prefill: Partial<Values> }) => ({
        ...untouched,
        prefill,
        ...restarted(flow, prefill, context),
      })),
      continueDraft: assign(({ context }, { draft }: { draft: SetAside }) => {
        const { aside, ...found } = continued(flow.typed, draft, context);
        const record = { ...found, step: 'drafting', key: null } as const;
        return { ...untouched, ...restored(flow, record, context.now()), aside };
      }),
      dropDraft: assign(({ context }, { draft }: { draft: SetAside }) => ({
        aside: withoutDraft(context.aside, draft),
      })),
      keepTokens: assign(({ context }, { tokens }: { tokens: readonly WalletToken[] | null }) => {
        // Once the balances were known, the person may have chosen the tokens that the form began with.
        const begun = context.tokens === null ? firstValues(flow, context, tokens) : context.values;
        const { values, aside } = filled(flow, begun, { ...context, tokens });
        return { ...changeTokens(context, { values, tokens }, check, flow.covers), aside };
      }),
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
      awaitProof: assign(({ context }, outcome: Outcome) => {
        const awaitsProof = outcome.type === 'refused' ? awaitedAfter(outcome.failure) : null;
        // The server checks the device first, so the person's proof is still unused.
        return { awaitsProof, proof: awaitsProof === 'device' ? context.proof : null };
      }),
      /** The server extends the quote while a proof is awaited: what is sent may be carried out until then. */
      keepProof: assign(({ context }, outcome: StepUpOutcome) => {
        if (outcome.type !== 'proven') return { awaitsProof: null };
        const { quote } = context;
        const { proof, until } = outcome;
        return {
          proof: proof === '' ? context.proof : proof,
          awaitsProof: null,
          quote: quote && until ? { ...quote, expires_at: until } : quote,
        };
      }),
      forgetQuote: assign({ quote: null, ...unsent }),
      forgetKey: assign(unsent),
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
        ({ context }) => context.toasts,
        ({ context: { quote, result } }) => ({
          type: 'toast.raised',
          toast: flow.toasts.settled(quote, result),
        }),
      ),
      tellRefused: sendTo(
        ({ context }) => context.toasts,
        ({ context: { quote } }) => ({ type: 'toast.raised', toast: flow.toasts.refused(quote) }),
      ),
    },
  });
}
