import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { EmailRef } from '../../machines/profile/emailMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { ProofField } from './ProofField.tsx';
import { useProfileWords } from './profileWords.ts';

interface Props {
  email: EmailRef;
  hasPassword: boolean;
  onClose: () => void;
}

/** Another e-mail address, which asks for the password. */
export default function EmailDialog({ email: form, hasPassword, onClose }: Props) {
  const { t } = useProfileWords();
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const isCodeAsked = state.context.errors.code !== undefined || state.context.values.code !== '';
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('profile:security.emailTitle')}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        <FormSummary
          context={state.context}
          order={['email', 'password', 'code']}
          refusal="common:errors.general"
        />
        <Form onSubmit={() => form.send({ type: 'form.submitted' })}>
          <TextField
            {...field('email')}
            label={t('profile:security.emailNew')}
            type="email"
            inputMode="email"
            autoComplete="email"
            isRequired
          />
          {hasPassword && (
            <PasswordField
              {...field('password')}
              revealLabel={t('auth:password.show')}
              hideLabel={t('auth:password.hide')}
              label={t('profile:security.passwordCurrent')}
              autoComplete="current-password"
              isRequired
            />
          )}
          {!hasPassword && <ProofField field={field('code')} isAsked={isCodeAsked} />}
          <SubmitRow
            label={t('profile:security.emailSave')}
            busyLabel={t('profile:security.busy')}
            isSlow={state.hasTag('slow')}
            isBusy={state.hasTag('busy') || state.status === 'done'}
            secondsLeft={state.hasTag('throttled') ? state.context.secondsLeft : null}
            onCancel={() => form.send({ type: 'submit.cancelled' })}
          />
        </Form>
      </div>
    </Dialog>
  );
}
