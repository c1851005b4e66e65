import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';

const folder = 'src/machines';
const mostLines = 200;
const mostStates = 12;

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

const statesUnder = (node: AnyStateNode): number =>
  Object.values(node.states).reduce((count, child) => count + 1 + statesUnder(child), 0);

/** The machines that the files export, by id; what a `create…Machine` makes is found where it is made. */
async function machinesOf(paths: readonly string[]): Promise<Map<string, AnyStateMachine>> {
  const modules = await Promise.all(paths.map((path) => import(/* @vite-ignore */ resolve(folder, path))));
  const machines = modules
    .flatMap((module) => Object.values<unknown>(module))
    .filter((value): value is AnyStateMachine => value instanceof StateMachine);
  return new Map(machines.map((machine) => [machine.id, machine]));
}

describe('a machine is read at once', () => {
  test(`no file of machines has more than ${mostLines} lines`, () => {
    const long = files
      .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8').trimEnd().split('\n').length] as const)
      .filter(([, lines]) => lines > mostLines);
    expect(long).toEqual([]);
  });

  test(`no machine has more than ${mostStates} states, with those inside others`, async () => {
    const machines = await machinesOf(files.filter((name) => /(?:Machine|Area)\.ts$/.test(name)));
    expect(machines.size).toBeGreaterThan(50);
    const large = [...machines.values()]
      .map((machine) => [machine.id, statesUnder(machine.root)] as const)
      .filter(([, states]) => states > mostStates);
    expect(large).toEqual([]);
  });
});
