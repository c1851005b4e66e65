import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import type { PasswordRef } from '../../machines/profile/passwordMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { newPasswordView } from '../registration/passwordView.ts';
import { ProofField } from './ProofField.tsx';
import { useProfileWords } from './profileWords.ts';

interface Props {
  password: PasswordRef;
  hasPassword: boolean;
  onClose: () => void;
}

/** Another password, or the first one. */
export default function PasswordDialog({ password: form, hasPassword, onClose }: Props) {
  const { t } = useProfileWords();
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const isCodeAsked = state.context.errors.code !== undefined || state.context.values.code !== '';
  const password = field('password');
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t(hasPassword ? 'profile:security.passwordTitle' : 'profile:security.passwordMakeTitle')}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        <FormSummary
          context={state.context}
          order={['current_password', 'password', 'password_confirmation', 'code']}
          refusal="common:errors.general"
        />
        <Form onSubmit={() => form.send({ type: 'form.submitted' })}>
          {hasPassword && (
            <PasswordField
              {...field('current_password')}
              {...reveal}
              label={t('profile:security.passwordCurrent')}
              autoComplete="current-password"
              isRequired
            />
          )}
          <PasswordField
            {...password}
            {...reveal}
            label={t('profile:security.passwordNew')}
            {...newPasswordView(password.value, t)}
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
          {!hasPassword && <ProofField field={field('code')} isAsked={isCodeAsked} />}
          <SubmitRow
            label={t('profile:security.passwordSave')}
            busyLabel={t('profile:security.busy')}
            isSlow={state.hasTag('slow')}
            isBusy={state.hasTag('busy') || state.status === 'done'}
            secondsLeft={state.hasTag('throttled') ? state.context.secondsLeft : null}
            onCancel={() => form.send({ type: 'submit.cancelled' })}
          >
            <p className="text-muted text-sm">{t('profile:security.passwordEnds')}</p>
          </SubmitRow>
        </Form>
      </div>
    </Dialog>
  );
}
