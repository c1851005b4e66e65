import { useSelector } from '@xstate/react';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import type { RemovalRef } from '../../machines/profile/removalMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofFields, proofOrder } from './ProofField.tsx';

interface Props {
  removal: RemovalRef;
  factor: HeldFactor;
  onClose: () => void;
}

/** Asks before a login method is removed, and for a proof of the person. */
export default function RemovalDialog({ removal: form, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const { values } = state.context;
  const isWallet = values.method === 'wallet';
  return (
    <AccessDialog
      role="alertdialog"
      title={t(isWallet ? 'profile:methods.removeWalletTitle' : 'profile:methods.removeGoogleTitle')}
      form={state}
      send={form.send}
      order={proofOrder}
      label={t('profile:methods.remove')}
      busyLabel={t('profile:methods.removing')}
      variant="danger"
      isHeldWhileBusy
      onClose={onClose}
      about={
        <>
          {isWallet && <MonoGroups value={values.address} />}
          <p>{t(isWallet ? 'profile:methods.removeWalletText' : 'profile:methods.removeGoogleText')}</p>
        </>
      }
    >
      <ProofFields form={state} send={form.send} factor={factor} />
    </AccessDialog>
  );
}
