import { useSelector } from '@xstate/react';
import type { AccountExportRef } from '../../machines/profile/accountDataMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofFields, proofOrder } from './ProofField.tsx';

interface Props {
  form: AccountExportRef;
  factor: HeldFactor;
  onClose: () => void;
}

/** Asks for a proof of the person before all of their data is exported. */
export default function AccountExportDialog({ form, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  return (
    <AccessDialog
      title={t('profile:data.title')}
      form={state}
      send={form.send}
      order={proofOrder}
      label={t('profile:data.download')}
      busyLabel={t('profile:data.preparing')}
      onClose={onClose}
      about={<p>{t('profile:data.confirm')}</p>}
    >
      <ProofFields form={state} send={form.send} factor={factor} />
    </AccessDialog>
  );
}
