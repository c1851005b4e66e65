import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { drawn } from '../../components/base/DrawnInShortTasks.tsx';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { Link } from '../../components/base/Link.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import { type RegistrationRef, registrationSteps } from '../../machines/auth/registrationMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTranslation } from '../core/useTranslation.ts';
import { AccessFields } from './AccessFields.tsx';
import { CaptchaStatus } from './CaptchaStatus.tsx';
import { NameFields } from './NameFields.tsx';
import { RegistrationStep } from './RegistrationStep.tsx';
import { TermsField } from './TermsField.tsx';

const steps = [
  { id: 'name', label: 'auth:steps.name' },
  { id: 'person', label: 'auth:steps.person' },
  { id: 'access', label: 'auth:steps.access' },
] as const;
type Step = (typeof steps)[number]['id'];

// The code of the date and of the countries is as large as the rest of the page, which is drawn before it.
const OriginFields = lazyPart(async () => {
  await drawn();
  return { default: (await import('./OriginFields.tsx')).OriginFields };
});

/** Ignores the second click of a double click, which would submit the next, still empty step. */
const refuseSecond = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

/** Ignores a key that is still held, for the same reason. */
const refuseHeld = (event: KeyboardEvent) => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

interface Props {
  actor: RegistrationRef;
  captcha: CaptchaRef;
  /** The address of the terms of service. */
  termsUrl: string;
  /** The other sign-in methods, above the first step. */
  methods?: ReactNode;
}

export default function RegistrationScreen({ actor, captcha, termsUrl, methods }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  const { step, tried, failure } = state.context;
  const isBusy = state.hasTag('busy') || state.status === 'done';
  const now = steps[step]?.id;
  const isLast = step === steps.length - 1;
  const shown = (id: Step) => ({ isShown: id === now, takesFocus: tried > 0 });

  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('auth:registration.title')}</PageTitle>
      <p className="text-muted">
        {t('auth:registration.other')} <Link href="/auth/login">{t('auth:registration.toLogin')}</Link>
      </p>
      {step === 0 && methods}
      <FlowRail
        label={t('auth:steps.label')}
        stateLabels={{ past: t('auth:steps.past'), now: t('auth:steps.now'), next: t('auth:steps.next') }}
        steps={steps.map(({ id, label }, index) => ({
          id,
          label: t(label),
          state: index < step ? 'past' : index === step ? 'now' : 'next',
        }))}
      />
      <div className="flex flex-col gap-6" onClickCapture={refuseSecond} onKeyDownCapture={refuseHeld}>
        <SubmitForm
          form={state}
          send={actor.send}
          order={registrationSteps[step] ?? []}
          refusal="auth:errors.registrationFailed"
          label={t(isLast ? 'auth:registration.submit' : 'auth:registration.next')}
          busyLabel={t('auth:registration.busy')}
          note={
            step > 0 && (
              <span className={isBusy ? 'invisible' : undefined}>
                <Button variant="quiet" isWide onPress={() => actor.send({ type: 'step.left' })}>
                  {t('auth:registration.back')}
                </Button>
              </span>
            )
          }
        >
          <RegistrationStep {...shown('name')} title={t('auth:groups.name')}>
            <NameFields field={field} />
            <TextField
              {...field('username')}
              label={t('auth:fields.username')}
              description={t('auth:hints.username')}
              // A display name, not the login name.
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck="false"
              isRequired
            />
          </RegistrationStep>
          <RegistrationStep {...shown('person')} title={t('auth:groups.person')} places={<FieldPlaces />}>
            <OriginFields field={field} />
            <TextField
              {...field('phone')}
              label={t('auth:fields.phone')}
              description={t('auth:hints.phone')}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              isRequired
            />
          </RegistrationStep>
          <RegistrationStep {...shown('access')} title={t('auth:groups.access')}>
            <AccessFields field={field} />
            <TermsField field={field} termsUrl={termsUrl} />
            <CaptchaStatus actor={captcha} />
          </RegistrationStep>
        </SubmitForm>
      </div>
      {isLast && failure?.code === 'EMAIL_UNVERIFIED' && methods}
    </div>
  );
}

/** As high as birthday, country and phone, each with its label and a line of help. */
function FieldPlaces() {
  return (
    <div aria-busy className="flex flex-col gap-5">
      {['date_of_birth', 'country', 'phone'].map((field) => (
        <div key={field} className="h-24 animate-pulse rounded-field bg-line" />
      ))}
    </div>
  );
}
