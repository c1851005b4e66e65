import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromTransition,
  type InspectionEvent,
  type Snapshot,
  StateMachine,
} from 'xstate';
import { keeping } from './keptSystem.ts';
import type { ScreenMap } from './screenMap.ts';
import { StepClock } from './stepClock.ts';
import { inWords } from './transitions.ts';

type HeldEvent =
  | { readonly type: 'answered'; readonly output: unknown }
  | { readonly type: 'failed'; readonly error: unknown };

/** An actor that does nothing until the path says what it answers. */
const held: ActorLogic<Snapshot<unknown>, HeldEvent, unknown> = {
  transition: (snapshot, event): Snapshot<unknown> =>
    event.type === 'answered'
      ? { status: 'done', output: event.output, error: undefined }
      : event.type === 'failed'
        ? { status: 'error', output: undefined, error: event.error }
        : snapshot,
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
};

export const isMachine = (logic: AnyActorLogic): logic is AnyStateMachine => logic instanceof StateMachine;

/** The machine with its children, and every call of theirs held, but for those that are `live`. */
function holdCalls(machine: AnyStateMachine, live: readonly string[]): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>).map(
    ([name, logic]) => [name, live.includes(name) ? logic : isMachine(logic) ? holdCalls(logic, live) : held],
  );
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** One thing that happens. */
export type Happening =
  | { readonly type: 'person'; readonly index: number }
  | { readonly type: 'outside'; readonly index: number }
  | {
      readonly type: 'answer';
      readonly at: string;
      readonly kind: 'done' | 'error' | 'says';
      readonly index: number;
    }
  | { readonly type: 'time' };

/** Everything that can happen by a map, whether now or not. */
export function everyHappening({ person, outside = [], answers }: ScreenMap): Happening[] {
  return [
    ...person.map((_, index) => ({ type: 'person', index }) as const),
    ...outside.map((_, index) => ({ type: 'outside', index }) as const),
    ...Object.entries(answers).flatMap(([at, actor]) =>
      (['done', 'error', 'says'] as const).flatMap((kind) =>
        (actor[kind] ?? []).map((_, index) => ({ type: 'answer', at, kind, index }) as const),
      ),
    ),
    { type: 'time' },
  ];
}

interface SentEvent {
  readonly target: AnyActorRef;
  /** Undefined for the screen, and what is outside of the system. */
  readonly source: AnyActorRef | undefined;
  readonly event: AnyEventObject;
}

export interface HeldSystem {
  readonly root: AnyActorRef;
  readonly clock: StepClock;
  /** The actor at a place; undefined while there is none. */
  readonly find: (at: string | undefined) => AnyActorRef | undefined;
  /** Does what happens outside of the screen; a person's step sends its events. */
  readonly apply: (happening: Happening) => void;
  /** Keeps where the system stands: the answer brings it back there, with nothing taken or sent. */
  readonly keep: () => () => void;
  /** The transitions that were taken since it began, or was brought back, of the machines with these configs. */
  readonly taken: ReadonlyMap<unknown, ReadonlySet<string>>;
  /** The events that machines were sent, in order. */
  readonly sent: readonly SentEvent[];
  /** Tells of every change of every machine. */
  readonly watch: (tell: () => void) => () => void;
}

const heldMachines = new WeakMap<ScreenMap, AnyStateMachine>();

/** A machine and all of its children, alive, with a clock and calls that wait to be told. */
export function startHeld(map: ScreenMap): HeldSystem {
  const machine = heldMachines.get(map) ?? holdCalls(map.machine, map.live ?? []);
  heldMachines.set(map, machine);
  const clock = new StepClock();
  const taken = new Map<unknown, Set<string>>();
  const sent: SentEvent[] = [];
  const watchers = new Set<() => void>();
  const watch = (tell: () => void) => {
    watchers.add(tell);
    return () => void watchers.delete(tell);
  };
  const inspect = (seen: InspectionEvent) => {
    if (seen.type === '@xstate.event') {
      const { actorRef, sourceRef, event } = seen;
      sent.push({ target: actorRef as AnyActorRef, source: sourceRef as AnyActorRef | undefined, event });
    }
    if (seen.type === '@xstate.snapshot') for (const tell of watchers) tell();
    if (seen.type !== '@xstate.microstep') return;
    const { logic } = seen.actorRef as AnyActorRef & { logic: AnyActorLogic };
    if (!isMachine(logic)) return;
    const words = taken.get(logic.config) ?? new Set();
    taken.set(logic.config, words);
    const { _transitions: steps } = seen as { _transitions: AnyTransitionDefinition[] };
    for (const step of steps) if (step.source) words.add(inWords(step));
  };
  const parent = createActor(
    fromTransition(() => undefined, undefined),
    { clock, inspect },
  ).start();
  const keepActors = keeping(parent, clock);
  const root: AnyActorRef = createActor<AnyActorLogic>(machine, {
    parent,
    id: machine.id,
    input: map.input(clock.now),
  }).start();

  const find = (at = '') =>
    at
      .split('.')
      .filter((id) => id !== '')
      .reduce<AnyActorRef | undefined>((actor, id) => childrenOf(actor)[id], root);

  const answer = ({ at, kind, index }: Extract<Happening, { type: 'answer' }>) => {
    const chosen = map.answers[at]?.[kind]?.[index];
    const value = typeof chosen === 'function' ? chosen(clock.now()) : chosen;
    if (kind === 'says') find(parentPlace(at))?.send(value);
    else
      find(at)?.send(
        kind === 'done' ? { type: 'answered', output: value } : { type: 'failed', error: value },
      );
  };
  const sendTo = (at: string | undefined, events: readonly AnyEventObject[]) => {
    for (const event of events) find(at)?.send(event);
  };
  const apply = (happening: Happening) => {
    if (happening.type === 'time') return clock.next();
    if (happening.type === 'answer') return answer(happening);
    const { index } = happening;
    const step = happening.type === 'person' ? map.person[index] : map.outside?.[index];
    if (step) sendTo(step.at, 'events' in step ? step.events : [step.event]);
  };
  const keep = () => {
    const bringBack = keepActors();
    return () => {
      bringBack();
      taken.clear();
      sent.length = 0;
    };
  };
  return { root, clock, find, apply, keep, taken, sent, watch };
}

const parentPlace = (at: string) => at.split('.').slice(0, -1).join('.');

function childrenOf(actor: AnyActorRef | undefined): Record<string, AnyActorRef | undefined> {
  return (actor?.getSnapshot() as Partial<AnyMachineSnapshot> | undefined)?.children ?? {};
}

/** What was spawned without a name has another one in each system. */
const isSessionId = (id: string) => /^x:\d+$/.test(id);

/** Every actor below, by its place; those that hang on a machine alone. */
export function actorsUnder(actor: AnyActorRef, at = ''): [string, AnyActorRef][] {
  return Object.entries(childrenOf(actor)).flatMap(([id, child], index) => {
    const name = isSessionId(id) ? `spawned ${index}` : id;
    const place = at === '' ? name : `${at}.${name}`;
    return child ? [[place, child] as [string, AnyActorRef], ...actorsUnder(child, place)] : [];
  });
}

export const isHeld = (actor: AnyActorRef) => (actor as AnyActorRef & { logic: unknown }).logic === held;
export const logicOf = (actor: AnyActorRef) => (actor as AnyActorRef & { logic: AnyActorLogic }).logic;
