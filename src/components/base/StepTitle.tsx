import { type ReactNode, useCallback } from 'react';

interface Props {
  children: ReactNode;
  /** Whether the focus comes here when this step appears, so that the step is announced. Not for the one a page opens with. */
  takesFocus?: boolean;
}

/** The name of a flow's step. Give each step its own `key`. */
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
