/** What a flow of money knows and hears. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { SignedInInput } from '../core/area.ts';
import { type FormState, untouched as untouchedForm } from '../core/formState.ts';
import { required } from '../core/placeholders.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { Standing } from '../core/standingMachine.ts';
import type { QuoteReviewEvent, QuoteReviewReport } from './createQuoteReviewMachine.ts';
import { overAt, type Quoted } from './moneyFlow.ts';

export interface MoneyFlowInput<Values extends FlowValues> extends SignedInInput {
  /** What the address asks for, over an empty form. */
  readonly prefill: Partial<Values>;
}

export interface MoneyFlowContext<Values extends FlowValues, Quote, Result>
  extends MoneyFlowInput<Values>,
    FormState<Values> {
  /** What was typed before this tab was known to be the one that goes on. */
  readonly early: Partial<Values>;
  /** The wallet's tokens; null while they are not known. */
  readonly tokens: readonly WalletToken[] | null;
  /** What was reviewed: a review comes back to it. From the moment it is agreed to, this very object is what is sent. */
  readonly quote: Quote | null;
  /** Made when the quote is agreed to, kept until the outcome is known. */
  readonly key: string | null;
  readonly result: Result | null;
  /** The warning that the person has looked into. */
  readonly acknowledged: string | null;
  /** What keeps the person from moving money, as it is now. */
  readonly account: Standing;
  /** The drafts that were put aside for what the address asks for, the newest first. */
  readonly aside: readonly SetAside[];
}

export type MoneyFlowEvent<Values extends FlowValues, Quote> =
  | { readonly type: 'fields.changed'; readonly values: Partial<Values> }
  | { readonly type: 'address.shown'; readonly prefill: Partial<Values> }
  | { readonly type: 'balances.known'; readonly tokens: readonly WalletToken[] | null }
  /** What was made here may have another status by now. */
  | { readonly type: 'balances.changed' }
  | { readonly type: 'standing.changed'; readonly standing: Standing }
  | QuoteReviewEvent
  | QuoteReviewReport<Quote>
  | { readonly type: 'draft.resumed' }
  /** A person goes on with a draft that was put aside, or does without it. */
  | { readonly type: 'draft.continued'; readonly draft: SetAside }
  | { readonly type: 'draft.dropped'; readonly draft: SetAside }
  | { readonly type: 'flow.restarted' }
  | { readonly type: 'tabLock.held' | 'tabLock.lost' }
  | { readonly type: 'takeover.requested' };

/** A flow in which nothing has happened yet. */
export const untouched = {
  ...untouchedForm,
  quote: null,
  key: null,
  result: null,
  acknowledged: null,
} as const;

export function beginMoneyFlow<Values extends FlowValues>(empty: Values, input: MoneyFlowInput<Values>) {
  return {
    ...input,
    ...untouched,
    values: { ...empty, ...input.prefill },
    early: {},
    tokens: null,
    aside: [],
    account: input.standing.getSnapshot().context,
  };
}

/** What is sent from the moment that a quote is agreed to. */
export function submissionOf<Quote extends Quoted>({
  now,
  standing,
  key,
  quote,
}: Pick<MoneyFlowContext<FlowValues, Quote, unknown>, 'now' | 'standing' | 'key' | 'quote'>) {
  return { now, standing, key: required(key), request: quote, acceptedUntil: () => overAt(quote) };
}
