import type { ReactNode } from 'react';

/** A scroll area for a long table, also by keyboard. A group and not a landmark, because it is part of one. */
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
