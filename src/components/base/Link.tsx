import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link';
import { classes } from './classes.ts';

export interface LinkProps extends Omit<AriaLinkProps, 'className' | 'style'> {
  href: string;
  className?: string;
}

/** A link in or beside text. Navigates by the app's `RouterProvider`. */
export function Link({ className, ...props }: LinkProps) {
  return (
    <AriaLink
      {...props}
      className={classes(
        'rounded-sm font-medium text-zest-ink underline decoration-1 underline-offset-4 hover:decoration-2',
        className,
      )}
    />
  );
}
