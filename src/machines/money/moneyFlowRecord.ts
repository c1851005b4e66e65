/** Converts an unfinished money flow to the record that the browser stores, and back. */
import type { Failure } from '../../../contract/failure.ts';
import { restoredValues } from '../core/formState.ts';
import type { FlowValues, SavedFlow, SetAside } from '../core/savedFlow.ts';
import { type MoneyFlowDescription, overAt, type Quoted } from './moneyFlow.ts';
import type { AwaitedProof } from './moneyFlowContext.ts';
import { isAnotherRequest } from './setAside.ts';

const stepOf = { payment: 'proving', device: 'rebinding' } as const;
const awaitedAt = (step?: SavedFlow['step']) =>
  (['payment', 'device'] as const).find((awaited) => stepOf[awaited] === step) ?? null;

/** The proof that a refusal asks for; null for any other refusal. */
export const awaitedAfter = ({ code }: Failure): AwaitedProof | null =>
  code === 'STEP_UP_REQUIRED' ? 'payment' : code === 'DEVICE_PROOF_REQUIRED' ? 'device' : null;

/** How long a payment is asked about when neither its quote nor its record says until when the server accepts it, in milliseconds. */
const unreadWait = 60_000;

interface Kept<Values extends FlowValues, Quote> {
  readonly values: Values;
  readonly key: string | null;
  readonly awaitsProof: AwaitedProof | null;
  readonly quote: Quote | null;
  /** Until when the server accepts what was sent, for when the quote cannot be read. */
  readonly until: number;
  readonly aside: readonly SetAside[];
}

/** Null when nothing is filled in or set aside. */
export function flowRecordOf<Values extends FlowValues>(
  { empty }: { readonly empty: Values },
  { values, key, awaitsProof, quote, until, aside }: Kept<Values, Quoted>,
): SavedFlow | null {
  const agreed = awaitsProof === null ? 'sent' : stepOf[awaitsProof];
  const step = key !== null ? agreed : quote !== null ? 'reviewing' : 'drafting';
  const isEmpty = step === 'drafting' && aside.length === 0 && !isAnotherRequest(empty, values);
  if (isEmpty) return null;
  return {
    ...{ step, values, key, quote },
    ...(key !== null && { until: quote === null ? until : overAt(quote) }),
    ...(aside.length > 0 && { aside }),
  };
}

/** The record of a finished flow: only the drafts that were set aside. */
export function asideRecordOf<Values extends FlowValues>(
  { empty }: { readonly empty: Values },
  { aside }: Pick<Kept<Values, Quoted>, 'aside'>,
): SavedFlow | null {
  return flowRecordOf(
    { empty },
    { values: empty, key: null, awaitsProof: null, quote: null, until: 0, aside },
  );
}

/** An incomplete record starts a new flow; a reviewed quote is dropped when the form does not allow its values. */
export function restored<Values extends FlowValues, Quote extends Quoted>(
  {
    empty,
    readQuote,
    check,
  }: Pick<MoneyFlowDescription<Values, unknown, Quote, unknown>, 'empty' | 'readQuote' | 'check'>,
  record: SavedFlow | null,
  now: number,
): Kept<Values, Quote> {
  const { key = null, quote = null, aside = [] } = record ?? {};
  const values = restoredValues(empty, record?.values ?? {});
  const awaitsProof = awaitedAt(record?.step);
  const isWhole = key !== null || check(values, null).ok;
  const reviewed = isWhole ? readQuote(quote) : null;
  return { values, key, awaitsProof, quote: reviewed, until: record?.until ?? now + unreadWait, aside };
}
