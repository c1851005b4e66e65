import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Shorter waits show no spinner, and a shown spinner stays at least this long (spec section 2), in ms. */
const threshold = 500;

interface SpinnerProps {
  label: string;
  /** Whether it is seen; a screen reader is told at once what is awaited. */
  isShown?: boolean;
}

/** Shown while something loads that has no placeholder of its own; `useSpinner` decides when. */
export function Spinner({ label, isShown = true }: SpinnerProps) {
  return (
    <div role="status" className="flex min-h-64 flex-1 items-center justify-center self-stretch">
      {isShown && (
        <LoaderCircle size={32} strokeWidth={1.75} aria-hidden className="animate-spin text-muted" />
      )}
      <span className="sr-only">{label}</span>
    </div>
  );
}

/**
 * Whether to draw a spinner instead of the content: not for the first 500 ms, then for at least 500 ms.
 */
export function useSpinner(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);

  // React has no timers, so an effect sets them.
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
