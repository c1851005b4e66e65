import { type ReactNode, useCallback } from 'react';

interface Props {
  children: ReactNode;
  /** Whether it takes the focus when the step appears, so that the step is announced. Not for a page's first step. */
  takesFocus?: boolean;
}

/** The title of a flow's step. Give each step its own `key`. */
export function StepTitle({ children, takesFocus = true }: Props) {
  const arrive = useCallback(
    (title: HTMLHeadingElement | null) => {
      if (takesFocus) title?.focus();
    },
    [takesFocus],
  );
  return (
    <h2 ref={arrive} tabIndex={-1} className="focus-elsewhere scroll-mt-24 font-semibold text-lg">
      {children}
    </h2>
  );
}
