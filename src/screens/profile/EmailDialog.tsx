import { useSelector } from '@xstate/react';
import { TextField } from '../../components/fields/TextField.tsx';
import type { EmailRef } from '../../machines/profile/emailMachine.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofField } from './ProofField.tsx';

interface Props {
  email: EmailRef;
  /** Whether the account already has an email address. */
  hasEmail: boolean;
  hasPassword: boolean;
  factor: HeldFactor;
  onClose: () => void;
}

/** Changes the email address, or sets the first one, which requires the password. */
export default function EmailDialog({ email: form, hasEmail, hasPassword, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t(hasEmail ? 'profile:security.emailTitle' : 'profile:security.emailAdd')}
      form={state}
      send={form.send}
      order={['email', 'password', 'code', 'otp']}
      label={t(hasEmail ? 'profile:security.emailSave' : 'profile:security.emailAdd')}
      busyLabel={t('profile:security.busy')}
      isHeldWhileBusy
      onClose={onClose}
    >
      <TextField
        {...field('email')}
        label={t(hasEmail ? 'profile:security.emailNew' : 'profile:security.email')}
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
