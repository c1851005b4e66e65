import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Waiting shorter than this shows nothing; a spinner once shown stays as long (spec section 2), in ms. */
const threshold = 500;

/** A whole screen is loading; `useSpinner` says when to draw it. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-64 flex-1 items-center justify-center">
      <LoaderCircle size={32} strokeWidth={1.75} aria-hidden className="animate-spin text-muted" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

/**
 * Whether to draw a spinner now, and not yet what was loading: nothing for 500 ms, then a spinner for at least 500 ms.
 */
export function useSpinner(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);

  // Timers are the browser's; React has no other way to them.
  useEffect(() => {
    if (isLoading === isShown) return;
    const wait = isLoading ? threshold : shownAt.current + threshold - performance.now();
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(isLoading);
    }, wait);
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);

  return isShown;
}
