import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import {
  chartFile,
  chartFolder,
  chartHash,
  chartIndex,
  chartShapes,
  drawChart,
} from '../../scripts/charts.ts';
import { findMachines } from '../../src/app/flows/findMachines.ts';
import { shapesOf } from '../../src/app/flows/shapes.ts';

const shapes = chartShapes();
const kept = readdirSync(chartFolder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.\w+$/.test(name));
const textOf = (name: string) => readFileSync(join(chartFolder, name), 'utf8');

it('each machine has a chart, drawn from what it is now: `npm run charts` draws them again', () => {
  const names = shapes.map(chartFile);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  expect([...names, 'README.md'].sort()).toEqual(kept.sort());
  const old = shapes.filter((shape) => !textOf(chartFile(shape)).includes(chartHash(shape)));
  expect(old.map(chartFile)).toEqual([]);
  expect(textOf('README.md')).toBe(chartIndex(shapes));
});

it('a chart that is drawn again is the same to the letter', async () => {
  const form = shapes.find(({ name }) => name === 'form');
  if (!form) throw new Error('the form is not among the machines');
  expect(await drawChart(form)).toBe(textOf('core/form.svg'));
});

it('a new machine is found and drawn without a line anywhere else, and what others have as an actor with it', async () => {
  const inner = createMachine({ id: 'inner', initial: 'waiting', states: { waiting: {} } });
  const toy = createMachine({
    id: 'toy',
    initial: 'open',
    states: {
      open: { on: { 'door.closed': { guard: 'isQuiet', target: 'shut' } }, tags: 'draughty' },
      shut: { type: 'final' },
    },
  }).provide({ actors: { inner } as never });
  const found = shapesOf(findMachines({ '/src/machines/core/toyMachine.ts': { toyMachine: toy } }));
  expect(found.map(chartFile)).toEqual(['core/toy.svg', 'core/inner.svg']);
  const [shape] = found;
  if (!shape) throw new Error('nothing was found');
  const drawn = await drawChart(shape);
  for (const text of ['>open<', '>#draughty<', '>door.closed [isQuiet]<', '>shut<'])
    expect(drawn).toContain(text);
});
