// `npm test`: the checks that every change must pass, the quickest first. `npm run test:long` and its parts: checks that take too long for that
// (docs/testing.md). `npm run check`: the checks that a change most likely affects.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, freemem, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOrInstallChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { judge, knownSecondTries, linesOf, readReport, runAlone } from './secondTry.mjs';

const root = resolve(import.meta.dirname, '..');

const vitest = (title, ...projects) => [
  title,
  'npx',
  ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
];

/** Leaves the tests out that have the tag `long` (vitest.config.ts). */
const withoutLong = ['--tagsFilter', '!long'];
const quick = ([title, command, args]) => [title, command, [...args, ...withoutLong]];

/** The server's tests are faster on PostgreSQL than on the embedded database. Without PostgreSQL, all of them run on the latter. */
const hasPostgres = findPostgres() !== undefined;
const gateServer = ['server-pglite', hasPostgres ? 'server-postgres' : 'long-pglite'];

const types = ['types', 'npm', ['run', '-s', 'types']];
const format = ['format, lint, import rules', 'npx', ['biome', 'check', '.']];
const build = ['build', 'npm', ['run', '-s', 'build']];
const engines = vitest(
  'server on both engines',
  ...['server-pglite', 'server-postgres', 'long-pglite', 'long-postgres', 'longer-pglite'],
);
const looks = vitest('looks', 'long-looks');
const screens = vitest('screens in every state', 'long-screens');
const states = vitest('states in a browser', 'long-states');
const visits = vitest('visits', 'e2e', 'long-e2e');
const pages = vitest('visits, screens and states', 'e2e', 'long-e2e', 'long-screens', 'long-states');
const tools = ['tools', 'npx', ['vitest', 'run', '--project', 'unit', '--tagsFilter', 'long']];
const cluster = ['cluster', 'npm', ['run', '-s', 'test:cluster']];
/** Debian's packages of the reference deployment (deploy/). */
const hasCluster =
  hasPostgres && ['/usr/sbin/haproxy', '/usr/bin/pg_autoctl'].every((program) => existsSync(program));
const walks = ['walks', 'npm', ['run', '-s', 'walk', '--', '--seed', '1', '--minutes', '10']];

/** The tests that import files which differ from `main`, including uncommitted ones. */
const related = vitest('tests of what has changed', 'app', ...gateServer);
const changed = [...related.slice(0, 2), [...related[2], '--changed', baseOf(), '--passWithNoTests']];

/**
 * The commands of one step run in parallel: the first one's output is shown at once, that of the others when the step has ended. Until then it
 * is in a file, which stays when the run is stopped.
 */
const tiers = {
  gate: [
    // The types are checked by one thread, beside which the others take turns.
    [types, format, ['unused code and packages', 'npx', ['knip']], build],
    [
      quick(vitest('tests', 'unit', 'app', ...gateServer)),
      // One after the other, because they share one wallet. These tests mostly wait, so they leave the processors to others.
      quick(vitest('tests in a browser', 'e2e')),
    ],
  ],
  check: [
    [format],
    [types, ['unused code and packages', 'npx', ['knip']]],
    [quick(vitest('unit tests', 'unit')), quick(changed)],
  ],
  engines: [[engines]],
  looks: [[build], [looks]],
  screens: [[screens]],
  states: [[build], [states]],
  tools: [[tools]],
  visits: [[build], [visits]],
  long: [
    [build],
    // The tests that kill servers mostly wait, so they leave the processors to pages.
    [engines, pages],
    [looks],
    [tools],
    [walks],
    ...(hasCluster ? [[cluster]] : []),
  ],
};

const [tier = 'gate'] = process.argv.slice(2);
const steps = tiers[tier];
const filter = ['gate', 'check'].includes(tier) ? withoutLong : [];
if (!steps) {
  console.error(`There is no tier "${tier}": ${Object.keys(tiers).join(', ')}.`);
  process.exit(2);
}

