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
  /** Shows nothing, but keeps the control mounted. */
  isDisabled?: boolean;
}

/** A text beside a control on hover and focus, with the spec's delay of 0 ms. Must not be the only place of an information. */
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
