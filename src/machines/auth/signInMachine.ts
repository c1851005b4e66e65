/** Signing in with an email address and a password. `submit` answers a session. Tells its parent `secondFactor.required`. */
import { type ActorRefFrom, sendParent } from 'xstate';
import { type Credentials, credentials, type Session } from '../../../contract/auth.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { FormState } from '../core/formState.ts';
import type { SecondFactorRequired } from './secondFactorForm.ts';

export const signInMachine = createFormMachine<Credentials, Credentials, Session>({
  id: 'signIn',
  empty: { email: '', password: '', remember: false },
  secrets: ['password'],
  check: (values) => checkFields(credentials, values),
}).provide({
  actions: {
    tellFirstStep: sendParent(
      (_, { values, failure }: Pick<FormState<Credentials>, 'values' | 'failure'>): SecondFactorRequired => ({
        type: 'secondFactor.required',
        first: { method: 'password', ...values },
        methods: failure?.methods ?? [],
      }),
    ),
  },
});

export type SignInRef = ActorRefFrom<typeof signInMachine>;
