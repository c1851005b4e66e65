import { type ReactNode, type RefObject, useEffect } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { tooltipClasses } from './tooltipClasses.ts';

interface Props {
  triggerRef: RefObject<Element | null>;
  /** Called when Escape is pressed, or the page scrolls. */
  onClose: () => void;
  children: ReactNode;
}

/** The tooltip of a Button's `reason`. Separate from Button, so that the positioning code loads only when it is needed. */
export function ReasonTooltip({ triggerRef, onClose, children }: Props) {
  // Escape must close a tooltip wherever the focus is (WCAG 1.4.13), without closing a dialog around it.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [onClose]);

  return (
    <TooltipTrigger isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {/* The padding bridges the gap, so that the pointer can reach the text without leaving. */}
      <Tooltip triggerRef={triggerRef} offset={0} className="py-2 hover-none:hidden">
        <div className={tooltipClasses}>{children}</div>
      </Tooltip>
    </TooltipTrigger>
  );
}
