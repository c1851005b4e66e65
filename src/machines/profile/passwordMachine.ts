/** Changes the account's password or sets its first one. The server requires the old one, if there is one. */
import type { ActorRefFrom } from 'xstate';
import { checkFields } from '../../../contract/rules.ts';
import { changePasswordCall } from '../../../contract/security.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

export type PasswordValues = {
  readonly current_password: string;
  readonly password: string;
  readonly password_confirmation: string;
  /** The code from an email, if one was sent: it proves the person for an account without a password. */
  readonly code: string;
  /** The code of a second factor, if the account has one. */
  readonly otp: string;
};

export const passwordMachine = createFormMachine<PasswordValues, PasswordValues, void>({
  id: 'password',
  empty: { current_password: '', password: '', password_confirmation: '', code: '', otp: '' },
  secrets: ['current_password', 'password', 'password_confirmation', 'code', 'otp'],
  check: (values) => withCode(values, (body) => checkFields(changePasswordCall.body(), body)),
});

export type PasswordRef = ActorRefFrom<typeof passwordMachine>;
