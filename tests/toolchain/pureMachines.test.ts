import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly key?: Node;
  readonly callee?: Node;
  readonly property?: Node;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Whether an action or a guard of these machines reads what is stored of a flow. */
function readsStorage(source: string): boolean {
  let found = false;
  const visit = (value: unknown, isImpure: boolean) => {
    if (Array.isArray(value)) for (const each of value) visit(each, isImpure);
    if (!isNode(value)) return;
    const called = value.callee?.name ?? value.callee?.property?.name;
    found ||= isImpure && value.type === 'CallExpression' && called === 'readRecord';
    const isOfMachine = value.type === 'Property' && /^(?:actions|guards?)$/.test(value.key?.name ?? '');
    for (const each of Object.values(value)) visit(each, isImpure || isOfMachine);
  };
  visit(parseSync('machine.ts', source).program, false);
  return found;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

test.each([
  ['setup({ guards: { isSent: ({ context }) => context.readRecord("exchange")?.step === "sent" } })', true],
  ['setup({ actions: { restore: assign(() => restored(readRecord("kyc"))) } })', true],
  ['setup({}).createMachine({ context: ({ input }) => ({ draft: input.readRecord("kyc") }) })', false],
])('%s', (source, expected) => expect(readsStorage(source)).toBe(expected));

test('what is stored comes to a machine by its input or from an actor, never in an action or a guard', () => {
  const machines = filesIn('src/machines');
  expect(machines.length).toBeGreaterThan(100);
  expect(machines.filter((path) => readsStorage(readFileSync(path, 'utf8')))).toEqual([]);
  // The services provide effects and actors; an `assign` there would hide a read from the machine.
  const wiring = filesIn('src/app/wiring');
  expect(wiring.length).toBeGreaterThan(30);
  const assigning = /import \{[^}]*\bassign\b[^}]*\} from 'xstate'/;
  expect(wiring.filter((path) => assigning.test(readFileSync(path, 'utf8')))).toEqual([]);
});
