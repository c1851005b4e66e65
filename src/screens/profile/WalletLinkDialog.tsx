import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import type { PersonProofRef, WalletLinkRef } from '../../machines/profile/walletLinkMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { WalletProgress } from '../signInMethods/WalletProgress.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { LockEnd } from './LockEnd.tsx';
import { type HeldFactor, ProofFields, proofOrder } from './ProofField.tsx';

interface Props {
  link: WalletLinkRef;
  factor: HeldFactor;
  onClose: () => void;
}

/** Adds a browser wallet: first the person shows that it is them, then the wallet signs. */
export default function WalletLinkDialog({ link, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const { personProof, wallet } = useSelector(link, ({ children }) => children);
  const failure = useSelector(wallet, (snapshot) => snapshot?.context.failure ?? null);
  if (personProof) return <PersonForm form={personProof} factor={factor} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('profile:methods.addWallet')}
      closeLabel={t('common:actions.cancel')}
    >
      <LockEnd failure={failure} />
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

interface FormProps {
  form: PersonProofRef;
  factor: HeldFactor;
  onClose: () => void;
}

function PersonForm({ form, factor, onClose }: FormProps) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  return (
    <AccessDialog
      title={t('profile:methods.addWallet')}
      form={state}
      send={form.send}
      order={proofOrder}
      label={t('profile:methods.next')}
      busyLabel={t('profile:methods.confirming')}
      onClose={onClose}
      about={<p>{t('profile:methods.addWalletText')}</p>}
    >
      <ProofFields form={state} send={form.send} factor={factor} />
    </AccessDialog>
  );
}
