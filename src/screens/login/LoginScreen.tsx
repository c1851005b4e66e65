import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import { Link } from '../../components/base/Link.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { SignInRef } from '../../machines/auth/signInMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTranslation } from '../core/useTranslation.ts';

const CaptchaWork = lazyPart(() => import('./CaptchaWork.tsx'));

interface Props {
  actor: SignInRef;
  /** Why the person was led here, if they did not come on their own. */
  reason: 'auth:login.accountClosed' | 'auth:login.sessionEnded' | 'auth:login.returning' | null;
  captcha: CaptchaRef;
  /** The sign-in methods beside a password, under the form. */
  methods?: ReactNode;
}

export default function LoginScreen({ actor, captcha, reason, methods }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy') || state.status === 'done';
  const isProving = useSelector(captcha, (snapshot) => snapshot.hasTag('working')) && isBusy;
  const field = useFields(state.context, actor.send);
  const { value: isRemembered, ...remember } = field('remember');

  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('auth:login.title')}</PageTitle>
      {reason !== null && <p className="text-muted">{t(reason)}</p>}
      <SubmitForm
        form={state}
        send={actor.send}
        order={['email', 'password']}
        refusal="auth:errors.loginFailed"
        label={t('auth:login.submit')}
        busyLabel={t('auth:login.busy')}
        note={
          <p className="pt-2 text-muted">
            {t('auth:login.other')} <Link href="/auth/registration">{t('auth:login.toRegistration')}</Link>
          </p>
        }
      >
        <TextField
          {...field('email')}
          label={t('auth:fields.email')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          isRequired
        />
        <PasswordField
          {...field('password')}
          label={t('auth:fields.password')}
          revealLabel={t('auth:password.show')}
          hideLabel={t('auth:password.hide')}
          autoComplete="current-password"
          isRequired
        />
        <Checkbox {...remember} isSelected={isRemembered} description={t('auth:hints.remember')}>
          {t('auth:fields.remember')}
        </Checkbox>
        {isProving && (
          <Suspense>
            <CaptchaWork actor={captcha} />
          </Suspense>
        )}
      </SubmitForm>
      {methods}
    </div>
  );
}
