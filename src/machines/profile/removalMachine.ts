/** Removes a login method: confirmed with the password, or with another fresh proof for an account without one. */
import type { ActorRefFrom } from 'xstate';
import type { BodyOf } from '../../../contract/call.ts';
import { checkFields } from '../../../contract/rules.ts';
import { removeLoginMethodCall } from '../../../contract/security.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { passwordNeeded } from './passwordNeeded.ts';

/** A login method that can be removed. `address` is empty except for a wallet. */
export interface LoginMethod {
  readonly method: 'wallet' | 'openid';
  readonly address: string;
}

/** `hasPassword`: whether the account has a password, which is then required. */
export type RemovalValues = {
  readonly method: LoginMethod['method'];
  readonly address: string;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

export type RemovalRequest = BodyOf<typeof removeLoginMethodCall> & {
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

export const removalMachine = createFormMachine<RemovalValues, RemovalRequest, void>({
  id: 'removal',
  empty: { method: 'wallet', address: '', hasPassword: false, password: '', code: '', otp: '' },
  secrets: ['password', 'code', 'otp'],
  check: (values) =>
    withCode(values, ({ method, address, ...typed }) => {
      const fields = passwordNeeded(typed);
      if (fields) return { ok: false, fields };
      const checked = checkFields(
        removeLoginMethodCall.body(),
        address === '' ? { method } : { method, address },
      );
      return checked.ok ? { ok: true, value: { ...checked.value, password: typed.password } } : checked;
    }),
});

export type RemovalRef = ActorRefFrom<typeof removalMachine>;
