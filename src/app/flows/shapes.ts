import { type FoundMachine, findMachines } from './findMachines.ts';
import { graphOf, type MachineGraph } from './machineGraph.ts';

/** A chart, and the machines that share it: all machines of one factory have the same shape. */
export interface MachineShape {
  /** The folder in src/machines, empty for none, and the name; both from the first machine. */
  readonly folder: string;
  readonly name: string;
  readonly graph: MachineGraph;
  readonly machines: readonly FoundMachine[];
}

/** One shape for each different chart. */
export function shapesOf(found: readonly FoundMachine[]): MachineShape[] {
  const shapes = new Map<string, MachineShape>();
  for (const each of found) {
    const graph = graphOf(each.machine);
    const key = JSON.stringify(graph);
    const { folder, name } = each;
    const known = shapes.get(key) ?? { folder, name, graph, machines: [] };
    shapes.set(key, { ...known, machines: [...known.machines, each] });
  }
  return [...shapes.values()];
}

/** The shapes of all machines in src/machines. */
export const allShapes = () =>
  shapesOf(findMachines(import.meta.glob('../../machines/**/*.ts', { eager: true })));
