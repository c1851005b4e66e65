// Judges the reports of a run (tests/support/runReporter.ts). If only a few files failed, each is run again alone in a new vitest. A file that then
// passes is named, so that its cause gets fixed, but does not fail the run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** If more files than this failed, they have a common cause, which a second try would only hide. */
const mostFiles = 5;

/** The report that a run wrote to `path`; null when the run ended before it wrote one. */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/**
 * `runs`: title, exit code and report of each vitest of the run. `known`: lines `PROJECT FILE` that needed a second try before, and get no
 * other one. `root`: the folder from which paths are printed. `again`: runs one file again, and answers its exit code. Answers what still
 * fails and why, and what passed only at the second try.
 */
export function judge({ runs, known, root, again }) {
  const reasons = runs.flatMap(reasonsWithoutTry);
  const failed = runs.flatMap(
    ({ report }) => report?.files.filter(({ result }) => result === 'failed') ?? [],
  );
  const named = failed.map((it) => ({ ...it, name: `${it.project} ${relative(root, it.file)}` }));
  if (failed.length > mostFiles) reasons.push(`${failed.length} files are red: too many for a second try`);
  if (reasons.length > 0) return { reasons, red: named, secondTry: [] };
  const red = [];
  const secondTry = [];
  for (const it of named) {
    if (known.includes(it.name)) {
      reasons.push(`${it.name} needed a second try before: mend its cause`);
      red.push(it);
    } else if (again(it) === 0) secondTry.push(it);
    else red.push(it);
  }
  return { reasons, red, secondTry };
}

function reasonsWithoutTry({ title, code, report }) {
  if (report === null) return [`${title}: ended without a report (exit code ${code})`];
  const errors = report.errors.map((message) => `${title}: ${firstLines(message)}`);
  const isRed = report.files.some(({ result }) => result === 'failed');
  if (code !== 0 && !isRed && errors.length === 0) return [`${title}: exit code ${code}`];
  return errors;
}

/** Runs one file alone: with one worker in a new process, and so with a new server, database and browser. `filter`: arguments that choose its tests. */
export function runAlone({ project, file }, { root, env, filter = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'second-try-'));
  const args = ['vitest', 'run', '--project', project, '--maxWorkers', '1', ...filter, file];
  const report = join(folder, 'report.json');
  const { status } = spawnSync('npx', args, {
    cwd: root,
    env: { ...env, RUN_REPORT: report },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const files = readReport(report)?.files ?? [];
  rmSync(folder, { recursive: true, force: true });
  // A filter that matches no test proves nothing.
  return files.some((it) => it.file === file && it.result === 'passed') ? status : 1;
}

/** The lines under "Only at the second try" in docs/testing.md: `- PROJECT FILE: …`. */
export function knownSecondTries(text) {
  const [, section = ''] = text.split(/^## Only at the second try$/m);
  const [list = ''] = section.split(/^## /m);
  return [...list.matchAll(/^- `([^`]+)`/gm)].map(([, name]) => name);
}

/** The summary of a run: the slowest files, those that needed a second try, and every failure as plain text. */
export function linesOf({ runs, verdict, root }) {
  const files = runs.flatMap(({ report }) => report?.files ?? []);
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 15);
  const seconds = (it) => `${(it.milliseconds / 1000).toFixed(1)} s`.padStart(9);
  return [
    '',
    'The slowest files:',
    ...slowest.map((it) => `${seconds(it)}  ${it.project} ${relative(root, it.file)}`),
    ...verdict.secondTry.flatMap((it) => ['', `Only at the second try: ${it.name}`, ...whyOf(it)]),
    ...verdict.red.flatMap((it) => ['', `Failed: ${it.name}`, ...whyOf(it)]),
    ...verdict.reasons.map((reason) => `Failed: ${reason}`),
  ];
}

const whyOf = ({ failures }) =>
  failures.flatMap(({ test, message }) => [
    `  ${test}`,
    ...firstLines(message)
      .split('\n')
      .map((line) => `    ${line}`),
  ]);

const firstLines = (message) =>
  stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n').slice(0, 2000);
