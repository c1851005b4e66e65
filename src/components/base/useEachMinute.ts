import { useSyncExternalStore } from 'react';

function eachMinute(tell: () => void): () => void {
  const timer = setInterval(tell, 60_000);
  return () => clearInterval(timer);
}

/** What changes as time passes, such as the day; read again each minute. `read` answers the same value (`Object.is`) until it has changed. */
export function useEachMinute<Value>(read: () => Value): Value {
  return useSyncExternalStore(eachMinute, read);
}
