import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import { IconButton } from './IconButton.tsx';
import { returnFocus } from './returnFocus.ts';

export interface DialogProps extends Omit<ModalOverlayProps, 'children' | 'className' | 'style'> {
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** The buttons, the main one last. */
  actions?: ReactNode;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Whether the dialog stays open because its pending answer must be seen. */
  isHeld?: boolean;
}

/** A modal dialog, controlled by `isOpen` and `onOpenChange`. Escape, the close button and (unless `isDismissable={false}`) a click outside close it. */
export function Dialog({
  title,
  closeLabel,
  children,
  actions,
  role = 'dialog',
  isDismissable = true,
  isHeld = false,
  ...props
}: DialogProps) {
  return (
    <ModalOverlay
      {...props}
      isDismissable={isDismissable && !isHeld}
      isKeyboardDismissDisabled={isHeld}
      className="fixed inset-0 z-50 flex items-end justify-center bg-scrim data-entering:animate-appear sm:items-center sm:p-6"
    >
      <Modal className="max-h-[90dvh] w-full max-w-lg overflow-auto rounded-t-dialog bg-surface text-ink shadow-float sm:rounded-dialog">
        <AriaDialog
          ref={returnFocus}
          role={role}
          className="focus-elsewhere flex flex-col gap-4 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] outline-none sm:p-6"
        >
          {({ close }) => (
            <>
              <div className="flex items-start justify-between gap-4">
                <Heading slot="title" className="py-2 font-semibold text-lg">
                  {title}
                </Heading>
                <IconButton
                  icon={X}
                  label={closeLabel}
                  onPress={close}
                  isPending={isHeld}
                  className="-mr-2"
                />
              </div>
              <div>{children}</div>
              {actions !== undefined && (
                <div className="flex flex-wrap justify-end gap-2 pt-2">{actions}</div>
              )}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
