import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { SignInMethods } from '../../../contract/security.ts';
import { Button } from '../../components/base/Button.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import type { ConfirmationRef } from '../../machines/profile/confirmationMachine.ts';
import { timeText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { useTranslation } from '../core/useTranslation.ts';

interface Props {
  /** Null until they are known. */
  methods: SignInMethods | null;
  actor: ConfirmationRef | undefined;
  email: string | null;
}

/** Draws nothing unless the account has an unverified email address and the server can send the email for it. */
export function UnverifiedEmail({ methods, actor, email }: Props) {
  if (methods?.email_confirmed !== false || methods.emails === false || email === null || !actor) return null;
  return <SendAgain actor={actor} />;
}

interface SendAgainProps {
  actor: ConfirmationRef;
  /** Shown until the texts have loaded, on pages that do not load them. */
  children?: ReactNode;
}

/** Says that the address is not verified, when the email was sent, and from when it can be sent again. */
export function SendAgain({ actor, children }: SendAgainProps) {
  const { t, locale } = useTexts('profile');
  const { ready } = useTranslation('profile');
  const state = useSelector(actor, (snapshot) => snapshot);
  const { sentAt, againAt, failure } = state.context;
  const timeOf = (at: number) => ({ time: timeText(new Date(at).toISOString(), locale) });
  if (!ready) return children;
  const wait = state.hasTag('throttled') ? t('profile:confirmation.wait', timeOf(againAt)) : undefined;
  const isWaitOver = state.matches('resting') && againAt > 0 && failure === null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p role="status" className={sentAt === null ? 'text-wait' : 'text-muted'}>
          {sentAt === null ? t('profile:confirmation.text') : t('profile:confirmation.sent', timeOf(sentAt))}{' '}
          {/* On devices without hover, the same text is under the button. */}
          {wait !== undefined && <span className="hover-none:hidden">{wait}</span>}
        </p>
        <LiveRegion message={isWaitOver ? t('common:form.waitOver') : ''} />
        {failure && (
          <p role="alert" className="text-loss">
            {t(failureText[failure.code].sentence)} {t(failureText[failure.code].next)}
          </p>
        )}
      </div>
      <Button
        variant="link"
        isPending={state.hasTag('busy')}
        reason={wait}
        onPress={() => actor.send({ type: 'email.wanted' })}
      >
        {t(sentAt === null ? 'profile:confirmation.send' : 'profile:confirmation.again')}
      </Button>
    </div>
  );
}
