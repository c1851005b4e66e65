import type { SnapshotFrom, StateValue } from 'xstate';
import type { LivePlace, LiveStep } from '../devtools/liveMessages.ts';
import type { flowsMachine } from './flowsMachine.ts';
import { litByText, litStates } from './litStates.ts';
import type { MachineShape } from './shapes.ts';

export const chartKey = ({ folder, name }: Pick<MachineShape, 'folder' | 'name'>) =>
  folder === '' ? name : `${folder}/${name}`;

/** A line of a history: the event that led to a state, and how long the state lasted, in milliseconds; null while it lasts. */
interface ShownStep {
  readonly state: string;
  readonly event: string | null;
  readonly lasted: number | null;
  readonly problem: string | null;
}

export interface View {
  readonly title: string;
  readonly shape: MachineShape | null;
  readonly lit: ReadonlySet<string>;
  readonly steps: readonly ShownStep[];
  /** The index of the shown step in `steps`. */
  readonly step: number;
  readonly place: LivePlace | null;
}

type Snapshot = SnapshotFrom<typeof flowsMachine>;

/** All data that the page draws, from the machine's snapshot. */
export function viewOf(shapes: readonly MachineShape[], snapshot: Snapshot): View {
  const { actors, actor, chart, place, step, trace } = snapshot.context;
  if (snapshot.matches('replaying')) return traceView(shapes, trace, step);
  const live = actor === null ? undefined : actors[actor];
  if (!live) {
    const shape = shapes.find((each) => chartKey(each) === chart) ?? null;
    return { title: chart, shape, lit: new Set(), steps: [], step: -1, place: null };
  }
  const isWalk = snapshot.matches('walking');
  const shown = isWalk ? place : live;
  const shape = shapes.find(
    ({ graph, machines }) =>
      machines.some(({ machine }) => machine.id === live.machine) &&
      graph.root.states.map(({ name }) => name).join() === live.states.join(),
  );
  return {
    title: `${live.machine} (${live.id})`,
    shape: shape ?? null,
    lit: shown ? litStates(shown.state) : new Set(),
    steps: stepsOf(live.steps),
    step: isWalk ? step : live.steps.length - 1,
    place: shown,
  };
}

function stepsOf(steps: readonly LiveStep[]): ShownStep[] {
  return steps.map(({ at, event, state }, index) => ({
    state: stateText(state),
    event,
    lasted: lastedUntil(at, steps[index + 1]?.at),
    problem: null,
  }));
}

/** `{here: {drafting: 'filling'}}` is `here.drafting.filling`; parallel regions are separated by a comma. */
const stateText = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, below]) => (below === undefined ? name : `${name}.${stateText(below)}`))
        .join(', ');

const lastedUntil = (at: number, next: number | undefined) => (next === undefined ? null : next - at);

function traceView(shapes: readonly MachineShape[], trace: Snapshot['context']['trace'], step: number): View {
  const at = trace[step];
  const candidates = at
    ? shapes
        .filter(({ machines }) => machines.some(({ machine }) => nameInTrace(machine.id) === at.flow))
        .map((shape) => ({ shape, lit: litByText(shape.graph, at.state) }))
    : [];
  const found = candidates.find(({ lit }) => lit !== null) ?? candidates[0];
  return {
    title: at ? `${at.flow}, step ${step + 1} of ${trace.length}` : '',
    shape: found?.shape ?? null,
    lit: found?.lit ?? new Set(),
    steps: trace.map(({ at: began, flow, state, event, problem, request_id }, index) => {
      // A flow's state lasts until the next step of the same flow.
      const next = trace.slice(index + 1).find((each) => each.flow === flow);
      return {
        state: `${flow}: ${state}`,
        event,
        lasted: lastedUntil(Date.parse(began), next && Date.parse(next.at)),
        problem: problem && [problem, request_id].filter(Boolean).join(' '),
      };
    }),
    step,
    place: null,
  };
}

/** The name in the format of the trace. */
const nameInTrace = (id: string) => id.replace(/[^A-Za-z0-9.]/g, '.').slice(0, 80);
