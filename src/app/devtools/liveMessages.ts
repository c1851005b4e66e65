import type { AnyEventObject, StateValue } from 'xstate';

/** The name of the BroadcastChannel between the app's tabs and `/__flows`. */
export const liveChannel = 'flows';

/** When a machine entered a state, in milliseconds since 1970, and by which event; null for its start. */
export interface LiveStep {
  readonly at: number;
  readonly state: StateValue;
  readonly event: string | null;
}

/** The state of a machine: the events it accepts, and its context as plain data without secrets. */
export interface LivePlace {
  readonly state: StateValue;
  readonly events: readonly string[];
  readonly context: unknown;
}

export interface LiveActor extends LivePlace {
  /** Unique across all tabs. */
  readonly id: string;
  /** The machine's id. */
  readonly machine: string;
  /** The names of the machine's top-level states, which distinguish machines with the same id. */
  readonly states: readonly string[];
  readonly isActive: boolean;
  /** Oldest first. */
  readonly steps: readonly LiveStep[];
}

export type FromPage =
  | { readonly type: 'actors.asked' }
  | { readonly type: 'event.asked'; readonly actor: string; readonly event: AnyEventObject }
  /** Starts a walk at one of the actor's steps; each of its events leads it on. */
  | {
      readonly type: 'walk.asked';
      readonly actor: string;
      readonly step: number;
      readonly events: readonly AnyEventObject[];
    };

export type FromApp =
  | { readonly type: 'actor.told'; readonly actor: LiveActor }
  | { readonly type: 'walk.told'; readonly actor: string; readonly place: LivePlace }
  | { readonly type: 'request.refused'; readonly reason: string }
  | { readonly type: 'tab.opened' }
  | { readonly type: 'tab.closed'; readonly tab: string };
