import type { ReactNode } from 'react';

/** Quiet buttons on a line of their own, whose texts begin where the other buttons do: a quiet button has no ground that shows its padding. */
export function QuietActions({ children }: { children: ReactNode }) {
  return <div className="-ml-4 flex basis-full flex-wrap">{children}</div>;
}
