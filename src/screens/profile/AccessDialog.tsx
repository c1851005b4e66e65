import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { type FormProps, SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props extends FormProps {
  title: string;
  /** `alertdialog` for what cannot be taken back. */
  role?: ComponentProps<typeof Dialog>['role'];
  onClose: () => void;
  /** Over the fields. */
  about?: ReactNode;
}

/** A form about how a person logs in. */
export function AccessDialog({ title, role, onClose, about, ...form }: Props) {
  const { t } = useTexts('profile');
  return (
    <Dialog
      {...(role && { role })}
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={title}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {about}
        <SubmitForm {...form} />
      </div>
    </Dialog>
  );
}
