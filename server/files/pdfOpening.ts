/** What is known of an object, as far as it matters when the document is opened. */
export interface ObjectFacts {
  /** Null where none stands before it. */
  readonly number: number | null;
  /** Whether it is an array, or a dictionary that says what action or element it is (`/S`). */
  readonly canAct: boolean;
  readonly hasAddress: boolean;
  /** The numbers of the objects that it names. */
  readonly named: readonly number[];
}

/** An object that a document's opening leads to. */
export interface Opened {
  readonly number: number;
  /** Whether it stands where only actions stand; a page may stand among the others. */
  readonly isAction: boolean;
}

/**
 * Whether opening the document, or a page of it, leads to an action with an address, which a reader would call without anybody's
 * click (ISO 32000-1, 12.6.2): `/OpenAction` and `/AA` name actions, and each may name the next ones.
 */
export function opensAddress(objects: readonly ObjectFacts[], opened: readonly Opened[]): boolean {
  if (opened.length === 0) return false;
  // Nobody can say that nothing leads to an object without a number.
  if (objects.some(({ number, canAct, hasAddress }) => number === null && canAct && hasAddress)) return true;
  const byNumber = new Map<number | null, ObjectFacts[]>();
  for (const each of objects) {
    const same = byNumber.get(each.number);
    if (same) same.push(each);
    else byNumber.set(each.number, [each]);
  }
  const actions = new Set(opened.filter(({ isAction }) => isAction).map(({ number }) => number));
  const seen = new Set<number>();
  const waiting = opened.map(({ number }) => number);
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    const isAction = actions.has(number);
    const found = (byNumber.get(number) ?? []).filter(({ canAct }) => canAct || isAction);
    if (found.some(({ hasAddress }) => hasAddress)) return true;
    for (const { named } of found) for (const next of named) waiting.push(next);
  }
  return false;
}
