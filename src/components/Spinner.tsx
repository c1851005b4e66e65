import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Waiting shorter than this shows nothing; a spinner once shown stays as long (spec section 2), in ms. */
const threshold = 500;

interface Props {
  isLoading: boolean;
  label: string;
  /** Shown when loading is over and the spinner, if it came, has been seen for long enough. */
  children: ReactNode;
}

/** A whole screen's loading: nothing for 500 ms, then a centred spinner for at least 500 ms. */
export function ScreenSpinner({ isLoading, label, children }: Props) {
  const isShown = useSpinner(isLoading);
  if (isShown) return <Spinner label={label} />;
  return isLoading ? null : children;
}

function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-64 flex-1 items-center justify-center">
      <LoaderCircle size={32} strokeWidth={1.75} aria-hidden className="animate-spin text-muted" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** Whether to draw a spinner now, for something that is loading or not. */
function useSpinner(isLoading: boolean): boolean {
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
