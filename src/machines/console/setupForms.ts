/** The forms in which an invited operator sets up their login: a password, then the first code of an app or the name of a passkey. */
import type { ActorRefFrom } from 'xstate';
import { renameOwnPasskeyCall } from '../../../contract/operatorLogin.ts';
import { operatorPassword } from '../../../contract/operatorSessions.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { Checked } from '../core/formState.ts';
import type { ConsoleOperator } from './consoleAreas.ts';

/** The secret for an authenticator app. */
export interface AppSecret {
  readonly secret: string;
  readonly uri: string;
}

/** Checks a password by the server's rules. `field`: its name in the form. */
export function checkPassword(password: string): Checked<{ readonly password: string }> {
  if (password === '') return { ok: false, fields: { password: 'required' } };
  const checked = checkFields(operatorPassword, password);
  if (checked.ok) return { ok: true, value: { password: checked.value } };
  return { ok: false, fields: { password: Object.values(checked.fields)[0] ?? 'format' } };
}

/** Checks for six digits, ignoring spaces. */
export function checkCode(otp: string): Checked<{ readonly code: string }> {
  const code = otp.replaceAll(/\s/g, '');
  if (code === '') return { ok: false, fields: { otp: 'required' } };
  return /^\d{6}$/.test(code) ? { ok: true, value: { code } } : { ok: false, fields: { otp: 'format' } };
}

export const setupPasswordForm = createFormMachine<
  { readonly password: string },
  { readonly password: string },
  AppSecret
>({
  id: 'setupPassword',
  empty: { password: '' },
  secrets: ['password'],
  check: ({ password }) => checkPassword(password),
});

/** The first code of an authenticator app. */
export const setupAppForm = createFormMachine<
  { readonly otp: string },
  { readonly code: string },
  ConsoleOperator
>({
  id: 'setupApp',
  empty: { otp: '' },
  secrets: ['otp'],
  fields: { code: 'otp' },
  check: ({ otp }) => checkCode(otp),
});

/** Names a passkey, which the browser makes when the form is sent. */
export const setupPasskeyForm = createFormMachine<
  { readonly name: string },
  { readonly name: string },
  ConsoleOperator
>({
  id: 'setupPasskey',
  empty: { name: '' },
  check: ({ name }) => checkFields(renameOwnPasskeyCall.body(), { name }),
});

export type SetupPasswordRef = ActorRefFrom<typeof setupPasswordForm>;
export type SetupAppRef = ActorRefFrom<typeof setupAppForm>;
export type SetupPasskeyRef = ActorRefFrom<typeof setupPasskeyForm>;
