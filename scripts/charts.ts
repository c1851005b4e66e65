import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Chart } from '../src/app/flows/Chart.tsx';
import { layoutOf } from '../src/app/flows/layoutGraph.ts';
import { allShapes, type MachineShape } from '../src/app/flows/shapes.ts';

/** The folder of the charts. */
export const chartFolder = 'docs/charts';

/** The file of a chart, in `chartFolder`. Machines with the same name in one folder are distinguished by their exports. */
export const chartFile = ({ folder, name }: Pick<MachineShape, 'folder' | 'name'>) =>
  folder === '' ? `${name}.svg` : `${folder}/${name}.svg`;

const drawnBy = [
  'src/app/flows/layoutGraph.ts',
  'src/app/flows/Chart.tsx',
  'node_modules/elkjs/package.json',
];

/** A hash of the chart's data and of the code that draws it: if it is unchanged, so is the drawing. */
export function chartHash({ graph }: MachineShape): string {
  const hash = createHash('sha256').update(JSON.stringify(graph));
  for (const file of drawnBy) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export async function drawChart(shape: MachineShape): Promise<string> {
  const layout = await layoutOf(shape.graph, shape.name);
  const svg = renderToStaticMarkup(createElement(Chart, { layout, title: shape.name }));
  return `${svg}\n<!-- ${chartHash(shape)} -->\n`;
}

/** In the order of the index. */
export const chartShapes = (): MachineShape[] =>
  allShapes().sort((one, other) => (chartFile(one) < chartFile(other) ? -1 : 1));

/** The page with links to all charts. */
export function chartIndex(shapes: readonly MachineShape[]): string {
  const line = (shape: MachineShape) => {
    const others = new Set(shape.machines.map(({ name }) => name));
    others.delete(shape.name);
    return `| ${shape.folder} | [${shape.name}](${chartFile(shape)}) | ${[...others].sort().join(', ')} |`;
  };
  return [
    '# Charts',
    '',
    'Every machine of [src/machines](../../src/machines/README.md), drawn by `npm run charts`. `⚙` is an actor that runs as long as the state does, `#` a tag;',
    'what stands in a state happens there without leaving it. What one factory makes has one chart.',
    '',
    '| folder | chart | has it too |',
    '|---|---|---|',
    ...shapes.map(line),
    '',
  ].join('\n');
}
