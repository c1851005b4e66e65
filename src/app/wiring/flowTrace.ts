import type { InspectionEvent } from 'xstate';
import type { Clock } from '../../services/core/clock.ts';

/** One step of a flow, described by names from the code only: never typed, shown or received values. */
export interface FlowTraceStep {
  readonly at: string;
  readonly flow: string;
  readonly state: string;
  readonly event: string | null;
  readonly problem: unknown;
  readonly request_id: unknown;
}

/** The last steps of the flows, oldest first, which a person may attach for support. They are in memory only. */
export interface FlowTrace {
  /** Receives all inspection events of the app's actors. */
  inspect(event: InspectionEvent): void;
  read(): readonly FlowTraceStep[];
  forget(): void;
}

const most = 100;
/** Display preferences and toasts are not flows. */
const silent = ['toasts', 'preferences'];

export function createFlowTrace(clock: Pick<Clock, 'now'>): FlowTrace {
  const states = new WeakMap<object, string>();
  let steps: readonly FlowTraceStep[] = [];
  return {
    inspect(event) {
      if (event.type !== '@xstate.snapshot') return;
      const { machine, value, context } = event.snapshot as Partial<Inspected>;
      const state = stateText(value);
      const isStep = machine && state !== '' && states.get(event.actorRef) !== state;
      if (!isStep || silent.includes(machine.id)) return;
      states.set(event.actorRef, state);
      const step = {
        at: new Date(clock.now()).toISOString(),
        flow: word(machine.id),
        state: word(state),
        event: event.event.type === 'xstate.init' ? null : word(event.event.type),
        problem: context?.failure?.code ?? null,
        request_id: context?.failure?.requestId ?? null,
      };
      steps = [...steps, step].slice(-most);
    },
    read: () => steps,
    forget() {
      steps = [];
    },
  };
}

/** The fields of a machine's snapshot, which other actors lack. */
interface Inspected {
  readonly machine: { readonly id: string };
  readonly value: unknown;
  readonly context: { readonly failure?: { readonly code: unknown; readonly requestId: unknown } | null };
}

/** `{here: {drafting: 'filling'}}` is `here.drafting.filling`; parallel regions follow each other. */
function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, below]) => [name, stateText(below)].filter((part) => part !== '').join('.'))
    .join('..');
}

/** Replaces characters that the contract does not allow in a name. */
const word = (text: string) => text.replace(/[^A-Za-z0-9.]/g, '.').slice(0, 80);
