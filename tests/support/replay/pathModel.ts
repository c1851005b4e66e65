import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { nameOfMap } from './foundMachines.ts';
import {
  actorsUnder,
  everyHappening,
  type Happening,
  type HeldSystem,
  isHeld,
  isMachine,
  logicOf,
  startHeld,
} from './heldSystem.ts';
import type { PersonStep, ScreenMap } from './screenMap.ts';
import { knows, machinesIn, transitionsOf } from './transitions.ts';

/** Where a system has come to, with all that happened on the way. */
interface Place {
  readonly history: readonly Happening[];
  readonly key: string;
  /** The transitions that were taken on the way, of the machines that the map covers. */
  readonly taken: ReadonlySet<string>;
  /** How it goes on there; null where the search came before. */
  readonly further: {
    /** What can happen, as JSON. */
    readonly possible: ReadonlySet<string>;
    /** Brings the system of the search back there. */
    readonly bringBack: () => void;
  } | null;
}

interface PathModel {
  readonly states: number;
  /** Every transition of the machines that the map covers. */
  readonly transitions: readonly string[];
  /** The transitions that were taken anywhere. */
  readonly taken: ReadonlySet<string>;
  /** Ways that take together every transition that can be taken. */
  readonly paths: readonly (readonly Happening[])[];
}

interface Search {
  /** Transitions that need no path, because another one takes them. */
  readonly known?: ReadonlySet<string>;
  /** Whether all places are looked at, however long nothing new is found: only so it is certain that nothing leads to a transition. */
  readonly isWhole?: boolean;
}

/** The search ends when so many steps one after the other took no transition that was still missing. Maps whose searches take longer say so. */
const usualPatience = 400;

/**
 * The paths of a machine by its map: `xstate/graph` explores the machine together with its children. One system is brought back to each
 * place and takes each step from there.
 */
export function pathsOf(map: ScreenMap, { known = new Set(), isWhole = false }: Search = {}): PathModel {
  expectKnown(map);
  const happenings = everyHappening(map);
  const transitions = coveredMachines(map).flatMap(transitionsOf);
  const missing = new Set(transitions.filter((word) => !known.has(word) && !(word in (map.unreached ?? {}))));
  const { patience = usualPatience } = map;
  let inVain = 0;
  const system = startHeld(map);
  const seen = new Set<string>();
  const placeAfter = (history: readonly Happening[], before: ReadonlySet<string>): Place => {
    const taken = new Set([...before, ...takenBy(map, system)]);
    inVain = [...taken].filter((word) => missing.delete(word)).length > 0 ? 0 : inVain + 1;
    const key = keyOf(map, system.root);
    if (seen.has(key)) return { history, key, taken, further: null };
    seen.add(key);
    if (isWhole) expectAsAnew(map, history, key);
    const possible = happenings.filter((each) => canHappen(map, system, each));
    return {
      ...{ history, key, taken },
      further: {
        possible: new Set(possible.map((each) => JSON.stringify(each))),
        bringBack: system.keep(),
      },
    };
  };
  const step = ({ history, taken, further }: Place, happening: Happening): Place => {
    further?.bringBack();
    system.apply(happening);
    return placeAfter([...history, happening], taken);
  };
  const graph = getAdjacencyMap(
    {
      transition: step,
      getInitialSnapshot: () => placeAfter([], new Set()),
      getPersistedSnapshot: (place: Place) => place,
    } as never,
    {
      events: happenings,
      serializeState: (place: Place) => place.key,
      serializeEvent: (happening: Happening) => JSON.stringify(happening),
      filterEvents: (place: Place, happening: Happening) =>
        place.further?.possible.has(JSON.stringify(happening)) ?? false,
      // The shortest ways come first.
      stopWhen: () => !isWhole && (missing.size === 0 || inVain > patience),
      limit: 30_000,
    } as never,
  ) as unknown as Record<string, { state: Place; transitions: Record<string, { state: Place }> }>;

  const places = Object.values(graph).flatMap(({ state, transitions }) => [
    state,
    ...Object.values(transitions).map((edge) => edge.state),
  ]);
  return {
    states: new Set(places.map(({ key }) => key)).size,
    transitions,
    taken: new Set(places.flatMap(({ taken }) => [...taken])),
    paths: fewTogether(places, known).map(({ history }) => history),
  };
}

/** Fails where a system that was brought back came to another place than one that begins anew. */
function expectAsAnew(map: ScreenMap, history: readonly Happening[], key: string): void {
  const system = startHeld(map);
  for (const each of history) system.apply(each);
  if (keyOf(map, system.root) !== key)
    throw new Error(
      `${nameOfMap(map)} comes by ${JSON.stringify(history)} to another place when it begins anew: something in it changes that is kept neither in snapshots nor by timers (tests/support/replay/keptSystem.ts)`,
    );
}

/** What an actor tells, also where it depends on the clock. */
const told = (event: unknown) => (typeof event === 'function' ? event(0) : event) as AnyEventObject;

/** Fails when a map names an event that no state takes: nothing would ever be replayed of it. */
function expectKnown(map: ScreenMap): void {
  const machines = machinesIn(map.machine);
  const named: [place: string, events: readonly AnyEventObject[]][] = [
    ['person', map.person.flatMap(({ events }) => events)],
    ['outside', (map.outside ?? []).map(({ event }) => event)],
    ['answers', Object.values(map.answers).flatMap(({ says = [] }) => says.map(told))],
  ];
  for (const [place, events] of named)
    for (const { type } of events)
      if (!machines.some((machine) => knows(machine, type)))
        throw new Error(
          `"${place}" of the screen map of ${nameOfMap(map)} names the event "${type}", which no state of ${map.machine.id} or of its children takes: correct it there, or let a state take it`,
        );
}

