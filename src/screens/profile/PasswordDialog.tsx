import { useSelector } from '@xstate/react';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import type { PasswordRef } from '../../machines/profile/passwordMachine.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { newPasswordView } from '../registration/passwordView.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofField } from './ProofField.tsx';

interface Props {
  password: PasswordRef;
  hasPassword: boolean;
  factor: HeldFactor;
  onClose: () => void;
}

/** Changes the password, or sets the first one. */
export default function PasswordDialog({ password: form, hasPassword, factor, onClose }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const password = field('password');
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  const proof = (
    <ProofField
      hasPassword={hasPassword}
      factor={factor}
      password={field('current_password')}
      code={field('code')}
      otp={field('otp')}
    />
  );
  return (
    <AccessDialog
      title={t(hasPassword ? 'profile:security.passwordTitle' : 'profile:security.passwordMakeTitle')}
      form={state}
      send={form.send}
      order={
        hasPassword
          ? ['current_password', 'otp', 'password', 'password_confirmation']
          : ['password', 'password_confirmation', 'code', 'otp']
      }
      label={t('profile:security.passwordSave')}
      busyLabel={t('profile:security.busy')}
      isHeldWhileBusy
      onClose={onClose}
      note={<p className="text-muted text-sm">{t('profile:security.passwordEnds')}</p>}
    >
      {hasPassword && proof}
      <PasswordField
        {...password}
        {...reveal}
        label={t('profile:security.passwordNew')}
        {...newPasswordView(password.value, [], t)}
        autoComplete="new-password"
        isRequired
      />
      <PasswordField
        {...field('password_confirmation')}
        {...reveal}
        label={t('profile:security.passwordAgain')}
        autoComplete="new-password"
        isRequired
      />
      {!hasPassword && proof}
    </AccessDialog>
  );
}
