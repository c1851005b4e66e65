import { fromPromise } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { CallError, type Failure, type FailureCode } from '../../contract/failure.ts';

interface Call<Output, Input> {
  readonly input: Input;
  readonly signal: AbortSignal;
  readonly answer: (output: Output) => void;
  readonly fail: (code: FailureCode, more?: Partial<Failure>) => void;
}

/** A service whose calls are answered by hand, in the order and at the time that a test wants. */
export function manualCall<Output, Input>() {
  const calls: Call<Output, Input>[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise<Output>((resolve, reject) => {
        calls.push({
          input,
          signal,
          answer: resolve,
          fail: (code, more) => reject(new CallError(failure(code, more))),
        });
      }),
  );
  const at = (index: number): Call<Output, Input> => {
    const call = calls.at(index);
    if (!call) throw new Error(`there is no call ${index}`);
    return call;
  };
  return { logic, calls, last: () => at(-1), at };
}

export function failure(code: FailureCode, more: Partial<Failure> = {}): Failure {
  return { code, fields: {}, retryAfter: null, requestId: null, ...more };
}

/** Everything that is already decided has arrived: answers settle in microtasks, which all run before this does. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export function sessionOf(firstName: string, token = `token-${firstName}`): Session {
  return {
    token,
    user: {
      id: `id-${firstName}`,
      first_name: firstName,
      last_name: 'Lindgren',
      username: firstName.toLowerCase(),
      email: `${firstName.toLowerCase()}@example.com`,
      phone: null,
      date_of_birth: null,
      country: null,
      gender: null,
      address: null,
      city: null,
      zip_code: null,
      avatar_file: null,
      status: 'active',
      kyc_status: 'notStarted',
      created_at: '2026-01-01T00:00:00.000Z',
    },
  };
}
