/** Opening an account with an email address and a password, in three steps. `submit` answers a session. */
import type { ActorRefFrom } from 'xstate';
import { type Registration, registration, type Session } from '../../../contract/auth.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

/** The typed form, in which the agreement to the terms may still be missing. */
type RegistrationValues = {
  [Name in keyof Registration]: Registration[Name] extends true ? boolean : Registration[Name];
};

/** The fields of each step. Passwords come last because drafts leave them out: a reload returns at most to that step. */
export const registrationSteps = [
  ['first_name', 'last_name', 'username'],
  ['date_of_birth', 'country', 'phone'],
  ['email', 'password', 'password_confirmation', 'terms'],
] as const;

export const registrationMachine = createFormMachine<RegistrationValues, Registration, Session>({
  id: 'registration',
  empty: {
    first_name: '',
    last_name: '',
    username: '',
    email: '',
    password: '',
    password_confirmation: '',
    phone: '',
    date_of_birth: '',
    country: '',
    terms: false,
  },
  steps: registrationSteps,
  secrets: ['password', 'password_confirmation'],
  check: (values, today) => checkFields(registration(today), values),
  refusals: { EMAIL_TAKEN: { email: 'taken' }, USERNAME_TAKEN: { username: 'taken' } },
});

export type RegistrationRef = ActorRefFrom<typeof registrationMachine>;
