import { expect } from 'vitest';
import {
  type Actor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type InputFrom,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { nodesUnder } from './replay/transitions.ts';

/**
 * What the actors of a machine may answer: by invoke id, every output and every error worth telling apart.
 * `{}` for those that run as long as their state does. What can fail is a call: somebody waits for it.
 */
type Answers = Readonly<
  Record<
    string,
    {
      done?: readonly unknown[];
      error?: readonly unknown[];
      /** The way out of a call that never answers is the parent's, which stops the whole machine. */
      isStoppedByParent?: true;
    }
  >
>;

export interface Exploration<Machine extends AnyStateMachine> {
  readonly input: InputFrom<Machine>;
  readonly events: readonly EventFromLogic<Machine>[];
  readonly answers: Answers;
  /** What tells two snapshots of the same state apart, besides the state; JSON. */
  readonly distinguish?: (snapshot: SnapshotFrom<Machine>) => unknown;
}

interface Path<Machine extends AnyStateMachine> {
  readonly snapshot: SnapshotFrom<Machine>;
  /** The types of the events that lead there, in order. */
  readonly events: readonly string[];
}

/** Every snapshot that the events can lead to, each with the shortest way there. */
export function explore<Machine extends AnyStateMachine>(
  machine: Machine,
  exploration: Exploration<Machine>,
): Path<Machine>[] {
  return getShortestPaths<AnyStateMachine>(machine, {
    input: exploration.input,
    events: everyEvent(machine, exploration),
    filterEvents: (snapshot: AnyMachineSnapshot, event) => snapshot.can(event),
    serializeState: (snapshot: AnyMachineSnapshot) => keyOf(exploration, snapshot),
    stopWhen: (snapshot: AnyMachineSnapshot) => snapshot.status !== 'active',
    limit: 20_000,
  }).map(({ state, steps }) => ({
    snapshot: state as SnapshotFrom<Machine>,
    events: steps.map(({ event }) => event.type).slice(1),
  }));
}

/** Every snapshot that the events can lead to. */
export function reachableSnapshots<Machine extends AnyStateMachine>(
  machine: Machine,
  exploration: Exploration<Machine>,
): SnapshotFrom<Machine>[] {
  return explore(machine, exploration).map(({ snapshot }) => snapshot);
}

interface Step<Machine extends AnyStateMachine> {
  readonly from: SnapshotFrom<Machine>;
  readonly event: AnyEventObject;
  readonly to: SnapshotFrom<Machine>;
}

/** Every step that leads from a reachable snapshot to the next one. */
export function everyStep<Machine extends AnyStateMachine>(
  machine: Machine,
  exploration: Exploration<Machine>,
): Step<Machine>[] {
  const events = everyEvent(machine, exploration);
  return reachableSnapshots(machine, exploration).flatMap((from) => {
    const active: AnyMachineSnapshot = from;
    return events
      .filter((event) => active.status === 'active' && active.can(event))
      .map((event) => {
        const [to] = transition<AnyStateMachine>(machine, active, event);
        return { from, event, to: to as SnapshotFrom<Machine> };
      });
  });
}

/** An actor that stands still in `snapshot`: what a screen is drawn from. It has the `children` that are given, by id, and no others. */
export function actorAt<Machine extends AnyStateMachine>(
  machine: Machine,
  { value, context }: SnapshotFrom<Machine>,
  children: Readonly<Record<string, AnyMachineSnapshot>> = {},
): Actor<Machine> {
  const still: AnyMachineSnapshot = machine.resolveState({ value, context });
  const invoked = still._nodes.flatMap(({ invoke }) => invoke);
  const standing = Object.entries(children).map(([id, child]) => {
    const src = invoked.find((each) => each.id === id)?.src;
    if (src === undefined) throw new Error(`${id} is not invoked here`);
    const logic: AnyStateMachine = machine.implementations.actors[String(src)] as AnyStateMachine;
    return [
      id,
      { src, snapshot: logic.resolveState({ value: child.value, context: child.context }) },
    ] as const;
  });
  const snapshot: AnyMachineSnapshot = { ...still, children: Object.fromEntries(standing) };
  return createActor<AnyStateMachine>(machine, { snapshot }) as Actor<Machine>;
}

/**
 * Fails unless every state is reached, every snapshot but a final one (and those in a state that is in `lasting`,
 * by id) can be left, and every call that may never answer has another way out.
 */
export function expectSound<Machine extends AnyStateMachine>(
  machine: Machine,
  exploration: Exploration<Machine>,
  lasting: readonly string[] = [],
): void {
  const paths = explore(machine, exploration);
  const events = everyEvent(machine, exploration);
  const active: AnyMachineSnapshot[] = paths
    .map(({ snapshot }) => snapshot as AnyMachineSnapshot)
    .filter(({ status }) => status === 'active');

  const reached = new Set(paths.flatMap(({ snapshot }) => idsOf(snapshot)));
  expect({ unreached: stableStates(machine).filter((id) => !reached.has(id)) }).toEqual({ unreached: [] });

  const reaches = (
    from: AnyMachineSnapshot,
    by: AnyEventObject[],
    isGoal: (to: AnyMachineSnapshot) => boolean,
  ) => {
    const queue = [from];
    const seen = new Set<string>();
    for (const current of queue) {
      for (const event of by.filter((event) => current.can(event))) {
        const [next] = transition<AnyStateMachine>(machine, current, event);
        if (isGoal(next)) return true;
        const key = keyOf(exploration, next);
        if (!seen.has(key)) queue.push(next);
        seen.add(key);
      }
    }
    return false;
  };

  const stuck = active.filter(
    (snapshot) =>
      !idsOf(snapshot).some((id) => lasting.includes(id)) &&
      !reaches(snapshot, events, (next) => stateOf(next) !== stateOf(snapshot)),
  );
  expect({ deadEnds: stuck.map(stateOf) }).toEqual({ deadEnds: [] });

  const calls = Object.entries(exploration.answers)
    .filter(([, { error, isStoppedByParent }]) => error && !isStoppedByParent)
    .map(([id]) => id);
  const ways = events.filter(({ type }) => !/^xstate\.(?:done|error)\.actor\./.test(type));
  const hanging = active.flatMap((snapshot) =>
    calls
      .filter((id) => snapshot.children[id])
      .filter((id) => !reaches(snapshot, ways, ({ children }) => children[id] !== snapshot.children[id]))
      .map((id) => `${id} in ${stateOf(snapshot)}`),
  );
  expect({ hanging }).toEqual({ hanging: [] });
}

/** The machine's own events, and done, error and after of every invoke and delay. */
function everyEvent<Machine extends AnyStateMachine>(
  machine: Machine,
  { events, answers }: Exploration<Machine>,
): AnyEventObject[] {
  const lifecycle = nodesUnder(machine.root).flatMap((node) => [
    ...[...node.transitions.keys()]
      .filter((type) => type.startsWith('xstate.after.'))
      .map((type) => ({ type })),
    ...node.invoke.flatMap(({ id }) => {
      const answer = answers[id];
      if (!answer) throw new Error(`no answers for ${id}`);
      return [
        ...(answer.done ?? []).map((output) => ({ type: `xstate.done.actor.${id}`, output })),
        ...(answer.error ?? []).map((error) => ({ type: `xstate.error.actor.${id}`, error })),
      ];
    }),
  ]);
  return [...events, ...lifecycle];
}

/** The ids of all states but those that are left as soon as they are entered. */
function stableStates(machine: AnyStateMachine): string[] {
  return nodesUnder(machine.root)
    .filter(({ always }) => !always?.some(({ guard }) => !guard))
    .map(({ id }) => id);
}

function keyOf<Machine extends AnyStateMachine>(
  { distinguish = () => null }: Exploration<Machine>,
  snapshot: AnyMachineSnapshot,
): string {
  return JSON.stringify([snapshot.value, snapshot.status, distinguish(snapshot as SnapshotFrom<Machine>)]);
}

const idsOf = (snapshot: AnyMachineSnapshot): string[] => snapshot._nodes.map(({ id }) => id);
const stateOf = (snapshot: AnyMachineSnapshot): string => JSON.stringify(snapshot.value);
