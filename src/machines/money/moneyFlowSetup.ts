/** What a flow of money is made of: its words, its calls, its guards and actions. The states are in `createMoneyFlowMachine.ts`. */
import { type AnyEventObject, assign, fromCallback, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { SignedInInput } from '../core/areaMachine.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import type { FlowValues, SavedFlow, SetAside } from '../core/savedFlow.ts';
import { type Standing, watchStanding } from '../core/standingMachine.ts';
import { hindranceOf } from './hindrance.ts';
import {
  haveSameTerms,
  isRefusal,
  type MoneyFlowDescription,
  type Quoted,
  refusalIn,
  restored,
  type Settled,
} from './moneyFlow.ts';
import { type Reconciled, reconciliationMachine } from './reconciliationMachine.ts';
import { continued, findDraft, isAnotherRequest, restarted, withoutDraft } from './setAside.ts';

interface MoneyFlowInput<Values extends FlowValues> extends SignedInInput {
  /** What the address asks for, over an empty form. */
  readonly prefill: Partial<Values>;
}

export interface MoneyFlowContext<Values extends FlowValues, Quote, Result> extends MoneyFlowInput<Values> {
  readonly values: Values;
  /** What was typed before this tab was known to be the one that goes on. */
  readonly early: Partial<Values>;
  /** The wallet's tokens; null while they are not known. */
  readonly tokens: readonly WalletToken[] | null;
  /** The first broken rule of each field, the server's refusals among them. */
  readonly errors: FieldErrors;
  readonly refused: FieldErrors;
  readonly failure: Failure | null;
  readonly submits: number;
  /** What is reviewed. From the moment it is agreed to, this very object is what is sent. */
  readonly quote: Quote | null;
  /** What the person last agreed to look at, when another quote has taken its place and is not accepted yet. */
  readonly agreed: Quote | null;
  /** Made for this quote, kept until its outcome is known. */
  readonly key: string | null;
  readonly result: Result | null;
  readonly takesOver: boolean;
  /** How often the quote was renewed since a person last asked for one. */
  readonly renewals: number;
  /** The warning that the person has looked into. */
  readonly acknowledged: string | null;
  /** What keeps the person from moving money, as it is now. */
  readonly account: Standing;
  /** The drafts that were put aside for what the address asks for, the newest first. */
  readonly aside: readonly SetAside[];
}

type MoneyFlowEvent<Values extends FlowValues> =
  | { readonly type: 'field.changed'; readonly name: keyof Values & string; readonly value: string }
  | { readonly type: 'fields.changed'; readonly values: Partial<Values> }
  | { readonly type: 'address.shown'; readonly prefill: Partial<Values> }
  | { readonly type: 'balances.known'; readonly tokens: readonly WalletToken[] | null }
  /** What was made here may have another status by now. */
  | { readonly type: 'balances.changed' }
  | { readonly type: 'standing.changed'; readonly standing: Standing }
  | { readonly type: 'quote.requested' }
  | { readonly type: 'quote.accepted' }
  /** A person has seen how the new quote differs, and goes on with it. */
  | { readonly type: 'change.accepted' }
  /** A person has looked into what a quote leaves in warning. */
  | { readonly type: 'warning.acknowledged' }
  | { readonly type: 'draft.resumed' }
  /** A person goes on with a draft that was put aside, or does without it. */
  | { readonly type: 'draft.continued'; readonly draft: SetAside }
  | { readonly type: 'draft.dropped'; readonly draft: SetAside }
  | { readonly type: 'flow.restarted' }
  | { readonly type: 'answer.requested' }
  | { readonly type: 'payment.repeated' }
  | { readonly type: 'tabLock.held' | 'tabLock.taken' | 'tabLock.lost' }
  | { readonly type: 'takeover.requested' };

/** When a quote is over, in milliseconds of the server's time. One that cannot be read any more has long been. */
export function overAt(quote: Quoted | null): number {
  return quote === null ? 0 : Date.parse(quote.expires_at);
}

/** A flow in which nothing has happened yet. */
const untouched = {
  errors: {},
  refused: {},
  failure: null,
  submits: 0,
  quote: null,
  agreed: null,
  key: null,
  result: null,
  renewals: 0,
  acknowledged: null,
} as const;

/** A quote is renewed by itself so often, while it is being read; then a person has to ask. */
const renewalsInARow = 5;

export function setUpMoneyFlow<
  Values extends FlowValues,
  QuoteRequest,
  Quote extends Quoted,
  Result extends Settled,
>(flow: MoneyFlowDescription<Values, QuoteRequest, Quote, Result>) {
  type Context = MoneyFlowContext<Values, Quote, Result>;

  const errorsOf = ({ values, tokens }: Pick<Context, 'values' | 'tokens'>): FieldErrors => {
    const checked = flow.check(values, tokens);
    return checked.ok ? {} : checked.fields;
  };

  const failed = (context: Context, failure: Failure) => {
    const told = refusalIn(failure, flow);
    return { ...told, errors: { ...told.refused, ...errorsOf(context) } };
  };

  const isOther = (next: Quote, before: Quote | null) =>
    before !== null && !haveSameTerms(flow.termsOf(next), flow.termsOf(before));

  const warningIn = ({ quote }: Pick<Context, 'quote'>) => (quote && flow.warningIn?.(quote)) ?? null;

  return setup({
    types: {
      context: {} as Context,
      events: {} as MoneyFlowEvent<Values>,
      input: {} as MoneyFlowInput<Values>,
      tags: {} as 'busy' | 'slow' | 'locked' | 'refused' | 'reviewing',
      children: {} as {
        watchStanding: 'watchStanding';
        claimTabLock: 'claimTabLock';
        untilFree: 'untilFree';
        requestQuote: 'requestQuote';
        renewQuote: 'requestQuote';
        pay: 'pay';
        reconciliation: 'reconciliation';
        receipt: 'receipt';
      },
    },
    actors: {
      watchStanding,
      /** Sends `tabLock.held`, `tabLock.taken` or `tabLock.lost`. */
      claimTabLock: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(() => {
        throw new Error(`provide ${flow.id}.claimTabLock`);
      }),
      untilFree: placeholderPromise<void, void>(`${flow.id}.untilFree`),
      requestQuote: placeholderPromise<Quote, { readonly request: QuoteRequest }>(`${flow.id}.requestQuote`),
      pay: placeholderPromise<Result, { readonly quote: Quote; readonly key: string }>(`${flow.id}.pay`),
      reconciliation: reconciliationMachine,
      /** What became of it since, by its id. */
      receipt: createResourceMachine<Result>(`${flow.id}Receipt`),
    },
    guards: {
      isRead: (_, { result }: { result: Result | null }) => result !== null,
      isHindered: ({ context }) => hindranceOf(flow, context) !== null,
      isOffline: ({ context }) => context.account.isOffline,
      isBackOnline: ({ context }, { standing }: { standing: Standing }) =>
        context.account.isOffline && !standing.isOffline,
      wasTyped: ({ context }) => Object.keys(context.early).length > 0 || context.aside.length > 0,
      wasSent: ({ context }) => context.key !== null,
      wasReviewed: ({ context }) => context.quote !== null && flow.check(context.values, context.tokens).ok,
      isValid: ({ context }) => flow.check(context.values, context.tokens).ok,
      isAnotherRequest: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        isAnotherRequest(prefill, context.values),
      /** Another request than the address had before. */
      isAskedAnew: ({ context }, { prefill }: { prefill: Partial<Values> }) =>
        Object.keys(prefill).some((name) => prefill[name] !== context.prefill[name]),
      isAside: ({ context }, { draft }: { draft: SetAside }) => findDraft(context.aside, draft) !== undefined,
      /** Another quote than the one that is shown, or the next after one that nobody has accepted. */
      isChanged: ({ context }, { quote }: { quote: Quote }) =>
        context.agreed !== null || isOther(quote, context.quote),
      hasWarning: ({ context }) => {
        const warning = warningIn(context);
        return warning !== null && warning !== context.acknowledged;
      },
      isGood: ({ context }) => context.now() < overAt(context.quote),
      canRenew: ({ context }) => context.renewals < renewalsInARow,
      isExpired: (_, { error }: { error: unknown }) =>
        failureOf(error).code === 'QUOTE_EXPIRED' && isRefusal(error),
      isExpiredQuote: (_, { output }: { output: Reconciled }) =>
        output.outcome === 'refused' && output.failure.code === 'QUOTE_EXPIRED',
      hasHappened: (_, { output }: { output: Reconciled }) => output.outcome === 'done',
      hasBeenRefused: (_, { output }: { output: Reconciled }) => output.outcome === 'refused',
      isRepeated: (_, { output }: { output: Reconciled }) => output.outcome === 'repeat',
      isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
    },
    actions: {
      keepRecord: (_, _kept: { record: SavedFlow | null }) => {
        throw new Error(`provide ${flow.id}.keepRecord`);
      },
      restore: assign(({ context }) => {
        const { prefill } = context;
        const found = restored(flow, context.readRecord(flow.id));
        // A payment that was sent comes first, whatever the address asks for.
        const isOther = found.key === null && isAnotherRequest(prefill, found.values);
        const goesOn = isOther ? restarted(flow, prefill, found) : found;
        // A payment that was reviewed or sent is not a form any more.
        const typed = goesOn.quote === null ? context.early : {};
        return { ...untouched, ...found, ...goesOn, values: { ...goesOn.values, ...typed } };
      }),
      keepStanding: assign((_, { standing }: { standing: Standing }) => ({ account: standing })),
      keepEarly: assign(({ context }, { values: changed }: { values: Partial<Values> }) => ({
        values: { ...context.values, ...changed },
        early: { ...context.early, ...changed },
      })),
      forgetEarly: assign({ early: {} }),
      keepValues: assign(({ context }, { values: changed }: { values: Partial<Values> }) => {
        const values = { ...context.values, ...changed };
        const refused = Object.fromEntries(
          Object.entries(context.refused).filter(([name]) => !(name in changed)),
        );
        const broken = context.submits > 0 ? errorsOf({ ...context, values }) : {};
        return { values, refused, failure: null, errors: { ...refused, ...broken } };
      }),
      restart: assign((_, { prefill }: { prefill: Partial<Values> }) => ({
        ...untouched,
        prefill,
        values: { ...flow.empty, ...prefill },
      })),
      keepAsked: assign((_, { prefill }: { prefill: Partial<Values> }) => ({ prefill })),
      setAside: assign(({ context }, { prefill }: { prefill: Partial<Values> }) => {
        const draft = { ...context, quote: context.agreed ?? context.quote };
        return { ...untouched, prefill, ...restarted(flow, prefill, draft) };
      }),
      continueDraft: assign(({ context }, { draft }: { draft: SetAside }) => {
        const { aside, ...record } = continued(flow.typed, draft, context);
        return { ...untouched, ...restored(flow, { ...record, step: 'drafting', key: null }), aside };
      }),
      dropDraft: assign(({ context }, { draft }: { draft: SetAside }) => ({
        aside: withoutDraft(context.aside, draft),
      })),
      keepTokens: assign(({ context }, { tokens }: { tokens: readonly WalletToken[] | null }) => ({
        tokens,
        errors: context.submits > 0 ? { ...context.refused, ...errorsOf({ ...context, tokens }) } : {},
      })),
      countSubmit: assign(({ context }) => ({
        submits: context.submits + 1,
        errors: errorsOf(context),
        refused: {},
        failure: null,
        renewals: 0,
      })),
      keepFailure: assign(({ context }, { failure }: { failure: Failure }) => failed(context, failure)),
      keepQuote: assign((_, { quote }: { quote: Quote }) => ({ quote, agreed: null, failure: null })),
      keepChangedQuote: assign(({ context }, { quote }: { quote: Quote }) => ({
        quote,
        // Back at what was agreed to, it is still another one than the person saw last.
        agreed: context.agreed && isOther(quote, context.agreed) ? context.agreed : context.quote,
        failure: null,
      })),
      acknowledgeWarning: assign(({ context }) => ({ acknowledged: warningIn(context) })),
      acceptChange: assign({ agreed: null }),
      forgetFailure: assign({ failure: null }),
      forgetQuote: assign({ quote: null, agreed: null, key: null }),
      countRenewal: assign(({ context }) => ({ renewals: context.renewals + 1 })),
      makeKey: assign(({ context }) => ({ key: context.makeKey() })),
      keepResult: assign((_, { result }: { result: Result | null }) => ({ result })),
      keepReconciled: assign((_, { output }: { output: Reconciled }) => ({
        result: output.outcome === 'done' ? flow.readResult(output.result) : null,
      })),
      keepRefusal: assign(({ context }, { output }: { output: Reconciled }) =>
        failed(context, output.outcome === 'refused' ? output.failure : failureOf(null)),
      ),
      takeOver: assign({ takesOver: true }),
      giveUp: assign({ takesOver: false }),
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
    delays: {
      untilSlow: 10_000,
      timeout: 15_000,
      claim: 1_000,
      untilOver: ({ context }) => Math.max(0, overAt(context.quote) - context.now()),
    },
  });
}
