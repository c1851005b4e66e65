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
  /** Also by Escape and the cross. */
  onCancel: () => void;
  /** The confirmation destroys something. */
  isDanger?: boolean;
  isPending?: boolean;
}

/** Asks before something that cannot be taken back. A press beside it does not answer. */
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
