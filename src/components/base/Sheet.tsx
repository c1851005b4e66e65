import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { IconButton } from './IconButton.tsx';
import { popoverClasses } from './popoverClasses.ts';

interface Props {
  title: string;
  closeLabel: string;
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A list below its button, closed by Escape, the close button or a click outside. */
export function Sheet({ title, closeLabel, triggerRef, onClose, children }: Props) {
  return (
    <Popover
      isOpen
      onOpenChange={onClose}
      triggerRef={triggerRef}
      placement="bottom end"
      className={`${popoverClasses} flex w-[min(24rem,calc(100vw-1rem))]`}
    >
      <Dialog className="focus-elsewhere flex max-h-[inherit] min-w-0 flex-1 flex-col gap-1 overflow-auto p-4 outline-none">
        <div className="flex items-center justify-between gap-4">
          <Heading slot="title" className="font-semibold text-lg">
            {title}
          </Heading>
          <IconButton icon={X} label={closeLabel} onPress={onClose} className="-mr-2" />
        </div>
        {children}
      </Dialog>
    </Popover>
  );
}
