/** What a flow of money knows and hears. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { StepUpSubject } from '../auth/stepUpForm.ts';
import type { ConfirmationsArrived, SignedInInput } from '../core/area.ts';
import { type FormState, untouched as untouchedForm } from '../core/formState.ts';
import { required } from '../core/placeholders.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { Standing } from '../core/standingMachine.ts';
import type { QuoteReviewEvent, QuoteReviewReport } from './createQuoteReviewMachine.ts';
import { overAt, type Quoted } from './moneyFlow.ts';

/** Of what a proof is awaited: of the payment, or of the device, which gets another key by it. */
export type AwaitedProof = 'payment' | 'device';

export interface MoneyFlowInput<Values extends FlowValues> extends SignedInInput {
  /** What the address asks for, over an empty form. */
  readonly prefill: Partial<Values>;
}

export interface MoneyFlowContext<Values extends FlowValues, Quote, Result>
  extends MoneyFlowInput<Values>,
    FormState<Values> {
  /** What was typed before this tab was known to be the one that goes on. */
  readonly early: Partial<Values>;
  /** A quote was asked for before that. */
  readonly isAskedEarly: boolean;
  /** The wallet's tokens; null while they are not known. */
  readonly tokens: readonly WalletToken[] | null;
  /** What was reviewed: a review comes back to it. From the moment it is agreed to, this very object is what is sent. */
  readonly quote: Quote | null;
  /** Until when the server takes what was sent, in milliseconds of its time, where the quote cannot be read any more. */
  readonly until: number;
  /** Made when the quote is agreed to, kept until the outcome is known. */
  readonly key: string | null;
  /** What the server wants to know before it carries out what was agreed to: that the person is there, or that the device is theirs. Nothing was done. */
  readonly awaitsProof: AwaitedProof | null;
  /** What it is shown then. Never kept. */
  readonly proof: string | null;
  readonly result: Result | null;
  /** The warning that the person has looked into. */
  readonly acknowledged: string | null;
  /** What keeps the person from moving money, as it is now. */
  readonly account: Standing;
  /** The browser has kept where the flow is: a reload comes back to it. */
  readonly isKept: boolean;
  /** The drafts that were put aside for what the address asks for, the newest first. */
  readonly aside: readonly SetAside[];
}

/** Whether the browser has kept the record that it was given last. */
export interface RecordWritten {
  readonly type: 'record.written';
  readonly isKept: boolean;
}

export type MoneyFlowEvent<Values extends FlowValues, Quote> =
  | { readonly type: 'fields.changed'; readonly values: Partial<Values> }
  | { readonly type: 'address.shown'; readonly prefill: Partial<Values> }
  | { readonly type: 'balances.known'; readonly tokens: readonly WalletToken[] | null }
  /** What was made here may have another status by now. */
  | { readonly type: 'balances.changed' }
  | ConfirmationsArrived
  | RecordWritten
  | { readonly type: 'standing.changed'; readonly standing: Standing }
  | QuoteReviewEvent
  | QuoteReviewReport<Quote>
  /** A person does not prove that they are there. */
  | { readonly type: 'proof.declined' }
  | { readonly type: 'draft.resumed' }
  /** A person goes on with a draft that was put aside, or does without it. */
  | { readonly type: 'draft.continued'; readonly draft: SetAside }
  | { readonly type: 'draft.dropped'; readonly draft: SetAside }
  | { readonly type: 'flow.restarted' }
  | { readonly type: 'tabLock.held' | 'tabLock.lost' }
  | { readonly type: 'takeover.requested' };

/** Nothing is agreed to. */
export const unsent = { key: null, awaitsProof: null, proof: null } as const;

/** A flow in which nothing has happened yet. */
export const untouched = {
  ...untouchedForm,
  ...unsent,
  quote: null,
  result: null,
  acknowledged: null,
} as const;

export function beginMoneyFlow<Values extends FlowValues>(empty: Values, input: MoneyFlowInput<Values>) {
  return {
    ...input,
    ...untouched,
    values: { ...empty, ...input.prefill },
    early: {},
    isAskedEarly: false,
    tokens: null,
    isKept: true,
    until: 0,
    aside: [],
    account: input.standing.getSnapshot().context,
  };
}

/** What a proof that is awaited is for. */
export function subjectOf({
  awaitsProof,
  quote,
}: Pick<MoneyFlowContext<FlowValues, Quoted, unknown>, 'awaitsProof' | 'quote'>): StepUpSubject {
  return awaitsProof === 'device' ? 'factors' : `quote:${required(quote).id}`;
}

/** What is sent from the moment that a quote is agreed to. */
export function submissionOf<Quote extends Quoted>({
  now,
  standing,
  key,
  proof,
  quote,
  until,
}: Pick<
  MoneyFlowContext<FlowValues, Quote, unknown>,
  'now' | 'standing' | 'key' | 'proof' | 'quote' | 'until'
>) {
  const acceptedUntil = () => (quote === null ? until : overAt(quote));
  return { now, standing, key: required(key), proof, request: quote, acceptedUntil };
}
