import type { ReactNode } from 'react';

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-xs border border-edge bg-raised px-1.5 py-0.5 font-mono text-muted text-xs">
      {children}
    </kbd>
  );
}
