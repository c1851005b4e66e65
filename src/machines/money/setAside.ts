/** Sets a draft aside when the person arrives with another request. The draft is offered until they continue or drop it. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';

/** Whether an address asks for other values than the filled ones; an address without values asks for nothing. */
export function isAnotherRequest(
  prefill: Readonly<Record<string, string | undefined>>,
  values: FlowValues,
): boolean {
  return Object.keys(prefill).some((name) => prefill[name] !== values[name]);
}

interface Draft<Values extends FlowValues> {
  readonly values: Values;
  readonly quote: unknown;
  readonly aside: readonly SetAside[];
}

/** The form with the values of the address; the previous draft is set aside first in the list. */
export function restarted<Values extends FlowValues>(
  flow: { readonly empty: Values; readonly typed: readonly (keyof Values & string)[] },
  prefill: Partial<Values>,
  draft: Draft<Values>,
): { readonly values: Values; readonly quote: null; readonly aside: readonly SetAside[] } {
  return { values: { ...flow.empty, ...prefill }, quote: null, aside: withCurrent(flow.typed, draft) };
}

/** The changed form, filled in by a payment request in its fields, if there is one; the draft that the request replaces is set aside. */
export function filled<Values extends FlowValues>(
  flow: Pick<MoneyFlowDescription<Values, never, never, never>, 'typed' | 'fill'>,
  values: Values,
  { tokens, aside }: { readonly tokens: readonly WalletToken[] | null; readonly aside: readonly SetAside[] },
): { readonly values: Values; readonly aside: readonly SetAside[] } {
  const found = flow.fill?.(values, tokens);
  if (!found) return { values, aside };
  const { replaced } = found;
  const kept = replaced ? withCurrent(flow.typed, { values: replaced, quote: null, aside }) : aside;
  return { values: found.values, aside: kept };
}

/** The draft to continue; the values typed meanwhile are set aside in its place. */
export function continued<Values extends FlowValues>(
  typed: readonly string[],
  draft: SetAside,
  current: Draft<Values>,
): SetAside & { readonly aside: readonly SetAside[] } {
  const { values, quote } = findDraft(current.aside, draft) ?? draft;
  return { values, quote, aside: withoutDraft(withCurrent(typed, current), draft) };
}

export function findDraft(aside: readonly SetAside[], { values }: SetAside): SetAside | undefined {
  return aside.find((each) => !isAnotherRequest(values, each.values));
}

export function withoutDraft(aside: readonly SetAside[], draft: SetAside): readonly SetAside[] {
  const found = findDraft(aside, draft);
  return aside.filter((each) => each !== found);
}

/** A draft without typed values is not kept, and equal drafts are kept once. */
function withCurrent(typed: readonly string[], { values, quote, aside }: Draft<FlowValues>) {
  if (typed.every((name) => values[name] === '')) return aside;
  const draft = { values, quote };
  return [draft, ...withoutDraft(aside, draft)];
}
