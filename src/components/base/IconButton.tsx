import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classes } from './classes.ts';
import { type Icon, iconProps } from './icon.ts';

export interface IconButtonProps
  extends Omit<AriaButtonProps, 'aria-label' | 'children' | 'className' | 'isDisabled' | 'style'> {
  icon: Icon;
  /** Its action; the only name of the button. */
  label: string;
  /** Whether it has the colour of its surroundings instead of the muted one. */
  isInherited?: boolean;
  className?: string;
}

/** A 44 px button that is only an icon. Wrap it in Tooltip where the icon is not known to everyone. `isPending` greys it out and keeps its focus. */
export function IconButton({ icon: Glyph, label, isInherited, className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={classes(
        'inline-flex size-touch shrink-0 cursor-pointer items-center justify-center rounded-field transition-colors data-pending:cursor-default data-pending:opacity-40',
        isInherited
          ? 'hover:bg-current/12 focus-visible:outline-current'
          : 'text-muted hover:bg-ink/6 hover:text-ink',
        className,
      )}
    >
      <Glyph {...iconProps} />
    </AriaButton>
  );
}
