import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { borrowFocus } from '../../components/base/takeLostFocus.ts';
import { ErrorSummary } from '../../components/fields/ErrorSummary.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { OperatorLoginRef } from '../../machines/console/operatorLoginForm.ts';
import type { OperatorPasskeyRef } from '../../machines/console/operatorPasskeyMachine.ts';
import { waitText } from '../core/failureText.ts';
import { isWaitOver, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { OperatorFailure } from './OperatorFailure.tsx';
import { operatorFailure } from './operatorFailure.ts';

interface Props {
  login: OperatorLoginRef;
  passkey: OperatorPasskeyRef | undefined;
  /** The operator whose session ended with unfinished work here; null for an ordinary login. */
  expired: string | null;
  onDiscard: () => void;
}

/** The login to the console: by name, password and code, or by a passkey. */
export function OperatorLogin({ login, passkey, expired, onDiscard }: Props) {
  const { t } = useTexts('console');
  const form = useSelector(login, (snapshot) => snapshot);
  const { errors, failure, submits, secondsLeft } = form.context;
  const field = useFields(form.context, login.send);
  const names = ['name', 'password', 'otp'] as const;
  const broken = names.flatMap((name) => {
    const { id, error } = field(name);
    return error === undefined ? [] : [{ fieldId: id, message: error }];
  });
  const words = failure && operatorFailure(failure.code);
  const wait = failure?.code === 'RATE_LIMITED' ? waitText(secondsLeft) : null;

  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('console:login.title')}</PageTitle>
      {expired !== null && (
        <div role="status" className="flex flex-col items-start gap-2 rounded-card border border-wait p-4">
          <p>{t('console:login.expired', { name: expired })}</p>
          <Button variant="quiet" onPress={onDiscard}>
            {t('console:login.discard')}
          </Button>
        </div>
      )}
      <ErrorSummary
        title={words ? t(words.sentence) : t('common:form.summary', { count: Object.keys(errors).length })}
        errors={[
          ...broken,
          ...(words ? [{ message: wait ? t(wait.key, { count: wait.count }) : t(words.next) }] : []),
        ]}
        attempt={submits}
      />
      <Form onSubmit={() => login.send({ type: 'form.submitted' })}>
        <TextField
          {...field('name')}
          label={t('console:login.name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck="false"
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
        <TextField
          {...field('otp')}
          label={t('console:login.code')}
          description={t('console:login.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
        <SubmitRow
          label={t('console:login.submit')}
          busyLabel={t('console:login.busy')}
          isBusy={form.hasTag('busy') || form.status === 'done'}
          isSlow={form.hasTag('slow')}
          secondsLeft={form.hasTag('throttled') ? secondsLeft : null}
          isWaitOver={isWaitOver(form)}
          onCancel={() => login.send({ type: 'submit.cancelled' })}
        />
      </Form>
      {passkey && <PasskeyLogin passkey={passkey} />}
    </div>
  );
}

function PasskeyLogin({ passkey }: { passkey: OperatorPasskeyRef }) {
  const { t } = useTexts('console');
  const state = useSelector(passkey, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy') || state.status === 'done';
  const { failure } = state.context;
  return (
    <div className="flex flex-col gap-3">
      {failure && <OperatorFailure failure={failure} />}
      <LiveRegion message={isBusy ? t('auth:passkey.asking') : ''} />
      <Button
        variant="secondary"
        isWide
        isPending={isBusy}
        onPress={() => passkey.send({ type: 'passkey.wanted' })}
      >
        {t('auth:passkey.use')}
      </Button>
      {state.hasTag('busy') && (
        <div ref={borrowFocus} className="flex flex-col">
          <Button variant="quiet" isWide onPress={() => passkey.send({ type: 'passkey.left' })}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}
