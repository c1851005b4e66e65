import type { AnyActorRef } from 'xstate';

/** An area that has these children alone, and never others. */
export const standingArea = <Area>(children: Readonly<Record<string, AnyActorRef>>): Area =>
  ({
    getSnapshot: () => ({ children }),
    subscribe: () => ({ unsubscribe: () => {} }),
  }) as Area;
