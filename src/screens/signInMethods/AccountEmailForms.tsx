import { useSelector } from '@xstate/react';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { AskEmailRef, NewPasswordRef } from '../../machines/auth/accountEmailForms.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTranslation } from '../core/useTranslation.ts';
import { newPasswordView } from '../registration/passwordView.tsx';

/** The form for the address to which an email is sent. */
export function AskEmailForm({ actor }: { actor: AskEmailRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  return (
    <SubmitForm
      form={state}
      send={actor.send}
      order={['email']}
      label={t('auth:accountEmails.send')}
      busyLabel={t('auth:accountEmails.sending')}
    >
      <TextField
        {...field('email')}
        label={t('auth:fields.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        isRequired
      />
    </SubmitForm>
  );
}

/** The form for a new password, typed twice. */
export function NewPasswordForm({ actor }: { actor: NewPasswordRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  return (
    <SubmitForm
      form={state}
      send={actor.send}
      order={['password', 'password_confirmation']}
      label={t('auth:accountEmails.setPassword')}
      busyLabel={t('auth:accountEmails.settingPassword')}
    >
      <PasswordField
        {...field('password')}
        {...reveal}
        {...newPasswordView(state.context.values.password, [], t)}
        label={t('auth:accountEmails.newPassword')}
        autoComplete="new-password"
        isRequired
      />
      <PasswordField
        {...field('password_confirmation')}
        {...reveal}
        label={t('auth:fields.password_confirmation')}
        autoComplete="new-password"
        isRequired
      />
    </SubmitForm>
  );
}
