import { useSelector } from '@xstate/react';
import type { OpenSession } from '../../../contract/security.ts';
import type { EndSessionFormRef } from '../../machines/profile/endSessionMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofFields, proofOrder } from './ProofField.tsx';

interface Props {
  form: EndSessionFormRef;
  /** The session to end; null for all others. */
  session: OpenSession | null;
  factor: HeldFactor;
  onClose: () => void;
}

/** Asks for a confirmation and a proof of the person before a session is ended. */
export default function EndSessionDialog({ form, session, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const device = session?.device ?? t('profile:sessions.unknownDevice');
  return (
    <AccessDialog
      role="alertdialog"
      title={session ? t('profile:sessions.confirm', { device }) : t('profile:sessions.confirmAll')}
      form={state}
      send={form.send}
      order={proofOrder}
      label={t(session ? 'profile:sessions.end' : 'profile:sessions.endOthers')}
      busyLabel={t('profile:sessions.ending')}
      variant="danger"
      isHeldWhileBusy
      onClose={onClose}
      about={<p>{t(session ? 'profile:sessions.confirmText' : 'profile:sessions.confirmAllText')}</p>}
    >
      <ProofFields form={state} send={form.send} factor={factor} />
    </AccessDialog>
  );
}
