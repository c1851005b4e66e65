import { useDeferredValue } from 'react';
import type { ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';

/**
 * The state of a form, as React defers it while nothing but its amount changes: the key is painted first, and a further key interrupts the
 * drawing of what follows from the amount. Any other change, as a submit or another token, is returned at once (decision 223).
 */
export function useDeferredTyping(state: ExchangeSnapshot): ExchangeSnapshot {
  const later = useDeferredValue(state);
  return isOnlyTyped(later, state) ? later : state;
}

function isOnlyTyped(before: ExchangeSnapshot, after: ExchangeSnapshot): boolean {
  const [one, other] = [before.context, after.context];
  return (
    before.matches('drafting') &&
    after.matches('drafting') &&
    isSame(before.children, after.children) &&
    isSame(one, other, ['values', 'errors', 'refused']) &&
    isSame(one.errors, other.errors) &&
    isSame(one.refused, other.refused) &&
    isSame(one.values, other.values, ['amount'])
  );
}

/** Whether two objects have the same keys and values, but for those of the given keys. */
function isSame<Of extends object>(before: Of, after: Of, except: readonly (keyof Of)[] = []): boolean {
  const keys = Object.keys(after) as (keyof Of)[];
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => except.includes(key) || before[key] === after[key])
  );
}
