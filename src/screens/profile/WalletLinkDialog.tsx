import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import type { PersonProofRef, WalletLinkRef } from '../../machines/profile/walletLinkMachine.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { WalletProgress } from '../signInMethods/WalletProgress.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { ProofField } from './ProofField.tsx';

interface Props {
  link: WalletLinkRef;
  onClose: () => void;
}

/** Adds a browser wallet: first the person shows that it is them, then the wallet signs. */
export default function WalletLinkDialog({ link, onClose }: Props) {
  const { t } = useTexts('profile');
  const { personProof, wallet } = useSelector(link, ({ children }) => children);
  if (personProof) return <PersonForm form={personProof} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('profile:methods.addWallet')}
      closeLabel={t('common:actions.cancel')}
    >
      {wallet && (
        <WalletProgress
          actor={wallet}
          title={null}
          busy={t('profile:methods.adding')}
          refused="auth:errors.walletLinkFailed"
          leave={null}
        />
      )}
    </Dialog>
  );
}

function PersonForm({ form, onClose }: { form: PersonProofRef; onClose: () => void }) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t('profile:methods.addWallet')}
      form={state}
      send={form.send}
      order={['password', 'code']}
      label={t('profile:methods.next')}
      busyLabel={t('profile:methods.confirming')}
      onClose={onClose}
      about={<p>{t('profile:methods.addWalletText')}</p>}
    >
      <ProofField
        hasPassword={state.context.values.hasPassword}
        password={field('password')}
        code={field('code')}
      />
    </AccessDialog>
  );
}
