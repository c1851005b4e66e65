import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judge, knownSecondTries, linesOf, readReport, runAlone } from '../../scripts/secondTry.mjs';
import type { FileReport } from '../support/runReporter.ts';

const repository = resolve(import.meta.dirname, '../..');
const { RUN_REPORT: _, VITEST: __, ...env } = process.env;

/** A project of its own with these test files, and what its first run reported. */
function runOf(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'second-try-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'tests'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, 'tests', name), `import { expect, test } from 'vitest';\n${text}`);
  }
  const reporter = join(repository, 'tests/support/runReporter.ts');
  writeFileSync(
    join(root, 'vitest.config.ts'),
    `import { RunReporter } from '${reporter}';
    export default { test: { reporters: [new RunReporter()], projects: [{ test: { name: 'toys', include: ['tests/*.test.ts'] } }] } };`,
  );
  const path = join(root, 'report.json');
  const { status } = spawnSync('npx', ['vitest', 'run'], { cwd: root, env: { ...env, RUN_REPORT: path } });
  return { root, runs: [{ title: 'toys', code: status, report: readReport(path) }] };
}

function verdictOf(files: Readonly<Record<string, string>>, known: readonly string[] = []) {
  const { root, runs } = runOf(files);
  const verdict = judge({ runs, known, root, again: (file) => runAlone(file, { root, env }) });
  return { verdict, lines: linesOf({ runs, verdict, root }) };
}

const green = `test('holds', () => { expect(1).toBe(1); });`;
const red = `test('never holds', () => { expect('what is').toBe('what should be'); });`;
/** Red at its first run, green at its second. */
const everySecond = `
  import { existsSync, writeFileSync } from 'node:fs';
  const mark = new URL('./ran', import.meta.url);
  test('holds every second time', () => {
    const ran = existsSync(mark);
    writeFileSync(mark, '');
    expect(ran).toBe(true);
  });`;

test('a file that is green at its second try alone is named with its first failure, and the run is green', () => {
  const { verdict, lines } = verdictOf({ 'green.test.ts': green, 'chance.test.ts': everySecond });
  expect(verdict.red).toEqual([]);
  expect(verdict.reasons).toEqual([]);
  expect(lines).toContain('Only at the second try: toys tests/chance.test.ts');
  expect(lines).toContain('    AssertionError: expected false to be true // Object.is equality');
});

test('a file that is red at its second try too is red, and its failure is printed once more', () => {
  const { verdict, lines } = verdictOf({ 'green.test.ts': green, 'red.test.ts': red });
  expect(verdict.red.map(({ name }) => name)).toEqual(['toys tests/red.test.ts']);
  expect(verdict.secondTry).toEqual([]);
  expect(lines.slice(lines.indexOf('Failed: toys tests/red.test.ts'))).toEqual([
    'Failed: toys tests/red.test.ts',
    '  never holds',
    `    AssertionError: expected 'what is' to be 'what should be' // Object.is equality`,
  ]);
});

test('a file that needed a second try before gets no other', () => {
  const { verdict } = verdictOf({ 'chance.test.ts': everySecond }, ['toys tests/chance.test.ts']);
  expect(verdict.red.map(({ name }) => name)).toEqual(['toys tests/chance.test.ts']);
  expect(verdict.reasons).toEqual(['toys tests/chance.test.ts needed a second try before: mend its cause']);
});

test('an error outside of a test is red at once', () => {
  const { verdict } = verdictOf({
    'chance.test.ts': `${everySecond}\nPromise.reject(new Error('nobody hears me'));`,
  });
  expect(verdict.reasons).toEqual(['toys: Error: nobody hears me']);
});

const again = () => expect.unreachable('a second try');

test('a run that ended without a report is red at once, and one that failed without a red file', () => {
  const run = { title: 'toys', code: 137, report: null };
  expect(judge({ runs: [run], known: [], root: '/', again }).reasons).toEqual([
    'toys: ended without a report (exit code 137)',
  ]);
  const bare = { title: 'toys', code: 1, report: { files: [], errors: [] } };
  expect(judge({ runs: [bare], known: [], root: '/', again }).reasons).toEqual(['toys: exit code 1']);
});

test('six red files are red at once', () => {
  const file = (name: string): FileReport => ({
    project: 'toys',
    file: `/tests/${name}`,
    result: 'failed',
    milliseconds: 1,
    failures: [],
  });
  const report = { files: ['a', 'b', 'c', 'd', 'e', 'f'].map(file), errors: [] };
  const { reasons, red: stays } = judge({
    runs: [{ title: 'toys', code: 1, report }],
    known: [],
    root: '/',
    again,
  });
  expect(reasons).toEqual(['6 files are red: too many for a second try']);
  expect(stays).toHaveLength(6);
});

test('the list of docs/testing.md is read as it is written', () => {
  const text =
    '# Testing\n\n- `unit a`: no\n\n## Only at the second try\n\n- `e2e tests/e2e/a.test.ts`: why\n\n## More\n\n- `unit b`: no\n';
  expect(knownSecondTries(text)).toEqual(['e2e tests/e2e/a.test.ts']);
  expect(knownSecondTries('# Testing')).toEqual([]);
});
