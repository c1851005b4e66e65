/** The choice as it was typed last, where it was undone, refused or lost on its way; `begun` where another was made, or none. */
export const typedLast = <Choice extends { readonly verdict: string }>(
  begun: Choice,
  last: Choice | null,
): Choice => (last === null || last.verdict !== begun.verdict ? begun : last);
