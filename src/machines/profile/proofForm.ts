import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { passwordNeeded } from './passwordNeeded.ts';

/** The typed proof; `otp` is the code of a second factor. */
export interface TypedProof {
  readonly password: string;
  readonly code: string;
  readonly otp: string;
}

/** `hasPassword`: whether the password is required, as for an account without a second factor. */
export type ProofValues = {
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

/** A form that asks for nothing but a proof of the person. */
export function createProofForm<Output>(id: string) {
  return createFormMachine<ProofValues, TypedProof, Output>({
    id,
    empty: { hasPassword: false, password: '', code: '', otp: '' },
    secrets: ['password', 'code', 'otp'],
    check: (values) =>
      withCode(values, (typed) => {
        const fields = passwordNeeded(typed);
        return fields ? { ok: false, fields } : { ok: true, value: { password: typed.password } };
      }),
  });
}
