import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chartFile, chartFolder, chartIndex, chartShapes, drawChart } from './charts.ts';

/** Writes the chart of every machine to docs/charts/. The tests fail when one is out of date. */
export async function main() {
  const shapes = chartShapes();
  await rm(chartFolder, { recursive: true, force: true });
  for (const shape of shapes) {
    const file = join(chartFolder, chartFile(shape));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await drawChart(shape));
  }
  await writeFile(join(chartFolder, 'README.md'), chartIndex(shapes));
}
