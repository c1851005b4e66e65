import type { ActorRefFrom } from 'xstate';
import { renameOwnPasskeyCall } from '../../../contract/operatorLogin.ts';
import { checkFields, type FieldErrors } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { Checked } from '../core/formState.ts';
import { type AppSecret, checkCode, checkPassword } from './setupForms.ts';

/** Changes of the password, of the authenticator app, or of passkeys. */
export type OwnLoginChange =
  | 'password'
  | 'setUpApp'
  | 'removeApp'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey';

/** Whether the change gives a passkey its name. */
export const namesPasskey = (change: OwnLoginChange) => change === 'addPasskey' || change === 'renamePasskey';

/** The change, and how it can be proven. `passkey` and `name` are empty unless the change is about a passkey. */
export interface LoginChangeRequest {
  readonly change: OwnLoginChange;
  readonly passkey: string;
  readonly name: string;
  /** When neither a password nor a code is typed, a passkey proves the change. */
  readonly hasPasskey: boolean;
}

type Values = LoginChangeRequest & {
  readonly [name: string]: string | boolean;
  /** The new password. */
  readonly password: string;
  readonly current: string;
  readonly otp: string;
};

export interface LoginChangeSent {
  readonly change: OwnLoginChange;
  readonly passkey: string;
  readonly name: string;
  readonly password: string;
  /** Null for a proof by a passkey. */
  readonly proof: { readonly password: string; readonly code: string } | null;
}

/** Either the secret of an app, which its first code has to confirm, or nothing more. */
export type LoginChangeAnswer = ({ readonly kind: 'secret' } & AppSecret) | { readonly kind: 'done' };

/** Changes the operator's own login, with a fresh proof. */
export const loginChangeForm = createFormMachine<Values, LoginChangeSent, LoginChangeAnswer>({
  id: 'loginChange',
  empty: {
    ...{ change: 'password', passkey: '', name: '', hasPasskey: false },
    ...{ password: '', current: '', otp: '' },
  },
  secrets: ['password', 'current', 'otp'],
  fields: { code: 'otp' },
  check({ change, passkey, name, hasPasskey, password, current, otp }): Checked<LoginChangeSent> {
    const named = namesPasskey(change) ? checkFields(renameOwnPasskeyCall.body(), { name }) : null;
    const chosen = change === 'password' ? checkPassword(password) : null;
    const isTyped = change !== 'renamePasskey' && !(hasPasskey && current === '' && otp.trim() === '');
    const code = isTyped ? checkCode(otp) : null;
    const fields: FieldErrors = {
      ...(named?.ok === false ? named.fields : {}),
      ...(chosen?.ok === false ? chosen.fields : {}),
      ...(isTyped && current === '' ? { current: 'required' } : {}),
      ...(code?.ok === false ? code.fields : {}),
    };
    if (Object.keys(fields).length > 0) return { ok: false, fields };
    const proof = code?.ok ? { password: current, code: code.value.code } : null;
    return {
      ok: true,
      value: { change, passkey, name: named?.ok ? named.value.name : name, password, proof },
    };
  },
});

/** The first code of the new authenticator app. */
export const newAppForm = createFormMachine<{ readonly otp: string }, { readonly code: string }, void>({
  id: 'newApp',
  empty: { otp: '' },
  secrets: ['otp'],
  fields: { code: 'otp' },
  check: ({ otp }) => checkCode(otp),
});

export type LoginChangeRef = ActorRefFrom<typeof loginChangeForm>;
export type NewAppRef = ActorRefFrom<typeof newAppForm>;
