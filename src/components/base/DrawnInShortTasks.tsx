import { type ReactNode, useDeferredValue, useEffect } from 'react';

interface Props {
  /** Shown until the content has been drawn. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** How many contents are being drawn now, and who waits for them. */
let drawing = 0;
const waiting: (() => void)[] = [];

/**
 * Resolves when nothing is being drawn in short tasks. Parts that people do not wait for load after it: code that arrives between two of these
 * tasks is run there, before what people wait for.
 */
export const drawn = () =>
  new Promise<void>((resolve) => {
    if (drawing === 0) resolve();
    else waiting.push(resolve);
  });

/** Draws its content for the first time in tasks of a few milliseconds, between which the page answers. Later changes are drawn at once. */
export function DrawnInShortTasks({ fallback = null, children }: Props) {
  // React divides only what is deferred, and draws a change of a store in one task.
  const isBegun = useDeferredValue(true, false);
  useEffect(() => {
    if (isBegun) return;
    drawing += 1;
    return () => {
      drawing -= 1;
      if (drawing === 0) for (const resolve of waiting.splice(0)) resolve();
    };
  }, [isBegun]);
  return isBegun ? children : fallback;
}