const chromium = tier === 'check' ? {} : findOrInstallChromium();
const started = Date.now();
// TypeScript spends a third of its time on collecting garbage unless it may use some more memory (2 GB instead of 1.4).
const env = { GOGC: '400', ...process.env, ...(chromium.path ? { CHROMIUM_PATH: chromium.path } : {}) };
const folder = mkdtempSync(join(tmpdir(), 'test-reports-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

// How fast and how busy the machine was, which explains whether a slow run was caused by the tests, by other programs, or by the machine itself.
const machine = { load: 0, free: freemem(), computation: fixedComputation() };
setInterval(() => {
  machine.load = Math.max(machine.load, loadavg()[0]);
  machine.free = Math.min(machine.free, freemem());
}, 5_000).unref();

/**
 * How many milliseconds a computation takes that is always the same, before anything else runs: shared processors are faster on one day than on
 * another.
 */
function fixedComputation() {
  const begun = performance.now();
  let number = 1;
  for (let times = 0; times < 100_000_000; times += 1) number = (number * 31 + times) | 0;
  return number === 0 ? Number.NaN : Math.round(performance.now() - begun);
}

/** The commit at which this branch left `main`; HEAD without a `main`. */
function baseOf() {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status === 0) return stdout.trim();
  }
  return 'HEAD';
}

/** Answers the exit code. The output is shown at once, or written into the file `output`. */
function run(command, args, { report, output }) {
  const file = output ? openSync(output, 'w') : undefined;
  const child = spawn(command, args, {
    stdio: file === undefined ? 'inherit' : ['ignore', file, file],
    env: { ...env, RUN_REPORT: report },
    shell: process.platform === 'win32',
  });
  if (file !== undefined) closeSync(file);
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
}

for (const [index, step] of steps.entries()) {
  const number = `[${index + 1}/${steps.length}]`;
  const commands = step.map(([title, command, args], place) => {
    const report = join(folder, `${index}-${place}.json`);
    const output = place === 0 ? undefined : join(folder, `${index}-${place}.txt`);
    console.log(`\n${number} ${title}${output ? `: ${output}` : ''}`);
    return {
      title,
      report,
      output,
      isTests: args[0] === 'vitest',
      status: run(command, args, { report, output }),
    };
  });
  const runs = [];
  for (const { title, report, output, isTests, status } of commands) {
    const code = await status;
    if (output) console.log(`\n${number} ${title}\n${readFileSync(output, 'utf8')}`);
    runs.push({ title, code, isTests, report: isTests ? readReport(report) : null });
  }
  const failed = runs.filter(({ isTests, code }) => !isTests && code !== 0).map(({ title }) => title);
  const tests = runs.filter(({ isTests }) => isTests);
  if (tests.length > 0) {
    const known = knownSecondTries(readFileSync(join(root, 'docs/testing.md'), 'utf8'));
    const verdict = judge({
      runs: tests,
      known,
      root,
      again: (file) => runAlone(file, { root, env, filter }),
    });
    for (const line of linesOf({ runs: tests, verdict, root })) console.log(line);
    const free = (machine.free / 2 ** 30).toFixed(1);
    console.log(
      `\nThe machine: ${availableParallelism()} processors (the fixed computation took ${machine.computation} ms), highest load ${machine.load.toFixed(1)}, least free memory ${free} GiB.`,
    );
    if (verdict.red.length > 0 || verdict.reasons.length > 0) failed.push('tests');
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join('; ')}.`);
    process.exit(1);
  }
}

const minutes = ((Date.now() - started) / 60_000).toFixed(1);
console.log(`\nEverything passed in ${minutes} minutes.`);
const notRun = [
  ...(chromium.problem ? [`the end-to-end tests. ${chromium.problem}`] : []),
  ...(hasPostgres ? [] : ['the server on PostgreSQL. Install it (Debian: postgresql) to test both engines.']),
  ...(tier === 'long' && !hasCluster
    ? [
        'test:cluster. Install the Debian packages haproxy, postgresql-15-auto-failover and pg-auto-failover-cli.',
      ]
    : []),
];
for (const what of notRun) console.log(`NOT RUN: ${what}`);
if (notRun.length > 0 && process.env.CI) process.exit(1);
