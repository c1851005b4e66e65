import { useSelector } from '@xstate/react';
import { TextField } from '../../components/fields/TextField.tsx';
import type { NewAppRef } from '../../machines/console/loginChangeForm.ts';
import type { AppSecret, SetupAppRef } from '../../machines/console/setupForms.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AppSecretView } from './AppSecretView.tsx';

interface Props {
  form: SetupAppRef | NewAppRef;
  secret: AppSecret;
  label: string;
  busyLabel: string;
}

/** A new authenticator app: its secret, and the field for its first code. */
export function NewAppForm({ form, secret, label, busyLabel }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <>
      <AppSecretView {...secret} />
      <SubmitForm form={state} send={form.send} order={['otp']} label={label} busyLabel={busyLabel}>
        <TextField
          {...field('otp')}
          label={t('console:login.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
      </SubmitForm>
    </>
  );
}
