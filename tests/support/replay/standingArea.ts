import type { AnyActorRef } from 'xstate';

/** An actor that has this snapshot alone, and never another. */
export const standing = <Actor>(snapshot: object): Actor =>
  ({
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => {} }),
  }) as Actor;

/** An area that has these children alone, and never others. */
export const standingArea = <Area>(children: Readonly<Record<string, AnyActorRef>>): Area =>
  standing({ children });
