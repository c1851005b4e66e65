import { type AnyStateMachine, StateMachine } from 'xstate';

export interface FoundMachine {
  /** The name of the folder in src/machines; empty for a file beside the folders. */
  readonly folder: string;
  /** The name of the export without "Machine", or of the actor by which another machine has it. */
  readonly name: string;
  readonly machine: AnyStateMachine;
}

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Every machine of `modules` (path to exports), those that have a name of their own before those that others only have as actors.
 * A `create…Machine` is called with a description of which only the id is known; what cannot be made of that is found where it is made.
 */
export function findMachines(modules: Modules): FoundMachine[] {
  const found = new Map<AnyStateMachine, FoundMachine>();
  const add = (folder: string, name: string, machine: unknown) => {
    if (machine instanceof StateMachine && !found.has(machine)) found.set(machine, { folder, name, machine });
  };
  const exported = Object.entries(modules)
    .flatMap(([path, module]) =>
      Object.entries(module).map(([name, value]) => ({ folder: folderOf(path), name, value })),
    )
    // Others are made by what is in `core`.
    .sort((one, other) => Number(other.folder === 'core') - Number(one.folder === 'core'));
  for (const { folder, name, value } of exported) {
    const made = /^create(\w+)Machine$/.exec(name)?.[1];
    if (made && typeof value === 'function') {
      const id = made.charAt(0).toLowerCase() + made.slice(1);
      const create = value as (description: unknown) => unknown;
      add(folder, id, madeBy(create, { id }) ?? madeBy(create, id));
    }
  }
  for (const { folder, name, value } of exported) add(folder, name.replace(/Machine$/, ''), value);
  // What is added while this goes on is looked through as well.
  for (const [machine, { folder }] of found)
    for (const [name, actor] of Object.entries(machine.implementations.actors)) add(folder, name, actor);
  return [...found.values()];
}

const folderOf = (path: string) => /\/machines\/([^/]+)\/[^/]+$/.exec(path)?.[1] ?? '';

function madeBy(create: (description: unknown) => unknown, description: unknown): AnyStateMachine | null {
  try {
    const made = create(description);
    return made instanceof StateMachine && typeof made.id === 'string' ? made : null;
  } catch {
    return null;
  }
}
