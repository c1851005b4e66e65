import { useSelector } from '@xstate/react';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { AccountEmailsRef } from '../../machines/auth/accountEmailsMachine.ts';
import { failureNamespaces, failureText } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { AskEmailForm, NewPasswordForm } from './AccountEmailForms.tsx';
import { Outcome } from './Outcome.tsx';

/** Setting a password or confirming an address by email, in place of the form. */
export function AccountEmailsPanel({ actor }: { actor: AccountEmailsRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const { email, failure, callback } = state.context;
  const { askReset, askConfirmation, newPassword } = state.children;
  const back = (
    <Button variant="quiet" isWide onPress={() => actor.send({ type: 'accountEmails.left' })}>
      {t('auth:loginMethods.back')}
    </Button>
  );
  const logIn = (
    <Button isWide onPress={() => actor.send({ type: 'accountEmails.left' })}>
      {t('auth:login.submit')}
    </Button>
  );
  const again = (type: 'reset.wanted' | 'confirmation.wanted') => (
    <Button variant="secondary" isWide onPress={() => actor.send({ type, email })}>
      {t('auth:accountEmails.again')}
    </Button>
  );
  const expired = (wanted: 'reset.wanted' | 'confirmation.wanted') => (
    <Outcome
      tone="loss"
      title={t(failureText.LINK_EXPIRED.sentence)}
      actions={
        <>
          {again(wanted)}
          {back}
        </>
      }
    >
      {t(failureText.LINK_EXPIRED.next)}
    </Outcome>
  );

  if (state.matches('unusable'))
    return expired(callback?.from === 'reset' ? 'reset.wanted' : 'confirmation.wanted');
  if (askReset)
    return (
      <Step title={t('auth:accountEmails.resetTitle')} text={t('auth:accountEmails.resetText')} back={back}>
        <AskEmailForm actor={askReset} />
      </Step>
    );
  if (askConfirmation)
    return (
      <Step
        title={t('auth:accountEmails.confirmTitle')}
        text={t('auth:accountEmails.confirmText')}
        back={back}
      >
        <AskEmailForm actor={askConfirmation} />
      </Step>
    );
  if (newPassword)
    return (
      <Step
        title={t('auth:accountEmails.newPasswordTitle')}
        text={t('auth:accountEmails.newPasswordText')}
        back={
          <>
            {again('reset.wanted')}
            {back}
          </>
        }
      >
        <NewPasswordForm actor={newPassword} />
      </Step>
    );
  if (state.matches('resetSent') || state.matches('confirmationSent')) {
    const wanted = state.matches('resetSent') ? 'reset.wanted' : 'confirmation.wanted';
    return (
      <Outcome
        tone="plain"
        title={t('auth:accountEmails.sentTitle')}
        actions={
          <>
            {again(wanted)}
            {back}
          </>
        }
      >
        {t('auth:accountEmails.sentText', { email })}
      </Outcome>
    );
  }
  if (state.matches('passwordSet'))
    return (
      <Outcome tone="gain" title={t('auth:accountEmails.passwordSetTitle')} actions={logIn}>
        {t('auth:accountEmails.passwordSetText')}
      </Outcome>
    );
  if (state.matches('confirmed'))
    return (
      <Outcome tone="gain" title={t('auth:accountEmails.confirmedTitle')} actions={logIn}>
        {t('auth:accountEmails.confirmedText')}
      </Outcome>
    );
  if (failure?.fields.token === 'used')
    return (
      <Outcome tone="gain" title={t('auth:accountEmails.alreadyTitle')} actions={logIn}>
        {t('auth:accountEmails.confirmedText')}
      </Outcome>
    );
  if (failure?.code === 'LINK_EXPIRED') return expired('confirmation.wanted');
  if (failure)
    return (
      <Outcome
        tone="loss"
        title={t(failureText[failure.code].sentence)}
        actions={
          <>
            <Button isWide onPress={() => actor.send({ type: 'confirmation.retried' })}>
              {t('common:actions.tryAgain')}
            </Button>
            {back}
          </>
        }
      >
        {t(failureText[failure.code].next)}
      </Outcome>
    );
  return (
    <Step title={t('auth:accountEmails.confirmTitle')} text={null} back={back}>
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle {...iconProps} className="animate-spin text-muted motion-reduce:animate-none" />
        {t('auth:accountEmails.confirming')}
      </p>
    </Step>
  );
}

interface StepProps {
  title: string;
  text: string | null;
  back: ReactNode;
  children: ReactNode;
}

function Step({ title, text, back, children }: StepProps) {
  return (
    <section className="flex flex-col gap-4">
      <StepTitle key={title}>{title}</StepTitle>
      {text !== null && <p className="text-muted">{text}</p>}
      {children}
      <div className="flex flex-col gap-2">{back}</div>
    </section>
  );
}
