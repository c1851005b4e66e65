import { type AnyEventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';

/** The place of a call that the app `provide()`s; forgotten, it fails where it is needed and says which it is. */
export function placeholderPromise<Output, Input>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`provide ${name}`)));
}

/** The place of a watcher that the app `provide()`s. It tells its parent what happened, and is told nothing. */
export function placeholderCallback<Input extends NonReducibleUnknown = NonReducibleUnknown>(name: string) {
  return fromCallback<AnyEventObject, Input>(() => {
    throw new Error(`provide ${name}`);
  });
}

/** What a state before this one has kept. Null is a fault of the machine, not of the person. */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('read before it was kept');
  return value;
}
