/** What is known of an object that matters when the document is opened. */
export interface ObjectFacts {
  /** Null when no number precedes the object. */
  readonly number: number | null;
  /** Whether it can be an action: an array, or a dictionary with a type (`/S`). */
  readonly canAct: boolean;
  readonly hasAddress: boolean;
  /** The numbers of the objects to which it refers. */
  readonly named: readonly number[];
}

/** An object to which a document's opening leads. */
export interface Opened {
  readonly number: number;
  /** Whether only an action can stand in this place; in the others a page may stand too. */
  readonly isAction: boolean;
}

/**
 * Whether opening the document, or a page of it, leads to an action with a URL, which a reader would open without a click (ISO 32000-1,
 * 12.6.2): `/OpenAction` and `/AA` name actions, and each may name the next ones.
 */
export function opensAddress(objects: readonly ObjectFacts[], opened: readonly Opened[]): boolean {
  if (opened.length === 0) return false;
  // An object without a number could be reached from anywhere.
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
