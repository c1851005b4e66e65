import { type AnyStateMachine, StateMachine } from 'xstate';
import type { ScreenMap } from './screenMap.ts';

/** A machine of `src/machines`, by its file and the name of its export. */
interface FoundMachine {
  readonly name: string;
  readonly machine: AnyStateMachine;
}

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('/src/machines/**/*.ts', { eager: true });

/** Every machine that `src/machines` exports, found by looking: `auth/signInMachine.ts signInMachine`. */
export const foundMachines: readonly FoundMachine[] = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported).flatMap(([name, value]) =>
    value instanceof StateMachine
      ? [{ name: `${path.replace('/src/machines/', '')} ${name}`, machine: value as AnyStateMachine }]
      : [],
  ),
);

/** What to do about a machine that no map is of. */
export function missingMap(name: string): string {
  const [, room, file] = /^(?:([^/]+)\/)?(.+?)(?:Machine)?\.ts /.exec(name) ?? [];
  return `${name} has no screen map: write how its events look on the screen into tests/replay/${room ?? 'app'}/${file}.tsx (screenMap, or unseenMap when nobody sees it)`;
}

/** The name of a machine, also of one that was `provide()`d with something: they share their config. */
export function nameOf(machine: AnyStateMachine): string {
  const found = foundMachines.find((each) => each.machine.config === machine.config);
  if (!found) throw new Error(`${machine.id} is not exported by a file of src/machines`);
  return found.name;
}

/** The name of the machine that a map is of. */
export const nameOfMap = ({ machine, name }: Pick<ScreenMap, 'machine' | 'name'>): string =>
  name ?? nameOf(machine);
