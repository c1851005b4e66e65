import { useSelector } from '@xstate/react';
import { LoaderCircle } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { PasskeySignInRef } from '../../machines/auth/passkeySignInMachine.ts';
import { failureNamespaces, failureText, waitText } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { Outcome } from './Outcome.tsx';

/** Logging in by a passkey, in place of the form. */
export function PasskeyPanel({ actor }: { actor: PasskeySignInRef }) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const { failure } = state.context;
  const leave = (
    <Button variant="quiet" isWide onPress={() => actor.send({ type: 'passkey.left' })}>
      {t('auth:loginMethods.back')}
    </Button>
  );
  if (state.matches('failed') && failure) {
    const { sentence, next } = failureText[failure.code];
    const wait = failure.code === 'RATE_LIMITED' ? waitText(failure.retryAfter ?? 30) : null;
    return (
      <Outcome
        tone="loss"
        title={t(sentence)}
        actions={
          <>
            <Button isWide onPress={() => actor.send({ type: 'passkey.wanted' })}>
              {t('common:actions.tryAgain')}
            </Button>
            {leave}
          </>
        }
      >
        {wait ? t(wait.key, { count: wait.count }) : t(next)}
      </Outcome>
    );
  }
  return (
    <section className="flex flex-col gap-4">
      <StepTitle>{t('auth:passkey.title')}</StepTitle>
      <p role="status" className="flex items-center gap-2">
        <LoaderCircle
          {...iconProps}
          className="shrink-0 animate-spin text-muted motion-reduce:animate-none"
        />
        {t(state.hasTag('waiting') ? 'auth:passkey.asking' : 'auth:login.busy')}
      </p>
      {leave}
    </section>
  );
}
