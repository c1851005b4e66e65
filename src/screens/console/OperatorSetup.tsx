import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Spinner } from '../../components/base/Spinner.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type {
  AppSecret,
  SetupAppRef,
  SetupPasskeyRef,
  SetupPasswordRef,
} from '../../machines/console/setupForms.ts';
import type { SetupRef } from '../../machines/console/setupMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { instantText } from '../core/dates.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ConsoleControls } from './ConsoleControls.tsx';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { NewAppForm } from './NewAppForm.tsx';
import { operatorFailure } from './operatorFailure.ts';
import { useRoleText } from './useRoleText.ts';

interface Props {
  setup: SetupRef;
  preferences: PreferencesRef;
}

/** The page of an invited operator: a password, then an authenticator app or a passkey. */
export function OperatorSetup({ setup, preferences }: Props) {
  const { t } = useTexts('console');
  const step = useSelector(setup, ({ value }) => String(value));
  return (
    <>
      <title>{t('console:title', { area: t('console:setup.title') })}</title>
      <ConsoleFrame
        operator={null}
        areas={[]}
        current={null}
        isLocked={false}
        onLogout={() => {}}
        controls={<ConsoleControls preferences={preferences} />}
        place={step}
      >
        <Steps setup={setup} />
      </ConsoleFrame>
    </>
  );
}

function Steps({ setup }: { setup: SetupRef }) {
  const { t, locale } = useTexts('console');
  const roleText = useRoleText();
  const state = useSelector(setup, (snapshot) => snapshot);
  const { password, app, passkey } = state.children;
  const { invitation, app: secret, failure } = state.context;
  const choose = (factor: 'app' | 'passkey') => setup.send({ type: 'factor.chosen', factor });
  if (state.matches('refused') || state.matches('unreachable')) {
    const reason = failure?.fields.setup_code;
    const why = reason === 'used' || reason === 'expired' ? reason : 'revoked';
    const isRefused = state.matches('refused');
    return (
      <div className="flex flex-col gap-6">
        <PageTitle isHidden>{t('console:setup.title')}</PageTitle>
        <Failure
          title={t(isRefused ? `console:setup.${why}` : 'console:unreachable')}
          retry={{
            label: t('common:actions.tryAgain'),
            isBusy: false,
            onPress: () => setup.send({ type: 'retry.requested' }),
          }}
        >
          {isRefused ? (
            <>
              <p>{t('console:setup.askAgain')}</p>
              {reason === 'used' && <p>{t('console:setup.notYou')}</p>}
            </>
          ) : (
            failure && <p>{t(operatorFailure(failure.code).next)}</p>
          )}
        </Failure>
      </div>
    );
  }
  if (!invitation || state.hasTag('busy')) {
    return (
      <div className="flex justify-center py-16">
        <PageTitle isHidden>{t('console:setup.title')}</PageTitle>
        <Spinner label={t('common:loading')} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('console:setup.title')}</PageTitle>
      <p>
        {t('console:setup.about', {
          name: invitation.name,
          role: roleText(invitation.role),
          time: instantText(invitation.expires_at, locale),
        })}
      </p>
      {password && <PasswordStep form={password} />}
      {app && secret && <AppStep form={app} secret={secret} onOther={() => choose('passkey')} />}
      {passkey && <PasskeyStep form={passkey} onOther={() => choose('app')} />}
    </div>
  );
}

function PasswordStep({ form }: { form: SetupPasswordRef }) {
  const { t } = useTexts('console');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <SubmitForm
      form={state}
      send={form.send}
      order={['password']}
      label={t('console:setup.next')}
      busyLabel={t('console:setup.busy')}
    >
      <PasswordField
        {...field('password')}
        label={t('console:setup.password')}
        description={t('console:setup.passwordHint')}
        revealLabel={t('auth:password.show')}
        hideLabel={t('auth:password.hide')}
        autoComplete="new-password"
        isRequired
      />
    </SubmitForm>
  );
}

function AppStep({ form, secret, onOther }: { form: SetupAppRef; secret: AppSecret; onOther: () => void }) {
  const { t } = useTexts('console');
  const isBusy = useSelector(form, (snapshot) => snapshot.hasTag('busy'));
  return (
    <>
      <NewAppForm
        form={form}
        secret={secret}
        label={t('console:setup.finish')}
        busyLabel={t('console:setup.busy')}
      />
      {!isBusy && (
        <Button variant="secondary" isWide onPress={onOther}>
          {t('auth:passkey.use')}
        </Button>
      )}
    </>
  );
}

function PasskeyStep({ form, onOther }: { form: SetupPasskeyRef; onOther: () => void }) {
  const { t } = useTexts('console');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <>
      <p>{t('console:setup.passkeyText')}</p>
      <SubmitForm
        form={state}
        send={form.send}
        order={['name']}
        label={t('console:setup.makePasskey')}
        busyLabel={t('auth:passkey.asking')}
      >
        <TextField
          {...field('name')}
          label={t('console:factor.passkeyName')}
          description={t('console:factor.passkeyNameHint')}
          autoComplete="off"
          isRequired
        />
      </SubmitForm>
      {!state.hasTag('busy') && (
        <Button variant="secondary" isWide onPress={onOther}>
          {t('console:setup.appInstead')}
        </Button>
      )}
    </>
  );
}
