/** Sends the code of a second factor together with the first step's proof. `submit` answers a session. */
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';
import type { Credentials, Session } from '../../../contract/auth.ts';
import { checkFields, typedFactor } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { WalletProof } from './browserWallet.ts';

interface IdToken {
  readonly credential: string;
  readonly nonce: string;
}

/** The first step of a login that needs a second factor: it is sent again, with the code. */
export type FirstStep =
  | ({ readonly method: 'password' } & Credentials)
  | ({ readonly method: 'wallet' } & WalletProof)
  | ({ readonly method: 'google' } & IdToken)
  | ({ readonly method: 'googleLink'; readonly password: string } & IdToken);

/** A login that waits for its second factor. `methods`: the account's second factors; empty when the server does not say. */
export interface PendingLogin {
  readonly first: FirstStep;
  readonly methods: readonly string[];
}

export interface SecondFactorRequired extends PendingLogin {
  readonly type: 'secondFactor.required';
}

export interface SecondStep {
  readonly first: FirstStep;
  readonly otp: string;
}

/** Only the code is typed; the other fields come from the first step. */
interface Values {
  readonly [name: string]: string | boolean;
  readonly method: FirstStep['method'];
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  readonly credential: string;
  readonly nonce: string;
  readonly otp: string;
}

function firstStepOf(values: Values): FirstStep {
  const { method, email, password, remember, address, message, signature, credential, nonce } = values;
  if (method === 'password') return { method, email, password, remember };
  if (method === 'wallet') return { method, address, message, signature };
  if (method === 'google') return { method, credential, nonce };
  return { method, credential, nonce, password };
}

const code = z.strictObject({ otp: typedFactor });

export const secondFactorForm = createFormMachine<Values, SecondStep, Session>({
  id: 'secondFactorForm',
  empty: {
    method: 'password',
    email: '',
    password: '',
    remember: false,
    address: '',
    message: '',
    signature: '',
    credential: '',
    nonce: '',
    otp: '',
  },
  secrets: ['password', 'signature', 'credential', 'nonce', 'otp'],
  check(values) {
    if (values.otp.trim() === '') return { ok: false, fields: { otp: 'required' } };
    const checked = checkFields(code, { otp: values.otp });
    if (!checked.ok) return checked;
    return { ok: true, value: { first: firstStepOf(values), otp: checked.value.otp } };
  },
});

export type SecondFactorFormRef = ActorRefFrom<typeof secondFactorForm>;
