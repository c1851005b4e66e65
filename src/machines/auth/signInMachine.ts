/** Signing in with an email address and a password. `submit` answers a session. */
import type { ActorRefFrom } from 'xstate';
import { type Credentials, credentials, type Session } from '../../../contract/auth.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

export const signInMachine = createFormMachine<Credentials, Credentials, Session>({
  id: 'signIn',
  empty: { email: '', password: '', remember: false },
  secrets: ['password'],
  check: (values) => checkFields(credentials, values),
});

export type SignInRef = ActorRefFrom<typeof signInMachine>;
