import { useSelector } from '@xstate/react';
import { TextField } from '../../components/fields/TextField.tsx';
import type { EmailRef } from '../../machines/profile/emailMachine.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofField } from './ProofField.tsx';

interface Props {
  email: EmailRef;
  hasPassword: boolean;
  factor: HeldFactor;
  onClose: () => void;
}

/** Another email address, which asks for the password. */
export default function EmailDialog({ email: form, hasPassword, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t('profile:security.emailTitle')}
      form={state}
      send={form.send}
      order={['email', 'password', 'code', 'otp']}
      label={t('profile:security.emailSave')}
      busyLabel={t('profile:security.busy')}
      onClose={onClose}
    >
      <TextField
        {...field('email')}
        label={t('profile:security.emailNew')}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
      />
      <ProofField
        hasPassword={hasPassword}
        password={field('password')}
        code={field('code')}
        otp={field('otp')}
        factor={factor}
      />
    </AccessDialog>
  );
}
