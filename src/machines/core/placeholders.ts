import { type AnyEventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** A placeholder for a call that the app `provide()`s; if it is not provided, the call fails with its name. */
export function placeholderPromise<Output, Input>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`provide ${name}`)));
}

/** A placeholder for a watcher that the app `provide()`s. The watcher sends events to its parent and receives none. */
export function placeholderCallback<Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) {
  return fromCallback<AnyEventObject, Input>(() => {
    throw new Error(`provide ${name}`);
  });
}

/** A value that an earlier state has set. Null is a programming error. */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('read before it was kept');
  return value;
}
