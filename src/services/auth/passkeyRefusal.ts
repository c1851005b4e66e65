import { CallError, failureOf } from '../../../contract/failure.ts';
import type { PasskeyFailureCode } from '../../../contract/failureCodes.ts';
import type { Rule } from '../../../contract/rules.ts';

const codes: Partial<Record<Rule, PasskeyFailureCode>> = {
  domain: 'PASSKEY_DOMAIN',
  mismatch: 'PASSKEY_UNKNOWN',
  taken: 'PASSKEY_PRESENT',
};

/** Makes a call with a signature of a device. The server names the problem as a rule (decision 107), which gets its own text. */
export async function sendSigned<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const failure = failureOf(error);
    const rule = failure.fields.assertion ?? failure.fields.registration;
    if (!rule) throw error;
    throw new CallError({ ...failure, code: codes[rule] ?? 'PASSKEY_REFUSED', fields: {} }, { cause: error });
  }
}
