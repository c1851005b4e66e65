import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../support/postgresCluster.ts';

/** How a program is run: its whole environment, its user if it is another, and the file that gets what it prints. */
export interface Manner {
  readonly env: Readonly<Record<string, string>>;
  readonly person?: Person | undefined;
  readonly log: string;
}

/** A program that is kept running, until it is killed with everything that it has started. */
export interface Running {
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** SIGTERM to it alone. Resolves when it has ended. */
  stop(): Promise<void>;
  /** SIGKILL to it and to all its descendants at once, as when a machine loses its power. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts programs in `folder`, whose file `pids` names them for whoever has to end them when this process cannot. */
export function createProcesses(folder: string) {
  const all = new Set<ChildProcess>();

  function start(program: string, args: readonly string[], { env, person, log }: Manner): Running {
    const out = openSync(log, 'a');
    const child = spawn(program, args, { ...person, env, cwd: folder, stdio: ['pipe', out, out] });
    closeSync(out);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    all.add(child);
    if (child.pid !== undefined) appendFileSync(join(folder, 'pids'), `${child.pid}\n`);
    return {
      ended,
      async stop() {
        child.kill('SIGTERM');
        await ended;
        all.delete(child);
      },
      async kill() {
        killTree(child);
        await ended;
        all.delete(child);
      },
    };
  }

  /** Runs a program to its end; rejects with the end of what it printed when it fails. */
  async function run(program: string, args: readonly string[], { env, person, log }: Manner): Promise<void> {
    const out = openSync(log, 'a');
    const child = spawn(program, args, {
      ...person,
      env,
      cwd: folder,
      stdio: ['ignore', out, out],
      timeout: 60_000,
    });
    closeSync(out);
    const [code] = await once(child, 'exit');
    if (code === 0) return;
    const printed = readFileSync(log, 'utf8').slice(-2_000);
    throw new Error(`${program} ${args.slice(0, 2).join(' ')} failed:\n${printed}`);
  }

  return { start, run, killAll: () => all.forEach(killTree) };
}

function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  const family = descendantsOf(pid);
  for (const member of [pid, ...family]) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function descendantsOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the program's name in brackets: its state and its parent.
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const childrenOf = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...childrenOf(child)]);
  return childrenOf(root);
}
