import { type ReactNode, useDeferredValue } from 'react';

interface Props {
  /** Shown until the content has been drawn. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Draws its content for the first time in tasks of a few milliseconds, between which the page answers. Later changes are drawn at once. */
export function DrawnInShortTasks({ fallback = null, children }: Props) {
  // React divides only what is deferred, and draws a change of a store in one task.
  const isBegun = useDeferredValue(true, false);
  return isBegun ? children : fallback;
}
