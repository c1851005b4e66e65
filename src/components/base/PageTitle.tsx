import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { takeLostFocus } from './takeLostFocus.ts';

interface Props {
  children: ReactNode;
  /** Seen by screen readers only, where the page opens with its figures. */
  isHidden?: boolean;
  /** Whether the focus comes here when it appears and nothing else has it: the page has become another one, and what was pressed is gone. Give it its own `key`. */
  takesFocus?: boolean;
}

/** The page's one `h1`. The app moves the focus to `#page-title` after a navigation, so that the new page is announced. */
export function PageTitle({ children, isHidden, takesFocus = false }: Props) {
  return (
    <h1
      {...(takesFocus && { ref: takeLostFocus })}
      id="page-title"
      tabIndex={-1}
      className={classes('focus-elsewhere font-semibold text-xl tracking-tight', isHidden && 'sr-only')}
    >
      {children}
    </h1>
  );
}
