import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { QuietActions } from '../../components/base/QuietActions.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { StepUpFormRef } from '../../machines/auth/stepUpForm.ts';
import type { StepUpRef } from '../../machines/auth/stepUpMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { sectionAddress } from '../core/profileSections.ts';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  stepUp: StepUpRef;
  onBack: () => void;
  /** What the proof is for, in full. */
  children: ReactNode;
}

/** A payment that waits for a proof of its person, or of this device. */
export default function StepUpPanel({ stepUp, onBack, children }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(stepUp, (snapshot) => snapshot);
  const { kind, kinds, failure, subject } = state.context;
  const form = state.children.stepUpForm;
  const others = kinds.filter((each) => each !== kind);
  const hasNoFactor = kinds.length > 0 && !kinds.includes('factor') && !kinds.includes('passkey');
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle>{t('transactions:proof.title')}</StepTitle>
      <p className="text-muted">
        {t(subject === 'factors' ? 'transactions:proof.device' : 'transactions:proof.text')}
      </p>
      {children}
      <LiveRegion message={state.hasTag('busy') ? t('transactions:proof.asking') : ''} />
      {state.matches('unanswered') && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>{t(failureText[failure?.code ?? 'NETWORK'].sentence)}</p>
          <Button onPress={() => stepUp.send({ type: 'options.requested' })}>
            {t('transactions:proof.retry')}
          </Button>
        </div>
      )}
      {form && <ProofForm key={kind} actor={form} stepUp={stepUp} />}
      {hasNoFactor && (
        <p className="text-muted text-sm">
          {t('transactions:proof.lead')}{' '}
          <Link href={sectionAddress('security')}>{t('transactions:proof.leadLink')}</Link>
        </p>
      )}
      {/* The pressed button disappears, so the focus moves to the remaining content. */}
      <div
        key={`${kind} ${state.matches('unanswered')}`}
        ref={takeLostFocus}
        tabIndex={-1}
        className="focus-elsewhere flex flex-wrap gap-2"
      >
        {form &&
          others.map((each) => (
            <Button
              key={each}
              variant="secondary"
              onPress={() => stepUp.send({ type: 'method.chosen', kind: each })}
            >
              {t(`transactions:proof.use.${each}`)}
            </Button>
          ))}
        <QuietActions>
          <Button variant="quiet" onPress={onBack}>
            {t('transactions:proof.back')}
          </Button>
        </QuietActions>
      </div>
    </Card>
  );
}

function ProofForm({ actor, stepUp }: { actor: StepUpFormRef; stepUp: StepUpRef }) {
  const { t } = useTexts('transactions');
  const state = useSelector(actor, (snapshot) => snapshot);
  const field = useFields(state.context, actor.send);
  const { kind } = state.context.values;
  return (
    <SubmitForm
      form={state}
      send={actor.send}
      order={kind === 'password' ? ['password'] : ['code']}
      refusal="common:errors.stepUpRequired"
      label={t('transactions:proof.submit')}
      busyLabel={t('transactions:proof.busy')}
    >
      {kind === 'password' && (
        <PasswordField
          {...field('password')}
          label={t('auth:fields.password')}
          revealLabel={t('auth:password.show')}
          hideLabel={t('auth:password.hide')}
          autoComplete="current-password"
          isRequired
        />
      )}
      {(kind === 'factor' || kind === 'email') && (
        <TextField
          {...field('code')}
          label={t(kind === 'factor' ? 'auth:secondFactor.code' : 'transactions:proof.emailCode')}
          {...(kind === 'factor' && { description: t('auth:secondFactor.hint') })}
          inputMode={kind === 'email' ? 'numeric' : 'text'}
          autoCapitalize="none"
          autoComplete="one-time-code"
          spellCheck="false"
          isRequired
        />
      )}
      {kind === 'email' && <EmailedCode stepUp={stepUp} />}
      {(kind === 'passkey' || kind === 'wallet' || kind === 'openid') && (
        <p>{t(`transactions:proof.by.${kind}`)}</p>
      )}
    </SubmitForm>
  );
}

/** Whether the code is on its way, and how to get another one. */
function EmailedCode({ stepUp }: { stepUp: StepUpRef }) {
  const { t } = useTexts('transactions');
  const state = useSelector(stepUp, (snapshot) => snapshot);
  const { failure } = state.context;
  const isSending = state.matches({ open: 'sendingCode' });
  const wait = state.matches({ open: 'codeSent' }) ? t('transactions:proof.emailWait') : undefined;
  const isDue = state.matches({ open: 'codeDue' }) && !failure;
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status" className="text-muted text-sm">
        {failure
          ? t(failureText[failure.code].sentence)
          : isSending
            ? t('transactions:proof.emailSending')
            : t('transactions:proof.emailSent')}
      </p>
      <LiveRegion message={isDue ? t('transactions:proof.emailDue') : ''} />
      <Button
        variant="quiet"
        isPending={isSending}
        reason={wait}
        onPress={() => stepUp.send({ type: 'code.requested' })}
      >
        {t('transactions:proof.emailAgain')}
      </Button>
    </div>
  );
}
