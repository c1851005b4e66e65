import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../components/fields/Form.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { AskEmailRef, NewPasswordRef } from '../../machines/auth/accountEmailForms.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { newPasswordView } from '../registration/passwordView.ts';

/** To which address an email goes. */
export function AskEmailForm({ actor }: { actor: AskEmailRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  return (
    <>
      <FormSummary context={state.context} order={['email']} refusal="common:errors.general" />
      <Form onSubmit={() => actor.send({ type: 'form.submitted' })}>
        <TextField
          {...field('email')}
          label={t('auth:fields.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          isRequired
        />
        <SubmitRow
          label={t('auth:letters.send')}
          busyLabel={t('auth:letters.sending')}
          isBusy={state.hasTag('busy') || state.status === 'done'}
          isSlow={state.hasTag('slow')}
          secondsLeft={state.hasTag('throttled') ? state.context.secondsLeft : null}
          onCancel={() => actor.send({ type: 'submit.cancelled' })}
        />
      </Form>
    </>
  );
}

/** A new password, twice. */
export function NewPasswordForm({ actor }: { actor: NewPasswordRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  return (
    <>
      <FormSummary
        context={state.context}
        order={['password', 'password_confirmation']}
        refusal="common:errors.general"
      />
      <Form onSubmit={() => actor.send({ type: 'form.submitted' })}>
        <PasswordField
          {...field('password')}
          {...reveal}
          {...newPasswordView(state.context.values.password, t)}
          label={t('auth:letters.newPassword')}
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
        <SubmitRow
          label={t('auth:letters.setPassword')}
          busyLabel={t('auth:letters.settingPassword')}
          isBusy={state.hasTag('busy') || state.status === 'done'}
          isSlow={state.hasTag('slow')}
          secondsLeft={state.hasTag('throttled') ? state.context.secondsLeft : null}
          onCancel={() => actor.send({ type: 'submit.cancelled' })}
        />
      </Form>
    </>
  );
}
