import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../components/base/Link.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { RegistrationRef } from '../../machines/auth/registrationMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { AccessFields } from './AccessFields.tsx';
import { CaptchaStatus } from './CaptchaStatus.tsx';
import { ContactFields } from './ContactFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { TermsField } from './TermsField.tsx';

const order = [
  'first_name',
  'last_name',
  'date_of_birth',
  'country',
  'email',
  'phone',
  'username',
  'password',
  'password_confirmation',
  'terms',
] as const;

interface Props {
  actor: RegistrationRef;
  captcha: CaptchaRef;
  /** Where the terms of service can be read; null for nowhere. */
  termsUrl: string | null;
  /** The sign-in methods beside a password, under the form. */
  methods?: ReactNode;
}

export default function RegistrationScreen({ actor, captcha, termsUrl, methods }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);

  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('auth:registration.title')}</PageTitle>
      <p className="text-muted">
        {t('auth:registration.other')} <Link href="/auth/login">{t('auth:registration.toLogin')}</Link>
      </p>
      <SubmitForm
        form={state}
        send={actor.send}
        order={order}
        refusal="auth:errors.registrationFailed"
        label={t('auth:registration.submit')}
        busyLabel={t('auth:registration.busy')}
      >
        <PersonFields field={field} />
        <ContactFields field={field} />
        <AccessFields field={field} />
        <TermsField field={field} termsUrl={termsUrl} />
        <CaptchaStatus actor={captcha} />
      </SubmitForm>
      {methods}
    </div>
  );
}
