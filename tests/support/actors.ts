import {
  type ActorRefFromLogic,
  type AnyActorLogic,
  type AnyEventObject,
  createActor,
  fromPromise,
  fromTransition,
  type InputFrom,
  type SimulatedClock,
} from 'xstate';
import { CallError, type Failure } from '../../contract/failure.ts';
import type { FailureCode } from '../../contract/failureCodes.ts';

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

/** An actor with a parent that writes down what it is told. */
export function asChild<Logic extends AnyActorLogic>(
  logic: Logic,
  input: InputFrom<Logic>,
  clock?: SimulatedClock,
): { readonly child: ActorRefFromLogic<Logic>; readonly told: AnyEventObject[] } {
  const told: AnyEventObject[] = [];
  const parent = createActor(
    fromTransition((_, event: AnyEventObject) => void told.push(event), undefined),
    clock ? { clock } : {},
  ).start();
  const child = createActor<AnyActorLogic>(logic, { input, parent });
  return { child: child.start() as ActorRefFromLogic<Logic>, told };
}

/** By what a flow asks for another page. */
export const addressRequested = (to: string) => ({ type: 'address.requested', to }) as const;

export function failure(code: FailureCode, more: Partial<Failure> = {}): Failure {
  return { code, fields: {}, retryAfter: null, requestId: null, ...more };
}

/** Everything that is already decided has arrived: answers settle in microtasks, which all run before this does. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
