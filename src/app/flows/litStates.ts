import type { StateValue } from 'xstate';
import type { GraphState, MachineGraph } from './machineGraph.ts';

/** The paths of the states that a machine is in, with all that hold them. */
export function litStates(value: StateValue): ReadonlySet<string> {
  const below = (at: string, inner: StateValue | undefined): string[] => {
    if (inner === undefined) return [];
    const parts = typeof inner === 'string' ? { [inner]: undefined } : inner;
    return Object.entries(parts).flatMap(([name, deeper]) => {
      const path = at === '' ? name : `${at}.${name}`;
      return [path, ...below(path, deeper)];
    });
  };
  return new Set(['', ...below('', value)]);
}

/**
 * As `litStates`, of a flow trace's text: the names with a point between; regions that go on side by side stand behind each other, with two
 * points between. Null when the graph has no such states.
 */
export function litByText(graph: MachineGraph, text: string): ReadonlySet<string> | null {
  const lit = new Set(['']);
  // A region's text begins in the nearest parallel state above the one before it.
  let above = [graph.root];
  for (const part of text.split('..')) {
    const start = above.findLastIndex((state) => childOf(state, part.split('.')[0]) !== undefined);
    if (start < 0) return null;
    above = above.slice(0, start + 1);
    for (const name of part.split('.')) {
      const next = childOf(above.at(-1), name);
      if (!next) return null;
      above.push(next);
      lit.add(next.path);
    }
  }
  return lit;
}

const childOf = (state: GraphState | undefined, name: string | undefined) =>
  state?.states.find((each) => each.name === name);
