import { type ReactNode, type RefObject, useEffect } from 'react';
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
  // Escape must close what hovers, wherever the focus is (WCAG 1.4.13), and only that: a dialog around it stays.
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
      {/* The padding bridges the gap, so that the pointer can reach the words without leaving. */}
      <Tooltip triggerRef={triggerRef} offset={0} className="py-2 hover-none:hidden">
        <div className={tooltipClasses}>{children}</div>
      </Tooltip>
    </TooltipTrigger>
  );
}
