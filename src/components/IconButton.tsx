import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classes } from './classes.ts';
import { type Icon, iconProps } from './icon.ts';

export interface IconButtonProps
  extends Omit<AriaButtonProps, 'aria-label' | 'children' | 'className' | 'isDisabled' | 'style'> {
  icon: Icon;
  /** What it does; its only name. */
  label: string;
  className?: string;
}

/** A 44 px button that is only an icon. Wrap it in Tooltip where the icon is not known to everyone. */
export function IconButton({ icon: Glyph, label, className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={classes(
        'inline-flex size-touch shrink-0 cursor-pointer items-center justify-center rounded-field text-muted transition-colors hover:bg-ink/6 hover:text-ink',
        className,
      )}
    >
      <Glyph {...iconProps} />
    </AriaButton>
  );
}
