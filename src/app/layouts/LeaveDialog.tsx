import { ConfirmDialog } from '../../components/base/ConfirmDialog.tsx';
import type { SignedInRef } from '../../machines/shell/signedInMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';

/** Asks before a sign-out while money may be moving. */
export function LeaveDialog({ signedIn }: { signedIn: SignedInRef }) {
  const { t } = useTranslation('common');
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('account.leave.title')}
      confirmLabel={t('account.leave.confirm')}
      cancelLabel={t('account.leave.cancel')}
      onConfirm={() => signedIn.send({ type: 'signOut.confirmed' })}
      onCancel={() => signedIn.send({ type: 'signOut.declined' })}
    >
      {t('account.leave.text')}
    </ConfirmDialog>
  );
}
