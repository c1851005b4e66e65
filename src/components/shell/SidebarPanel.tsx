import { X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../base/IconButton.tsx';
import { type NavItem, NavLinks } from './NavLinks.tsx';
import { Wordmark } from './Wordmark.tsx';

interface Props {
  label: string;
  closeLabel: string;
  items: readonly NavItem[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The sidebar below 1024 px: 18rem over the page, from the left. The app closes it on navigation. */
export function SidebarPanel({ label, closeLabel, items, isOpen, onOpenChange }: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-50 bg-scrim"
    >
      <Modal className="h-full w-sidebar-panel max-w-[85vw] bg-surface shadow-float data-entering:animate-slide-panel">
        <Dialog
          aria-label={label}
          className="focus-elsewhere flex h-full flex-col gap-4 overflow-auto p-3 outline-none"
        >
          <div className="flex items-center justify-between pl-3">
            <Wordmark />
            <IconButton icon={X} label={closeLabel} onPress={() => onOpenChange(false)} />
          </div>
          <nav aria-label={label}>
            <NavLinks items={items} />
          </nav>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
