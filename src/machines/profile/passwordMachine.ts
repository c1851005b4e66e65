/** A new password for the account, or its first one. The old one is asked for by the server, if there is one. */
import type { ActorRefFrom } from 'xstate';
import { checkFields } from '../../../contract/rules.ts';
import { changePasswordCall } from '../../../contract/security.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

export type PasswordValues = {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
  /** From an email, where one was sent: an account without a password shows in this way whose it is. */
  readonly code: string;
  /** Of a second factor, where the account has one. */
  readonly otp: string;
};

export const passwordMachine = createFormMachine<PasswordValues, PasswordValues, void>({
  id: 'password',
  empty: { current_password: '', password: '', password_confirmation: '', code: '', otp: '' },
  secrets: ['current_password', 'password', 'password_confirmation', 'code', 'otp'],
  check: (values) => withCode(values, (body) => checkFields(changePasswordCall.body(), body)),
});

export type PasswordRef = ActorRefFrom<typeof passwordMachine>;
