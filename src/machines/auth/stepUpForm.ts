/** A fresh proof of the person. `submit` answers the proof, empty when it was already used. */
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';
import { checkFields, typedFactor } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

/** The method of the proof. `factor`: a code of an authenticator app or a recovery code, in one field. */
export type StepUpKind = 'passkey' | 'factor' | 'email' | 'password' | 'wallet' | 'openid';

/** What the proof is for: a quote, or replacing this device's lost key. */
export type StepUpSubject = `quote:${string}` | 'factors';

/** `code` belongs to `factor` or `email`, `password` to `password`; the other methods have nothing to type. */
export interface StepUpShown {
  readonly subject: StepUpSubject;
  readonly kind: StepUpKind;
  readonly code: string;
  readonly password: string;
}

/** Only the code and the password are typed. */
interface Values {
  readonly [name: string]: string;
  readonly subject: StepUpSubject;
  readonly kind: StepUpKind;
  readonly code: string;
  readonly password: string;
}

const codes = {
  factor: z.strictObject({ code: typedFactor }),
  email: z.strictObject({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'format')) }),
} as const;

export const stepUpForm = createFormMachine<Values, StepUpShown, string>({
  id: 'stepUpForm',
  empty: { subject: 'factors', kind: 'factor', code: '', password: '' },
  secrets: ['code', 'password'],
  fields: { recovery_code: 'code' },
  check({ subject, kind, code, password }) {
    const name = kind === 'password' ? 'password' : 'code';
    const isTyped = kind === 'password' || kind === 'factor' || kind === 'email';
    if (isTyped && { code, password }[name].trim() === '')
      return { ok: false, fields: { [name]: 'required' } };
    if (kind !== 'factor' && kind !== 'email')
      return { ok: true, value: { subject, kind, code: '', password } };
    const checked = checkFields(codes[kind], { code });
    return checked.ok
      ? { ok: true, value: { subject, kind, code: checked.value.code, password: '' } }
      : checked;
  },
});

export type StepUpFormRef = ActorRefFrom<typeof stepUpForm>;
