import { useSelector } from '@xstate/react';
import { LoaderCircle } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import type { GoogleLinkRef } from '../../machines/auth/googleLinkMachine.ts';
import type { GoogleRef } from '../../machines/auth/googleMachine.ts';
import type { SignInMethodsRef } from '../../machines/auth/signInMethodsMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTranslation } from '../core/useTranslation.ts';
import { Outcome } from './Outcome.tsx';
import { googleProblemWords, whyNot } from './signInWords.ts';

interface Props {
  actor: GoogleRef;
  /** The offered methods, which name the provider for another try. */
  offeredMethods: SignInMethodsRef;
}

/** The outcome of a sign-in at an identity provider, in place of the form. */
export function GooglePanel({ actor, offeredMethods }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const offered = useSelector(offeredMethods, (snapshot) => snapshot.context);
  const link = state.children.googleLink;
  const { problem, failure, proof } = state.context;
  const leave = (
    <Button variant="quiet" isWide onPress={() => actor.send({ type: 'google.left' })}>
      {t('auth:loginMethods.back')}
    </Button>
  );

  if (problem) {
    const { sentence, next } = googleProblemWords(problem, failure);
    const provider = offered.data?.google ?? null;
    const reason = whyNot(offered.data, offered.failure !== null);
    const again = (
      <Button
        isWide
        reason={reason && t(reason)}
        onPress={() => provider && actor.send({ type: 'google.chosen', provider })}
      >
        {t('common:actions.tryAgain')}
      </Button>
    );
    return (
      <Outcome
        tone="loss"
        title={t(sentence)}
        actions={
          <>
            {again}
            {leave}
          </>
        }
      >
        {t(next)}
      </Outcome>
    );
  }
  if (link) {
    return (
      <section className="flex flex-col gap-4">
        <StepTitle key="link">{t('auth:google.link')}</StepTitle>
        <p className="text-muted">{t('auth:google.linkWhy', { email: proof?.email ?? '' })}</p>
        <LinkForm actor={link} />
        {leave}
      </section>
    );
  }
  return (
    <section className="flex flex-col gap-4">
      <StepTitle>{t('auth:google.title')}</StepTitle>
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle {...iconProps} className="animate-spin text-muted motion-reduce:animate-none" />
        {t('auth:login.busy')}
      </p>
      {state.hasTag('slow') && <p role="alert">{t('common:form.slow')}</p>}
      {leave}
    </section>
  );
}

function LinkForm({ actor }: { actor: GoogleLinkRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  return (
    <SubmitForm
      form={state}
      send={actor.send}
      order={['password']}
      refusal="auth:errors.googleFailed"
      label={t('auth:google.linkSubmit')}
      busyLabel={t('auth:login.busy')}
    >
      <PasswordField
        {...field('password')}
        label={t('auth:fields.password')}
        revealLabel={t('auth:password.show')}
        hideLabel={t('auth:password.hide')}
        autoComplete="current-password"
        isRequired
      />
    </SubmitForm>
  );
}
