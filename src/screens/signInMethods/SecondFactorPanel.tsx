import { useSelector } from '@xstate/react';
import { Fingerprint } from 'lucide-react';
import type { SnapshotFrom } from 'xstate';
import type { SecondFactor } from '../../../contract/factors.ts';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { PasskeySignInRef } from '../../machines/auth/passkeySignInMachine.ts';
import type { SecondFactorFormRef } from '../../machines/auth/secondFactorForm.ts';
import type { SecondFactorRef } from '../../machines/auth/secondFactorMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { SupportContact } from './SupportContact.tsx';

interface Props {
  actor: SecondFactorRef;
  /** A passkey login, which replaces this step. */
  passkey: PasskeySignInRef;
  /** The email address of support; `null` when the provider has told none. */
  support: string | null;
}

/** The second step of a login, in place of the form. */
export function SecondFactorPanel({ actor, passkey, support }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const form = useSelector(actor, (snapshot) => snapshot.children.secondFactorForm);
  const hasPasskey = useSelector(actor, hasMethod('passkey'));
  const isPasskeyOnly = !useSelector(actor, hasMethod('totp')) && hasPasskey;
  return (
    <section className="flex flex-col gap-4">
      <StepTitle>{t(isPasskeyOnly ? 'auth:passkey.secondTitle' : 'auth:secondFactor.title')}</StepTitle>
      <p className="text-muted">{t(isPasskeyOnly ? 'auth:passkey.secondText' : 'auth:secondFactor.text')}</p>
      {hasPasskey && (
        <Button isWide onPress={() => passkey.send({ type: 'passkey.wanted' })}>
          <Fingerprint {...iconProps} />
          {t('auth:passkey.use')}
        </Button>
      )}
      {form && <CodeForm actor={form} isRecovery={isPasskeyOnly} isSecond={hasPasskey} />}
      <AllLost />
      <SupportContact address={support} />
      <Button variant="quiet" isWide onPress={() => actor.send({ type: 'secondFactor.left' })}>
        {t('auth:loginMethods.back')}
      </Button>
    </section>
  );
}

/** Its texts are not loaded with the login, so they are loaded here. */
function AllLost() {
  const { t } = useTexts('support');
  const { ready } = useTranslation('support');
  return ready && <p className="text-muted">{t('support:recovery.lost')}</p>;
}

const hasMethod = (method: SecondFactor) => (snapshot: SnapshotFrom<SecondFactorRef>) =>
  snapshot.context.pending?.methods.includes(method) === true;

interface FormProps {
  actor: SecondFactorFormRef;
  /** Whether only a recovery code is possible, because the account has no authenticator app. */
  isRecovery: boolean;
  /** Whether a preferred method is shown above. */
  isSecond: boolean;
}

function CodeForm({ actor, isRecovery, isSecond }: FormProps) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  return (
    <SubmitForm
      form={state}
      send={actor.send}
      order={['otp']}
      refusal="auth:errors.loginFailed"
      label={t('auth:login.submit')}
      busyLabel={t('auth:login.busy')}
      variant={isSecond ? 'secondary' : undefined}
    >
      <TextField
        {...field('otp')}
        label={t(isRecovery ? 'auth:passkey.recovery' : 'auth:secondFactor.code')}
        description={t(isRecovery ? 'auth:passkey.recoveryHint' : 'auth:secondFactor.hint')}
        // A recovery code has letters, so it needs the full keyboard.
        inputMode="text"
        autoCapitalize="none"
        autoComplete="one-time-code"
        spellCheck="false"
        isRequired
      />
    </SubmitForm>
  );
}
