/** The context and events of a money flow. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { StepUpSubject } from '../auth/stepUpForm.ts';
import type { ConfirmationsArrived, SignedInInput } from '../core/area.ts';
import { type FormState, untouched as untouchedForm } from '../core/formState.ts';
import { required } from '../core/placeholders.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { Standing } from '../core/standingMachine.ts';
import type { QuoteReviewEvent, QuoteReviewReport } from './createQuoteReviewMachine.ts';
import { overAt, type Quoted } from './moneyFlow.ts';
import type { TabLockReport } from './tabLockMachine.ts';

/** What a proof is awaited for: the payment, or the device, which gets a new key with it. */
export type AwaitedProof = 'payment' | 'device';

export interface MoneyFlowInput<Values extends FlowValues> extends Omit<SignedInInput, 'readRecord'> {
  /** The values that the address asks for. */
  readonly prefill: Partial<Values>;
}

export interface MoneyFlowContext<Values extends FlowValues, Quote, Result>
  extends MoneyFlowInput<Values>,
    FormState<Values> {
  /** The values typed before this tab got the lock. */
  readonly early: Partial<Values>;
  /** Whether a quote was requested before this tab got the lock. */
  readonly isAskedEarly: boolean;
  /** The wallet's tokens; null while unknown. */
  readonly tokens: readonly WalletToken[] | null;
  /** The reviewed quote, to which a review returns. Once accepted, exactly this object is sent. */
  readonly quote: Quote | null;
  /** Until when the server accepts what was sent, in milliseconds of its time, for when the quote can no longer be read. */
  readonly until: number;
  /** Created when the quote is accepted, kept until the outcome is known. */
  readonly key: string | null;
  /** The proof that the server requires before it carries out the accepted quote; until then nothing was done. */
  readonly awaitsProof: AwaitedProof | null;
  /** The proof for the server. Never stored. */
  readonly proof: string | null;
  readonly result: Result | null;
  /** The warning that the person has confirmed. */
  readonly acknowledged: string | null;
  /** Whether the person is offline or the account frozen, at present. */
  readonly account: Standing;
  /** Whether the browser has stored the flow's state, so that a reload returns to it. */
  readonly isKept: boolean;
  /** The drafts that were set aside for requests from addresses, the newest first. */
  readonly aside: readonly SetAside[];
}

/** Whether the browser has stored the last record. */
export interface RecordWritten {
  readonly type: 'record.written';
  readonly isKept: boolean;
}

export type MoneyFlowEvent<Values extends FlowValues, Quote> =
  | { readonly type: 'fields.changed'; readonly values: Partial<Values> }
  | { readonly type: 'address.shown'; readonly prefill: Partial<Values> }
  | { readonly type: 'balances.known'; readonly tokens: readonly WalletToken[] | null }
  /** A payment that was made here may have a new status. */
  | { readonly type: 'balances.changed' }
  | ConfirmationsArrived
  | RecordWritten
  | { readonly type: 'standing.changed'; readonly standing: Standing }
  | QuoteReviewEvent
  | QuoteReviewReport<Quote>
  /** The person declines to prove who they are. */
  | { readonly type: 'proof.declined' }
  | { readonly type: 'draft.resumed' }
  /** The person continues a draft that was set aside, or drops it. */
  | { readonly type: 'draft.continued'; readonly draft: SetAside }
  | { readonly type: 'draft.dropped'; readonly draft: SetAside }
  | { readonly type: 'flow.restarted' }
  | TabLockReport
  | { readonly type: 'takeover.requested' };

/** No quote is accepted. */
export const unsent = { key: null, awaitsProof: null, proof: null } as const;

/** The state of a new flow. */
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

/** What an awaited proof is for. */
export function subjectOf({
  awaitsProof,
  quote,
}: Pick<MoneyFlowContext<FlowValues, Quoted, unknown>, 'awaitsProof' | 'quote'>): StepUpSubject {
  return awaitsProof === 'device' ? 'factors' : `quote:${required(quote).id}`;
}

/** The request that is sent once a quote is accepted. */
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
