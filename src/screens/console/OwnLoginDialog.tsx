import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import {
  type LoginChangeRef,
  type LoginChangeRequest,
  namesPasskey,
} from '../../machines/console/loginChangeForm.ts';
import type { OwnLoginAreaRef } from '../../machines/console/ownLoginArea.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { NewAppForm } from './NewAppForm.tsx';

/** Changes the operator's own login, after a proof. */
export function OwnLoginDialog({ area }: { area: OwnLoginAreaRef }) {
  const { t } = useTexts('console');
  const { loginChange, newApp } = useSelector(area, ({ children }) => children);
  const { request, secret, isBusy } = useSelector(area, ({ context }) => context);
  if (!loginChange && !newApp) return null;
  return (
    <Dialog
      isOpen
      isDismissable={false}
      isHeld={isBusy}
      onOpenChange={() => area.send({ type: 'change.closed' })}
      title={t(`console:ownLogin.titles.${request.change}`)}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {loginChange && (
          <div ref={leaveFocus} className="flex flex-col gap-5">
            <ChangeForm form={loginChange} request={request} />
          </div>
        )}
        {newApp && secret && (
          <NewAppForm
            form={newApp}
            secret={secret}
            label={t('console:ownLogin.confirm')}
            busyLabel={t('console:ownLogin.confirming')}
          />
        )}
      </div>
    </Dialog>
  );
}

function ChangeForm({ form, request }: { form: LoginChangeRef; request: LoginChangeRequest }) {
  const { t } = useTexts('console');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const { change, hasPasskey, name } = request;
  const isRemoval = change === 'removeApp' || change === 'removePasskey';
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{t(`console:ownLogin.texts.${change}`, { name })}</p>
      <SubmitForm
        form={state}
        send={form.send}
        order={['name', 'password', 'current', 'otp']}
        {...(isRemoval && { variant: 'danger' })}
        label={t('console:ownLogin.confirm')}
        busyLabel={t('console:ownLogin.confirming')}
      >
        {namesPasskey(change) && (
          <TextField
            {...field('name')}
            label={t('console:factor.passkeyName')}
            description={t('console:factor.passkeyNameHint')}
            autoComplete="off"
            isRequired
          />
        )}
        {change === 'password' && (
          <PasswordField
            {...field('password')}
            label={t('console:ownLogin.newPassword')}
            description={t('console:setup.passwordHint')}
            revealLabel={t('auth:password.show')}
            hideLabel={t('auth:password.hide')}
            autoComplete="new-password"
            isRequired
          />
        )}
        {change !== 'renamePasskey' && (
          <>
            {hasPasskey && <p className="text-muted text-sm">{t('console:ownLogin.byPasskey')}</p>}
            <PasswordField
              {...field('current')}
              label={t('console:ownLogin.current')}
              revealLabel={t('auth:password.show')}
              hideLabel={t('auth:password.hide')}
              autoComplete="current-password"
              isRequired={!hasPasskey}
            />
            <TextField
              {...field('otp')}
              label={t('console:login.code')}
              description={t('console:login.codeHint')}
              inputMode="numeric"
              autoComplete="one-time-code"
              isRequired={!hasPasskey}
            />
          </>
        )}
      </SubmitForm>
    </>
  );
}
