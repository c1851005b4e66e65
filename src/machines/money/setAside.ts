/** What becomes of a draft when its person comes with another request: it is put aside, offered, and kept until they say otherwise. */
import type { WalletToken } from '../../../contract/wallet.ts';
import type { FlowValues, SetAside } from '../core/savedFlow.ts';
import type { MoneyFlowDescription } from './moneyFlow.ts';

/** Whether an address asks for something else than what is filled in. One that asks for nothing never does. */
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

/** A form that asks for what the address does; what was typed before is the first of the drafts put aside. */
export function restarted<Values extends FlowValues>(
  flow: { readonly empty: Values; readonly typed: readonly (keyof Values & string)[] },
  prefill: Partial<Values>,
  draft: Draft<Values>,
): { readonly values: Values; readonly quote: null; readonly aside: readonly SetAside[] } {
  return { values: { ...flow.empty, ...prefill }, quote: null, aside: withCurrent(flow.typed, draft) };
}

/** A form as it was changed, filled by the request in it, if there is one; what this replaces is put aside. */
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

/** The draft that is continued, with what was typed meanwhile in its place among the others. */
export function continued<Values extends FlowValues>(
  typed: readonly string[],
  draft: SetAside,
  current: Draft<Values>,
): SetAside & { readonly aside: readonly SetAside[] } {
  const { values, quote } = findDraft(current.aside, draft) ?? draft;
  return { values, quote, aside: withoutDraft(withCurrent(typed, current), draft) };
}

/** Drafts are told apart by what was typed: the one that says the same; undefined when it is gone. */
export function findDraft(aside: readonly SetAside[], { values }: SetAside): SetAside | undefined {
  return aside.find((each) => !isAnotherRequest(values, each.values));
}

export function withoutDraft(aside: readonly SetAside[], draft: SetAside): readonly SetAside[] {
  const found = findDraft(aside, draft);
  return aside.filter((each) => each !== found);
}

/** A draft in which nothing is typed is none. One that says the same as another is not kept twice. */
function withCurrent(typed: readonly string[], { values, quote, aside }: Draft<FlowValues>) {
  if (typed.every((name) => values[name] === '')) return aside;
  const draft = { values, quote };
  return [draft, ...withoutDraft(aside, draft)];
}
