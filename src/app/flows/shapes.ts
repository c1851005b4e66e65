import { type FoundMachine, findMachines } from './findMachines.ts';
import { graphOf, type MachineGraph } from './machineGraph.ts';

/** A chart, and the machines that have it: what one factory makes has one shape. */
export interface MachineShape {
  /** The folder in src/machines, empty for none, and the name: both of its first machine. */
  readonly folder: string;
  readonly name: string;
  readonly graph: MachineGraph;
  readonly machines: readonly FoundMachine[];
}

/** One for each chart that differs. */
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

/** Of everything in src/machines. */
export const allShapes = () =>
  shapesOf(findMachines(import.meta.glob('../../machines/**/*.ts', { eager: true })));
