import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';

export const nodesUnder = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesUnder),
];

/** Every transition of a machine in words: `signIn.editing: form.submitted [1]`, the second that is tried. */
export function transitionsOf(machine: AnyStateMachine): string[] {
  return nodesUnder(machine.root).flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flat().map(inWords),
  );
}

/** Where a transition begins, its event, and its place among those of that event. */
export function inWords(transition: AnyTransitionDefinition): string {
  const { source, eventType } = transition;
  const same = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  const place = same.length > 1 ? ` [${same.indexOf(transition)}]` : '';
  return `${source.id}: ${eventType === '' ? 'always' : eventType}${place}`;
}

/** Whether a state of the machine takes events of a type. */
export const knows = ({ events }: AnyStateMachine, type: string): boolean =>
  events.some(
    (each) => each === type || each === '*' || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))),
  );

/** A machine and all that it may start. */
export const machinesIn = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors as Record<string, unknown>).flatMap((logic) =>
    logic instanceof StateMachine ? machinesIn(logic) : [],
  ),
];

/** The states that a machine can stand in. */
export function statesOf(machine: AnyStateMachine): string[] {
  return nodesUnder(machine.root)
    .filter(({ type, always }) => type !== 'parallel' && type !== 'compound' && !always?.some(isUnguarded))
    .map(({ id }) => id);
}

const isUnguarded = ({ guard }: AnyTransitionDefinition) => !guard;