export const coveredMachines = ({ machine, covers = [] }: ScreenMap) => [machine, ...covers];

/** Drawing a screen anew, with which each way begins, costs about as much as so many of its steps. */
const stepsOfDrawing = 2;

/** Few and short ways that take together every transition that can be taken: always the one next that takes most of the rest for what it costs. */
function fewTogether(places: readonly Place[], taken: ReadonlySet<string>): Place[] {
  const rest = new Set(places.flatMap((place) => [...place.taken]).filter((word) => !taken.has(word)));
  const worth = (place: Place) =>
    [...place.taken].filter((word) => rest.has(word)).length / (place.history.length + stepsOfDrawing);
  const chosen: Place[] = [];
  while (rest.size > 0) {
    const next = places.reduce((best, place) => (worth(place) > worth(best) ? place : best));
    for (const word of next.taken) rest.delete(word);
    chosen.push(next);
  }
  return chosen;
}

/** The transitions that a system has taken, of the machines that its map covers. */
export function takenBy(map: ScreenMap, { taken }: HeldSystem): ReadonlySet<string> {
  return new Set(coveredMachines(map).flatMap(({ config }) => [...(taken.get(config) ?? [])]));
}

/** Whether the machine is on the screen. */
export const isShown = (map: ScreenMap, root: AnyActorRef) =>
  map.screen !== null && (map.isShown?.(root as never) ?? true);

/** Whether something can happen now. Typing what stands there already is nothing. */
function canHappen(map: ScreenMap, { root, clock, find }: HeldSystem, happening: Happening): boolean {
  if (root.getSnapshot().status !== 'active' || map.until?.(root as never)) return false;
  switch (happening.type) {
    case 'time':
      return !map.isTimeless && clock.isWaiting();
    case 'person': {
      const step = map.person[happening.index];
      const actor = step && find(step.at);
      if (!isShown(map, root)) return false;
      return (
        actor !== undefined && step !== undefined && offers(actor, step, root) && changes(actor, step.events)
      );
    }
    case 'outside': {
      const step = map.outside?.[happening.index];
      const actor = step && find(step.at);
      return actor !== undefined && step !== undefined && takes(actor, [step.event]);
    }
    case 'answer': {
      const actor = find(happening.at);
      return actor !== undefined && isHeld(actor) && actor.getSnapshot().status === 'active';
    }
  }
}

/** Whether a machine has a transition for each of the events, also one that deliberately does nothing. */
function takes(actor: AnyActorRef, events: readonly AnyEventObject[]): boolean {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  if (snapshot.status !== 'active') return false;
  return events.every((event) => (snapshot.machine.getTransitionData(snapshot, event)?.length ?? 0) > 0);
}

/** Whether a person can do this step now, by the map. */
export const offers = (actor: AnyActorRef, { events, offered }: PersonStep, root: AnyActorRef): boolean =>
  takes(actor, events) && (offered?.(actor, root) ?? true);

function changes(actor: AnyActorRef, events: readonly AnyEventObject[]): boolean {
  const { values } = (actor.getSnapshot() as AnyMachineSnapshot).context;
  return events.some((event) => {
    if (event.type === 'field.changed') return values[event.name] !== event.value;
    if (event.type !== 'fields.changed') return true;
    return Object.entries(event.values).some(([name, value]) => values[name] !== value);
  });
}

/** What two systems are told apart by: the states of all their machines, and what each shows of its context. */
export function keyOf(map: ScreenMap, root: AnyActorRef): string {
  const all = [['', root] as const, ...actorsUnder(root)];
  const told = all.map(([at, actor]) => {
    const logic = logicOf(actor);
    if (isMachine(logic)) {
      const { value, status, context }: AnyMachineSnapshot = actor.getSnapshot();
      return [at, value, status, shapeOf(context)];
    }
    if (isHeld(actor) && !(at in map.answers)) {
      throw new Error(
        `${map.machine.id} waits for "${at}": write what it may answer into "answers" of the screen map of ${nameOfMap(map)}`,
      );
    }
    return [at, actor.getSnapshot().status];
  });
  return JSON.stringify([told, map.distinguish?.(root as never)]);
}

/** The states alone, of all machines: what is looked at once by axe. */
export function statesIn(root: AnyActorRef): string {
  const all = [['', root] as const, ...actorsUnder(root)];
  return JSON.stringify(
    all.flatMap(([at, actor]) => (isMachine(logicOf(actor)) ? [[at, actor.getSnapshot().value]] : [])),
  );
}

/** A context by what a person is shown of it: what is typed, what is wrong, and whether the rest is there. */
const shapeOf = (context: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(context).map(([name, value]) =>
    name in shownWhole ? shownWhole[name]?.(value) : sizeOf(value),
  );

const upToSeven = (value: unknown) => Math.min(Number(value), 7);
const names = (value: unknown) => Object.keys(value ?? {});

const shownWhole: Readonly<Record<string, (value: unknown) => unknown>> = {
  values: (value) => value,
  errors: names,
  refused: names,
  failure: (value) => (value as { code: string } | null)?.code ?? null,
  secondsLeft: upToSeven,
  renewals: upToSeven,
  attempts: upToSeven,
};

/** Nothing, or something. */
function sizeOf(value: unknown): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return null;
  if (Array.isArray(value)) return Math.min(value.length, 2);
  return value === null || value === undefined || value === '' ? null : 'there';
}
