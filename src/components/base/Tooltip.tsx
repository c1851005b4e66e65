import type { ReactNode } from 'react';
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTrigger,
} from 'react-aria-components/Tooltip';
import { tooltipClasses } from './tooltipClasses.ts';

export interface TooltipProps extends Omit<AriaTooltipProps, 'children' | 'className'> {
  /** One focusable react-aria control (IconButton, Link …). */
  children: ReactNode;
  content: ReactNode;
  /** Nothing is shown, and the control stays mounted as it is. */
  isDisabled?: boolean;
}

/** Words beside a control on hover and focus, with the spec's 0 ms delay. Never the only place where something is said. */
export function Tooltip({ children, content, isDisabled = false, ...props }: TooltipProps) {
  return (
    <TooltipTrigger delay={0} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <AriaTooltip offset={8} {...props} className={tooltipClasses}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
