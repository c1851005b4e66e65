/** What a browser keeps of a flow of money that is not over, and where the flow goes on by it. */
import { restoredValues } from '../core/formState.ts';
import type { FlowValues, SavedFlow, SetAside } from '../core/savedFlow.ts';
import type { MoneyFlowDescription, Quoted } from './moneyFlow.ts';
import type { AwaitedProof } from './moneyFlowContext.ts';
import { isAnotherRequest } from './setAside.ts';

const stepOf = { payment: 'proving', device: 'rebinding' } as const;
const awaitedAt = (step?: SavedFlow['step']) =>
  (['payment', 'device'] as const).find((awaited) => stepOf[awaited] === step) ?? null;

interface Kept<Values extends FlowValues, Quote> {
  readonly values: Values;
  readonly key: string | null;
  readonly awaitsProof: AwaitedProof | null;
  readonly quote: Quote | null;
  readonly aside: readonly SetAside[];
}

/** Null for a flow in which nothing is filled in or put aside. */
export function recordOf<Values extends FlowValues>(
  { empty }: { readonly empty: Values },
  { values, key, awaitsProof, quote, aside }: Kept<Values, unknown>,
): SavedFlow | null {
  const agreed = awaitsProof === null ? 'sent' : stepOf[awaitsProof];
  const step = key !== null ? agreed : quote !== null ? 'reviewing' : 'drafting';
  const isEmpty = step === 'drafting' && aside.length === 0 && !isAnotherRequest(empty, values);
  return isEmpty ? null : { step, values, key, quote, ...(aside.length > 0 && { aside }) };
}

/** What is kept of a flow that has come to its end: the drafts that were put aside. */
export function recordOfAside<Values extends FlowValues>(
  { empty }: { readonly empty: Values },
  { aside }: Pick<Kept<Values, unknown>, 'aside'>,
): SavedFlow | null {
  return recordOf({ empty }, { values: empty, key: null, awaitsProof: null, quote: null, aside });
}

/** What is not whole begins anew, and a review of what the form does not allow is a draft again. */
export function restored<Values extends FlowValues, Quote extends Quoted>(
  {
    empty,
    readQuote,
    check,
  }: Pick<MoneyFlowDescription<Values, unknown, Quote, unknown>, 'empty' | 'readQuote' | 'check'>,
  record: SavedFlow | null,
): Kept<Values, Quote> {
  const { key = null, quote = null, aside = [] } = record ?? {};
  const values = restoredValues(empty, record?.values ?? {});
  const awaitsProof = awaitedAt(record?.step);
  const isWhole = key !== null || check(values, null).ok;
  return { values, key, awaitsProof, quote: isWhole ? readQuote(quote) : null, aside };
}
