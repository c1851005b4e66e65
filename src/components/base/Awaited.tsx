import type { ReactNode } from 'react';
import { Spinner, useSpinner } from './Spinner.tsx';

interface AwaitedProps {
  isLoading: boolean;
  label: string;
  children: ReactNode;
}

/** What was awaited, or until then its spinner. */
export function Awaited({ isLoading, label, children }: AwaitedProps) {
  const isSpinning = useSpinner(isLoading);
  return isLoading || isSpinning ? <Spinner label={label} isShown={isSpinning} /> : children;
}
