import type { ActorRefFrom } from 'xstate';
import { confirmTotpCall } from '../../../contract/factors.ts';
import { renamePasskeyCall } from '../../../contract/passkeys.ts';
import { checkFields } from '../../../contract/rules.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { passwordNeeded } from './passwordNeeded.ts';
import type { TypedProof } from './proofForm.ts';

/** Changes of an authenticator app, of recovery codes, or of passkeys. */
export type FactorChange = 'add' | 'renew' | 'remove' | 'addPasskey' | 'renamePasskey' | 'removePasskey';

/** `passkey`: the id of the changed passkey, `name` its name; both empty when the change is not about a passkey. */
export interface ChangedPasskey {
  readonly passkey: string;
  readonly name: string;
}

/** `hasPassword`: whether the password is required, as for an account without a second factor. */
type FactorValues = {
  readonly change: FactorChange;
  readonly passkey: string;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

export type FactorRequest = TypedProof & ChangedPasskey & { readonly change: FactorChange };

/** The result of a change: a secret that its first code has to confirm, recovery codes to keep, or nothing. */
export type FactorAnswer =
  | { readonly kind: 'secret'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'done' };

/** Changes the second factors, with a fresh proof. */
export const factorChangeForm = createFormMachine<FactorValues, FactorRequest, FactorAnswer>({
  id: 'factorChange',
  empty: { change: 'add', passkey: '', name: '', hasPassword: false, password: '', code: '', otp: '' },
  secrets: ['password', 'code', 'otp'],
  check: (values) =>
    withCode(values, ({ change, passkey, name, ...typed }) => {
      const named = needsName(change) ? checkFields(renamePasskeyCall.body(), { name }) : null;
      const fields = { ...(named?.ok === false ? named.fields : {}), ...passwordNeeded(typed) };
      if (Object.keys(fields).length > 0) return { ok: false, fields };
      const value = { change, passkey, name: named?.ok ? named.value.name : name, password: typed.password };
      return { ok: true, value };
    }),
});

/** Whether the change gives a passkey its name. */
export const needsName = (change: FactorChange) => change === 'addPasskey' || change === 'renamePasskey';

/** The first code of an authenticator app. `submit` answers the recovery codes; none when the app was on already. */
export const totpForm = createFormMachine<
  { readonly otp: string },
  { readonly code: string },
  readonly string[]
>({
  id: 'totp',
  empty: { otp: '' },
  secrets: ['otp'],
  fields: { code: 'otp' },
  check({ otp }) {
    const code = otp.replace(/\s/g, '');
    if (code === '') return { ok: false, fields: { otp: 'required' } };
    const checked = checkFields(confirmTotpCall.body(), { code });
    return checked.ok ? checked : { ok: false, fields: { otp: 'format' } };
  },
});

export type FactorChangeRef = ActorRefFrom<typeof factorChangeForm>;
export type TotpFormRef = ActorRefFrom<typeof totpForm>;
