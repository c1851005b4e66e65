import type { ActorRefFrom } from 'xstate';
import { askConfirmationCall, askResetCall, resetPasswordCall } from '../../../contract/accountEmails.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

type Address = { readonly email: string };

/** Requests an email for setting a new password. `submit` answers the email address. */
export const askResetMachine = createFormMachine<Address, Address, string>({
  id: 'askReset',
  empty: { email: '' },
  check: (values) => checkFields(askResetCall.body(), values),
});

/** Requests another confirmation email. `submit` answers the email address. */
export const askConfirmationMachine = createFormMachine<Address, Address, string>({
  id: 'askConfirmation',
  empty: { email: '' },
  check: (values) => checkFields(askConfirmationCall.body(), values),
});

/** The token comes from the link, not from typing. */
type NewPassword = {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
};

/** Setting a new password with the token from an email. */
export const newPasswordMachine = createFormMachine<NewPassword, NewPassword, true>({
  id: 'newPassword',
  empty: { token: '', password: '', password_confirmation: '' },
  secrets: ['token', 'password', 'password_confirmation'],
  // No field on the screen can say what is wrong with the link.
  fields: { token: 'link' },
  check: (values) => checkFields(resetPasswordCall.body(), values),
});

export type AskEmailRef = ActorRefFrom<typeof askResetMachine> | ActorRefFrom<typeof askConfirmationMachine>;
export type NewPasswordRef = ActorRefFrom<typeof newPasswordMachine>;
