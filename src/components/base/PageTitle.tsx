import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { leaveFocus, takeFocusMeanwhile } from './takeLostFocus.ts';

interface Props {
  children: ReactNode;
  /** Whether only screen readers see it, for pages that open with figures. */
  isHidden?: boolean;
  /** Whether it takes the focus when it appears and no other element has it, because the pressed control is gone. Give it its own `key`. */
  takesFocus?: boolean;
}

/**
 * The page's one `h1`. The app moves the focus to `#page-title` after a navigation, so that the new page is announced. A title that is removed
 * with the focus leaves it to the title that takes its place.
 */
export function PageTitle({ children, isHidden, takesFocus = false }: Props) {
  return (
    <h1
      ref={takesFocus ? takeFocusMeanwhile : leaveFocus}
      id="page-title"
      tabIndex={-1}
      className={classes('focus-elsewhere font-semibold text-xl tracking-tight', isHidden && 'sr-only')}
    >
      {children}
    </h1>
  );
}
