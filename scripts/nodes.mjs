// `npm run test:nodes`: on each supported version of Node, runs the fast tests and starts the built server, and prints a table.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { downloaded } from './downloaded.mjs';

const root = resolve(import.meta.dirname, '..');
const supported = ['20.19', '22', '24'];
const startsWithin = 120_000;

/** The program of a version, from npm, which has a package for each platform. */
function programOf(version) {
  const isWindows = process.platform === 'win32';
  const folder = downloaded(`node-${isWindows ? 'win' : process.platform}-${process.arch}`, version);
  return join(folder, 'bin', isWindows ? 'node.exe' : 'node');
}

function runTests(program) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(program, [vitest, 'run', '--project', 'unit'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

/** Whether a new wallet starts, tells that it is ready, and stops when told to. */
async function runStart(program) {
  const folder = mkdtempSync(join(tmpdir(), 'zesto-nodes-'));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' };
  const server = spawn(program, [join(root, 'scripts/start.mjs')], { cwd: root, env });
  let printed = '';
  server.stdout.on('data', (bytes) => (printed += bytes));
  server.stderr.on('data', (bytes) => (printed += bytes));
  const ended = new Promise((end) => server.once('close', end));
  const readyAt = () => /is ready: (\S+)/.exec(printed)?.[1];
  for (const last = Date.now() + startsWithin; !readyAt() && server.exitCode === null && Date.now() < last; )
    await wait(100);
  const isReady = readyAt() && (await fetch(`${readyAt()}/readyz`).catch(() => null))?.ok === true;
  server.kill('SIGTERM');
  const late = setTimeout(() => server.kill('SIGKILL'), 30_000);
  const code = await ended;
  clearTimeout(late);
  rmSync(folder, { recursive: true, force: true });
  if (!isReady || code !== 0) console.error(printed);
  return isReady && code === 0;
}

const told = (isGood) => (isGood ? 'passed' : 'failed');
const rows = [];
for (const asked of process.argv.length > 2 ? process.argv.slice(2) : supported) {
  const program = programOf(asked);
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`\nNode ${version}`);
  rows.push({ version, start: await runStart(program), tests: runTests(program) });
}
console.log();
for (const { version, start, tests } of rows)
  console.log(`${version.padEnd(10)} start ${told(start)}   unit tests ${told(tests)}`);
process.exitCode = rows.every(({ start, tests }) => start && tests) ? 0 : 1;
