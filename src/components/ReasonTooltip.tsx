import type { ReactNode, RefObject } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { tooltipClasses } from './tooltipClasses.ts';

interface Props {
  triggerRef: RefObject<Element | null>;
  /** Escape was pressed, or the page scrolled away under it. */
  onClose: () => void;
  children: ReactNode;
}

/** The picture of a Button's `reason`. Apart from Button, so that positioning is loaded only when there is a reason to show. */
export function ReasonTooltip({ triggerRef, onClose, children }: Props) {
  return (
    <TooltipTrigger isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* The padding bridges the gap, so that the pointer can reach the words without leaving. */}
      <Tooltip triggerRef={triggerRef} offset={0} className="py-2 hover-none:hidden">
        <div className={tooltipClasses}>{children}</div>
      </Tooltip>
    </TooltipTrigger>
  );
}
