import type { ReactNode } from 'react';

/** A long table in a short place: scrolls by itself, by keyboard too. A group and no landmark, for it is a part of one. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="max-h-96 min-w-0 overflow-y-auto rounded-field"
    >
      {children}
    </fieldset>
  );
}
