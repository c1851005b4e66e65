/** Changes the account's email address; the new one may need a confirmation first. */
import type { ActorRefFrom } from 'xstate';
import { checkFields } from '../../../contract/rules.ts';
import { changeEmailCall } from '../../../contract/security.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

export type EmailValues = {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

/** The current address, and the one that awaits its confirmation. `emails`: whether the server can send the email for it. */
export interface EmailAnswer {
  readonly email: string | null;
  readonly pending_email: string | null;
  readonly emails?: boolean | undefined;
}

export const emailMachine = createFormMachine<EmailValues, EmailValues, EmailAnswer>({
  id: 'email',
  empty: { email: '', password: '', code: '', otp: '' },
  secrets: ['password', 'code', 'otp'],
  check: (values) => withCode(values, (body) => checkFields(changeEmailCall.body(), body)),
  refusals: { EMAIL_TAKEN: { email: 'taken' } },
});

export type EmailRef = ActorRefFrom<typeof emailMachine>;
