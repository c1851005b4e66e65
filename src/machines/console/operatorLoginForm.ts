/** Logging in as an operator. `submit` stores the session and answers the operator. */
import type { ActorRefFrom } from 'xstate';
import { operatorLoginCall } from '../../../contract/operatorSessions.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { Checked } from '../core/formState.ts';
import type { ConsoleOperator } from './consoleAreas.ts';

interface Values {
  readonly [name: string]: string;
  readonly name: string;
  readonly password: string;
  readonly otp: string;
}

export interface OperatorCredentials {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

const credentials = operatorLoginCall.body();

export const operatorLoginForm = createFormMachine<Values, OperatorCredentials, ConsoleOperator>({
  id: 'operatorLoginForm',
  empty: { name: '', password: '', otp: '' },
  secrets: ['password', 'otp'],
  fields: { code: 'otp' },
  check({ name, password, otp }): Checked<OperatorCredentials> {
    const checked = checkFields(credentials, {
      name: name.trim(),
      password,
      code: otp.replaceAll(/\s/g, ''),
    });
    if (checked.ok) return checked;
    const { code, ...others } = checked.fields;
    return { ok: false, fields: { ...others, ...(code && { otp: code }) } };
  },
});

export type OperatorLoginRef = ActorRefFrom<typeof operatorLoginForm>;
