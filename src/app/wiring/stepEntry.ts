/**
 * The history entry for a step: a second entry with a page's address, on top of the page's own. The router does not know of it: both
 * have the router's key and state of the page, so that the router is at one location.
 */

const entry = () => window.history.state as { readonly [name: string]: unknown } | null;

/** Whether a history entry's state is that of the entry for a step. */
export const isStepEntry = (state: unknown = entry()): boolean =>
  typeof state === 'object' && state !== null && 'isStep' in state;

/** The router's key of a history entry's state. The router calls an entry that it did not make `default`. */
export const keyOf = (state: unknown = entry()): string =>
  (typeof state === 'object' && state !== null && 'key' in state && String(state.key)) || 'default';

/** Puts the entry for a step on top of the page's own, which the browser is at. */
export function addStepEntry(): void {
  const page = entry();
  // The router numbers its entries in `idx` and continues from the number that it finds.
  window.history.pushState({ ...page, idx: Number(page?.idx ?? 0) + 1, isStep: true }, '');
}

/** What waits until the entry for a step is removed; null while none is being removed. */
let waiting: Array<() => void> | null = null;

/** Whether the app, and not the person, goes back. */
export const isRemovingStepEntry = () => waiting !== null;

/** Goes back to the page's own entry, then calls `done`, because the browser goes back asynchronously. */
export function removeStepEntry(done: () => void): void {
  if (waiting) {
    waiting.push(done);
    return;
  }
  waiting = [done];
  const end = () => {
    const all = waiting ?? [];
    waiting = null;
    for (const each of all) each();
  };
  window.addEventListener('popstate', end, { once: true });
  window.history.back();
}

/**
 * Moves to another address. Waits for a running removal, which would otherwise go back from the new address. A replaced page leaves none of
 * its entries behind.
 */
export function moveBesideSteps(move: () => void, isReplacing: boolean): void {
  if (isRemovingStepEntry() || (isReplacing && isStepEntry())) removeStepEntry(move);
  else move();
}
