import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A machine's chart as plain data, the same for every machine of the same shape. */
export interface MachineGraph {
  readonly root: GraphState;
  readonly edges: readonly GraphEdge[];
}

export interface GraphState {
  /** The keys from the root, joined by points; empty for the root. */
  readonly path: string;
  readonly name: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly tags: readonly string[];
  /** The actors that run while the state is active. */
  readonly invokes: readonly string[];
  /** Transitions that do not leave the state. */
  readonly inside: readonly string[];
  /** The path of the initial child state. */
  readonly initial: string | null;
  readonly states: readonly GraphState[];
}

/** The transitions from one state to another; a label for each event, with its guard in brackets. */
interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
}

export function graphOf(machine: AnyStateMachine): MachineGraph {
  return { root: stateOf(machine.root), edges: edgesUnder(machine.root) };
}

function stateOf(node: AnyStateNode): GraphState {
  return {
    path: node.path.join('.'),
    name: node.path.length === 0 ? '' : node.key,
    kind: node.type,
    tags: [...node.tags],
    invokes: node.invoke.map(({ id }) => id),
    inside: transitionsOf(node)
      .filter(({ target }) => !target)
      .map(labelOf),
    initial: node.initial?.target[0]?.path.join('.') ?? null,
    states: Object.values(node.states).map(stateOf),
  };
}

function edgesUnder(node: AnyStateNode): GraphEdge[] {
  const from = node.path.join('.');
  const labels = new Map<string, string[]>();
  for (const transition of transitionsOf(node))
    for (const target of transition.target ?? []) {
      const to = target.path.join('.');
      labels.set(to, [...(labels.get(to) ?? []), labelOf(transition)]);
    }
  return [
    ...[...labels].map(([to, each]) => ({ from, to, labels: each })),
    ...Object.values(node.states).flatMap(edgesUnder),
  ];
}

/** Includes transitions that leave a state as soon as it is entered. */
const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];

function labelOf({ eventType, guard }: AnyTransitionDefinition): string {
  return guard ? `${eventText(eventType)} [${guardText(guard)}]` : eventText(eventType);
}

/** XState's own events in plain words: `xstate.done.actor.submit` is `submit: done`. */
export function eventText(type: string): string {
  if (type === '') return 'always';
  const [, kind = '', rest = ''] =
    /^xstate\.(done\.actor|done\.state|error\.actor|snapshot|after)\.(.*)$/.exec(type) ?? [];
  if (kind === 'after') return `after ${delayText(rest)}`;
  if (kind === 'done.state') return 'all done';
  if (kind === 'done.actor') return `${rest}: done`;
  if (kind === 'error.actor') return `${rest}: failed`;
  return kind === 'snapshot' ? `${rest}: changed` : type;
}

/** The state's id follows the delay's name or milliseconds. */
function delayText(rest: string): string {
  const [delay = ''] = rest.split('.');
  return /^\d+$/.test(delay) ? `${Number(delay) / 1000} s` : delay;
}

/** A guard is named in `setup`; `not`, `and` and `or` are functions that contain their operands. */
function guardText(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') {
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(guardText) : [];
    return parts.length === 0 ? guard.name : `${guard.name} ${parts.join(', ')}`;
  }
  if (typeof guard !== 'object' || guard === null || !('type' in guard)) return '';
  const params =
    'params' in guard && typeof guard.params === 'object' ? Object.values(guard.params ?? {}) : [];
  return [guard.type, ...params].join(' ');
}
