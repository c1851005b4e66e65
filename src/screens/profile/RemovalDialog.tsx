import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import type { RemovalRef } from '../../machines/profile/removalMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { ProofField } from './ProofField.tsx';
import { useProfileWords } from './profileWords.ts';

interface Props {
  removal: RemovalRef;
  onClose: () => void;
}

/** Asks before a login method is removed, and for a proof of the person. */
export default function RemovalDialog({ removal: form, onClose }: Props) {
  const { t } = useProfileWords();
  const state = useSelector(form, (snapshot) => snapshot);
  const { values, errors } = state.context;
  const field = useFields(state.context, form.send);
  const isWallet = values.method === 'wallet';
  const isCodeAsked = errors.code !== undefined || values.code !== '';
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t(isWallet ? 'profile:methods.removeWalletTitle' : 'profile:methods.removeGoogleTitle')}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {isWallet && <MonoGroups value={values.address} />}
        <p>{t(isWallet ? 'profile:methods.removeWalletText' : 'profile:methods.removeGoogleText')}</p>
        <FormSummary context={state.context} order={['password', 'code']} refusal="common:errors.general" />
        <Form onSubmit={() => form.send({ type: 'form.submitted' })}>
          {values.hasPassword ? (
            <PasswordField
              {...field('password')}
              revealLabel={t('auth:password.show')}
              hideLabel={t('auth:password.hide')}
              label={t('profile:security.passwordCurrent')}
              autoComplete="current-password"
              isRequired
            />
          ) : (
            <ProofField field={field('code')} isAsked={isCodeAsked} />
          )}
          <SubmitRow
            label={t('profile:methods.remove')}
            busyLabel={t('profile:methods.removing')}
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
