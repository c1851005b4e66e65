/** Linking an identity provider's account to the account that has its email address. `submit` answers a session. Tells its parent `secondFactor.required`. */
import { type ActorRefFrom, sendParent } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import { checkFields } from '../../../contract/rules.ts';
import { googleLinkCall } from '../../../contract/thirdParty.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { FormState } from '../core/formState.ts';
import type { SecondFactorRequired } from './secondFactorForm.ts';

/** The proof comes from the identity provider, not from typing. */
export type GoogleLinkValues = {
  readonly credential: string;
  readonly nonce: string;
  readonly password: string;
};

export const googleLinkMachine = createFormMachine<GoogleLinkValues, GoogleLinkValues, Session>({
  id: 'googleLink',
  empty: { credential: '', nonce: '', password: '' },
  secrets: ['credential', 'nonce', 'password'],
  check: (values) => checkFields(googleLinkCall.body(), values),
}).provide({
  actions: {
    tellFirstStep: sendParent(
      (
        _,
        { values, failure }: Pick<FormState<GoogleLinkValues>, 'values' | 'failure'>,
      ): SecondFactorRequired => ({
        type: 'secondFactor.required',
        first: { method: 'googleLink', ...values },
        methods: failure?.methods ?? [],
      }),
    ),
  },
});

export type GoogleLinkRef = ActorRefFrom<typeof googleLinkMachine>;
