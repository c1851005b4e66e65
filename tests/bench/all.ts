import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.ts';
import { earlierOf, fallenOf, reportOf } from './report.ts';

/**
 * Every bench that measures the product's time or bytes. `chain` also measures its node, and takes longer than all others together: it runs by
 * its name. `fuzz` and `model` measure nothing: they look for defects.
 */
const benches = [
  'size',
  'load',
  'feel',
  'ledger',
  'api',
  'history',
  'analytics',
  'operatorLists',
  'passkeys',
  'stream',
];
const byName = [...benches, 'chain'];
const root = join(import.meta.dirname, '../..');
const place = join(root, 'docs/performance.md');

/**
 * Runs the benches one after another, all or those that are named, and writes what they measured into docs/performance.md beside what stood
 * there. Answers 1 when a bench failed or a ratio became too much worse: then the report is written into test-results/. Some of the
 * benches alone change nothing in docs/.
 */
export async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !byName.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no bench "${unknown.join('", "')}": ${byName.join(', ')}.`);
    return 2;
  }
  const earlier = earlierOf(existsSync(place) ? readFileSync(place, 'utf8') : '');
  const folder = mkdtempSync(join(tmpdir(), 'zesto-figures-'));
  const failed: string[] = [];
  const figures: Figure[] = [];
  try {
    for (const name of names.length > 0 ? names : benches) {
      console.log(`\n${name}`);
      const file = join(folder, name);
      const { status } = spawnSync(
        process.execPath,
        [join(root, 'scripts/run.mjs'), join(root, `tests/bench/${name}.ts`)],
        { cwd: root, stdio: 'inherit', env: { ...process.env, BENCH_FIGURES: file } },
      );
      if (status !== 0) failed.push(name);
      if (existsSync(file)) figures.push(...readFileSync(file, 'utf8').trim().split('\n').map(figureOf));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const fallen = fallenOf(figures, earlier);
  const isGood = failed.length === 0 && fallen.length === 0;
  const report = isGood && names.length === 0 ? place : join(root, 'test-results/performance.md');
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const run = {
    day: new Date().toISOString().slice(0, 10),
    commit: stdout.trim(),
    machine: `${cpus().length} processors, ${process.platform}, Node ${process.versions.node}`,
    ...{ figures, failed },
  };
  writeFileSync(report, reportOf(run, earlier));
  console.log(`\n${report}`);
  for (const sentence of fallen) console.error(`Worse: ${sentence}`);
  if (failed.length > 0) console.error(`Ended in an error: ${failed.join(', ')}`);
  return isGood ? 0 : 1;
}

const figureOf = (line: string): Figure => JSON.parse(line);
