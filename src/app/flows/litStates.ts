import type { StateValue } from 'xstate';
import type { GraphState, MachineGraph } from './machineGraph.ts';

/** The paths of a machine's active states, with their parents. */
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
 * Like `litStates`, from the text of a flow trace: names joined by a point, parallel regions one after the other joined by two
 * points. Null when the graph has no such states.
 */
export function litByText(graph: MachineGraph, text: string): ReadonlySet<string> | null {
  const lit = new Set(['']);
  // A region's text begins in the nearest parallel state above the previous one.
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
