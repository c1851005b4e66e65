import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { type FormProps, SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { LockEnd } from './LockEnd.tsx';

interface Props extends FormProps {
  title: string;
  /** `alertdialog` for an action that cannot be undone. */
  role?: ComponentProps<typeof Dialog>['role'];
  onClose: () => void;
  /** Whether it stays open while the server is asked. */
  isHeldWhileBusy?: boolean;
  /** Shown above the fields. */
  about?: ReactNode;
}

/** A form about how a person logs in. */
export function AccessDialog({ title, role, onClose, isHeldWhileBusy = false, about, ...form }: Props) {
  const { t } = useTexts('profile');
  return (
    <Dialog
      {...(role && { role })}
      isOpen
      isDismissable={false}
      isHeld={isHeldWhileBusy && form.form.hasTag('busy')}
      onOpenChange={onClose}
      title={title}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {about}
        <LockEnd failure={form.form.context.failure} />
        <SubmitForm {...form} />
      </div>
    </Dialog>
  );
}
