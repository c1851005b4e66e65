import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link';
import { type ButtonVariant, buttonClasses } from './buttonClasses.ts';
import { classes } from './classes.ts';

export interface LinkButtonProps extends Omit<AriaLinkProps, 'className' | 'style'> {
  href: string;
  variant?: ButtonVariant;
  isWide?: boolean;
}

/** A link that looks like a button; it only navigates. */
export function LinkButton({ variant = 'secondary', isWide, ...props }: LinkButtonProps) {
  return <AriaLink {...props} className={classes(buttonClasses(variant), isWide && 'w-full')} />;
}
