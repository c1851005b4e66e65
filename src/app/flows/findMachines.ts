import { type AnyStateMachine, StateMachine } from 'xstate';

export interface FoundMachine {
  /** The folder in src/machines; empty for a file outside the folders. */
  readonly folder: string;
  /** The name of the export without "Machine", or of the actor under which another machine uses it. */
  readonly name: string;
  readonly machine: AnyStateMachine;
}

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Every machine of `modules` (path to exports), named exports before those found only as actors.
 * A `create…Machine` is called with a description that has only an id; machines that need more are found where they are created.
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
    // Modules in `core` come first, because others are made with them.
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
  // Machines added during the loop are searched as well.
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
