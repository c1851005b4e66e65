import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Props {
  children: ReactNode;
  /** Seen by screen readers only, where the page opens with its figures. */
  isHidden?: boolean;
}

/** The page's one `h1`. The app moves the focus to `#page-title` after a navigation, so that the new page is announced. */
export function PageTitle({ children, isHidden }: Props) {
  return (
    <h1
      id="page-title"
      tabIndex={-1}
      className={classes('focus-elsewhere font-semibold text-xl tracking-tight', isHidden && 'sr-only')}
    >
      {children}
    </h1>
  );
}
