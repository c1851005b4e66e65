import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyEventObject, AnyStateMachine, InputFrom } from 'xstate';
import type { Gesture } from './gestures.ts';

/** What a person does, and the events that this sends to the machine, or to its child `at` (`quoteReview`, `list.part`). */
export interface PersonStep {
  readonly at?: string;
  readonly events: readonly AnyEventObject[];
  readonly by: Gesture;
  /** Where the screen offers it, if not wherever the actor takes it: elsewhere it comes from others alone. */
  readonly offered?: (actor: AnyActorRef, root: AnyActorRef) => boolean;
}

/** What comes from elsewhere: the parent, another tab, the address. */
export interface OutsideStep {
  readonly at?: string;
  readonly event: AnyEventObject;
  /** It comes with another address: the router says where the focus is. */
  readonly isNavigation?: true;
}

/** What an actor may answer or tell. `{}` for one that only runs. A function is asked when it is answered, with the clock. */
export interface ActorAnswers {
  readonly done?: readonly unknown[];
  readonly error?: readonly unknown[];
  /** Events that it sends to the machine that invokes it. */
  readonly says?: readonly AnyEventObject[];
}

/** How a machine looks on the screen. */
export interface ScreenMap<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly machine: Machine;
  /** Only for a machine that is not in `src/machines`. */
  readonly name?: string;
  /** Machines that are children of it, and whose transitions this replays to the last as well. */
  readonly covers?: readonly AnyStateMachine[];
  readonly input: (now: () => number) => InputFrom<Machine>;
  /** Null for a machine without a screen: its paths are replayed without one, and no event of it is a person's. */
  readonly screen: ((actor: ActorRefFrom<Machine>) => ReactNode) | null;
  /** The screen has its own frame. */
  readonly isWhole?: true;
  /** Whether it is on the screen at all; without this it always is. */
  readonly isShown?: (actor: ActorRefFrom<Machine>) => boolean;
  readonly person: readonly PersonStep[];
  readonly outside?: readonly OutsideStep[];
  /** By where the actor is: `submit`, `quoteReview.requestQuote`. */
  readonly answers: Readonly<Record<string, ActorAnswers>>;
  /** Actors that run as they are, by the name that they have in `setup`: they ask nobody outside. */
  readonly live?: readonly string[];
  /** Controls that change nothing but what is seen: "Show password". */
  readonly views?: readonly (string | RegExp)[];
  /** Its timers change nothing that is looked at here, and never ring. */
  readonly isTimeless?: boolean;
  /** What tells two snapshots of one state apart, where the form's values, errors and failure do not. */
  readonly distinguish?: (actor: ActorRefFrom<Machine>) => unknown;
  /** Where it is explored no further: what follows is another scene's. */
  readonly until?: (actor: ActorRefFrom<Machine>) => boolean;
  /** Transitions that nothing on the screen leads to, each with its reason. */
  readonly unreached?: Readonly<Record<string, string>>;
  /** After how many steps that take nothing new the search for paths ends, where 400 are too few. */
  readonly patience?: number;
  /** What begins elsewhere, or knows other steps, is explored by itself: all at once would be too many places. */
  readonly scenes?: readonly Scene<Machine>[];
}

type Scene<Machine extends AnyStateMachine> = Partial<
  Pick<
    ScreenMap<Machine>,
    | 'machine'
    | 'live'
    | 'input'
    | 'screen'
    | 'isTimeless'
    | 'isShown'
    | 'person'
    | 'outside'
    | 'answers'
    | 'views'
    | 'distinguish'
    | 'until'
    | 'patience'
  >
>;

/** The map itself, and each of its scenes as a map of its own. */
export const scenesOf = ({ scenes = [], ...map }: ScreenMap): ScreenMap[] => [
  map,
  ...scenes.map((scene) => ({ ...map, ...scene })),
];

interface Unseen<Machine extends AnyStateMachine>
  extends Omit<ScreenMap<Machine>, 'screen' | 'person' | 'isShown' | 'isWhole' | 'views'> {
  /** Why nobody sees it. */
  readonly why: string;
}

/** The map of a machine that has no screen. */
export const unseenMap = <Machine extends AnyStateMachine>({ why: _, ...map }: Unseen<Machine>): ScreenMap =>
  screenMap<Machine>({ ...map, screen: null, person: [] });

export type ActorOf<Machine extends AnyStateMachine> = ActorRefFrom<Machine>;

/** Keeps the types of a map's machine; a list of maps forgets them. */
export const screenMap = <Machine extends AnyStateMachine>(map: ScreenMap<Machine>): ScreenMap =>
  map as unknown as ScreenMap;
