import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  /** What will happen, and what will not. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  /** Called by the button, by Escape and by the close button. */
  onCancel: () => void;
  /** Whether the confirmation destroys something. */
  isDanger?: boolean;
  isPending?: boolean;
}

/** Asks before an action that cannot be undone. A click outside does not close it. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  isDanger = false,
  isPending = false,
}: Props) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      closeLabel={cancelLabel}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onCancel()}
      isDismissable={false}
      actions={
        <>
          <Button variant="quiet" onPress={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
