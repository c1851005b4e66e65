import type { ReactNode } from 'react';

/** A long table in a short place: scrolls by itself, by keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1)
    <div role="group" tabIndex={0} aria-label={label} className="max-h-96 overflow-y-auto rounded-field">
      {children}
    </div>
  );
}
