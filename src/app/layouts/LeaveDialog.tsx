import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/base/ConfirmDialog.tsx';
import type { AppRef } from '../../machines/appMachine.ts';

/** Asks before a sign-out while money may be moving. */
export function LeaveDialog({ app }: { app: AppRef }) {
  const { t } = useTranslation('common');
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('account.leave.title')}
      confirmLabel={t('account.leave.confirm')}
      cancelLabel={t('account.leave.cancel')}
      onConfirm={() => app.send({ type: 'signOut.confirmed' })}
      onCancel={() => app.send({ type: 'signOut.declined' })}
    >
      {t('account.leave.text')}
    </ConfirmDialog>
  );
}
