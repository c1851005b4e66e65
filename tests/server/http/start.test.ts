import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openDataFolder } from '../../../server/cli/dataFolder.ts';
import { freePortOf } from '../../../server/cli/openPort.ts';
import { openDatabase } from '../../../server/cli/runtime.ts';
import { StartProblem } from '../../../server/cli/startProblem.ts';
import { createLog } from '../../../server/http/log.ts';
import { readSettings } from '../../../server/settings.ts';
import { prepareDataDir } from '../../support/databaseImage.ts';
import { freePort } from '../../support/servedBuild.ts';
import { killStarted, run, untilReady } from '../../support/startedProcess.ts';

// A start is waited for by itself, two minutes at most; no test starts more than two one after the other and waits longer.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-start-'));
});
afterAll(async () => {
  killStarted();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(port: number): Promise<string> {
  const response = await fetch(`http://localhost:${port}/api/web-app/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'demo@zesto.example', password: 'Zesto-demo-2026', remember: true }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function walletStatus(port: number, token: string): Promise<number> {
  const url = `http://localhost:${port}/api/web-app/wallet`;
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;
}

/** The data folder of a wallet for real people. */
const live = () => join(folder, 'live');

/** What of the folder somebody else can read, and of how many files and folders. A running server may remove some meanwhile. */
async function readableIn(path: string) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = [path, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  const modes = (
    await Promise.all(
      paths.map((each) =>
        stat(each).then(
          ({ mode }) => [[each, mode & 0o077] as const],
          (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? [] : Promise.reject(error)),
        ),
      ),
    )
  ).flat();
  return { readable: modes.filter(([, mode]) => mode !== 0).map(([each]) => each), count: modes.length };
}

/** Of the folder nobody else can read anything. */
async function expectPrivate(path: string, files: number) {
  if (process.platform === 'win32') return;
  const { readable, count } = await readableIn(path);
  expect(readable).toEqual([]);
  expect(count).toBeGreaterThan(files);
}

test('a person starts it, although a start before was cut short, signs in, is told who holds the folder, stops it, and finds everything again', async () => {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: join(folder, 'demo') };
  const unfinished = join(env.DATA_DIR, 'pglite.new');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(join(unfinished, 'PG_VERSION'), '18');
  const first = run(env);
  await untilReady(first);
  expect(first.printed()).toContain(`Zesto is ready: http://localhost:${port}\n`);
  expect(first.printed()).toContain('demo@zesto.example  Zesto-demo-2026\n');
  const page = await fetch(`http://localhost:${port}/wallet`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  const token = await signIn(port);
  expect(await walletStatus(port, token)).toBe(200);
  await expectPrivate(env.DATA_DIR, 900);

  const second = run({ ...env, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.printed().trim()).toBe(
    `${env.DATA_DIR} is in use by process ${first.child.pid}. Stop it, or choose another DATA_DIR.`,
  );
  const audit = run(env, 'operator', 'audit');
  expect(await audit.ended).toBe(0);
  expect(audit.printed()).toMatch(/^Clean: /);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const away = run(env, 'operator', 'audit');
  expect(await away.ended).toBe(1);
  expect(away.printed()).toContain(`No server is running on ${env.DATA_DIR}`);

  const again = run(env);
  await untilReady(again);
  expect(await walletStatus(port, token)).toBe(200);
  again.child.kill('SIGINT');
  expect(await again.ended).toBe(0);
});

test('an operator backs a wallet up by the command, once it is stopped, and restores it into another folder, where it goes on', {
  tags: 'long',
  // Seven starts of a program, one after the other.
  timeout: 240_000,
}, async () => {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: join(folder, 'backed-up') };
  const first = run(env);
  await untilReady(first);
  const token = await signIn(port);
  const backup = join(folder, 'backup');
  expect(await run({ DATA_DIR: env.DATA_DIR }, 'operator', 'backup', 'key', `${backup}-key`).ended).toBe(0);
  expect((await stat(`${backup}-key`)).mode & 0o777).toBe(0o600);
  const keyed = { DATA_DIR: env.DATA_DIR, BACKUP_KEY_FILE: `${backup}-key` };
  const meanwhile = run(keyed, 'operator', 'backup', backup);
  expect(await meanwhile.ended).toBe(1);
  expect(meanwhile.printed().trim()).toBe(
    `${env.DATA_DIR} is in use by process ${first.child.pid}. Stop it, or choose another DATA_DIR.`,
  );

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const backedUp = run(keyed, 'operator', 'backup', backup);
  expect(await backedUp.ended).toBe(0);
  expect(backedUp.printed()).toMatch(
    /^\S+ has everything of this moment: \d+ rows and 4 files in \d+ kB\.\nThe demo’s chain is not in it: copy \S+\/backed-up\/chain into the restored DATA_DIR as well, .*\n$/,
  );
  const DATA_DIR = join(folder, 'restored');
  const restored = run({ ...keyed, DATA_DIR }, 'operator', 'restore', backup);
  expect(await restored.ended).toBe(0);
  await cp(join(env.DATA_DIR, 'chain'), join(DATA_DIR, 'chain'), { recursive: true });
  const elsewhere = run({ PORT: String(port), DATA_DIR });
  await untilReady(elsewhere);
  expect(await walletStatus(port, token)).toBe(200);
  elsewhere.child.kill('SIGTERM');
  expect(await elsewhere.ended).toBe(0);
});

/** `scripts/start.mjs` beside what was built, where nothing is installed that could build it. */
async function installedStart(): Promise<string> {
  const place = join(folder, 'installed');
  for (const name of ['dist', 'scripts', 'package.json'])
    await cp(name, join(place, name), { recursive: true });
  const packages = (await readdir('node_modules')).filter((name) => !name.startsWith('.') && name !== 'vite');
  await mkdir(join(place, 'node_modules'));
  for (const name of packages)
    await symlink(resolve('node_modules', name), join(place, 'node_modules', name));
  return join(place, 'scripts/start.mjs');
}

test('a wallet for real people, installed without what could build it, has no demo account, and nobody else can read it', async () => {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: live(), LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const installed = await installedStart();
  await mkdir(live());
  await prepareDataDir(live());
  // As an older version left it: the start closes it.
  await chmod(live(), 0o755);
  await writeFile(join(live(), 'operator-token'), `${'a'.repeat(64)}\n`);
  await chmod(join(live(), 'operator-token'), 0o644);
  const started = run(env, installed);
  await untilReady(started);
  expect(started.printed()).not.toContain('Demo');
  expect(await signIn(port).catch(() => 'nobody')).toBe('nobody');
  await expectPrivate(live(), 300);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);

  await rm(join(folder, 'installed/dist/build.json'));
  const empty = run(env, installed);
  expect(await empty.ended).toBe(1);
  expect(empty.printed().trim()).toBe(
    'There is nothing to run in dist/, and nothing to build it with: npm ci && npm run build.',
  );
});

test('what stands in the way of a start is one sentence, and no stack, before the database is open and after', async () => {
  const taken = createServer().listen(0, 'localhost');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cases: [Record<string, string>, string][] = [
    [
      { PORT: 'abc', NODE_ENV: 'prod' },
      'PORT must be a whole number from 0 to 65535 (0 for any free one).\nNODE_ENV must be production, development or test, or be left out.',
    ],
    [
      { PORT: String(port), DATA_DIR: live(), NODE_ENV: 'production' },
      `Port ${port} is taken by another program: stop it, or set PORT to another number.`,
    ],
  ];
  await Promise.all(
    cases.map(async ([env, sentence], index) => {
      const started = run({ DATA_DIR: join(folder, `case-${index}`), ...env });
      expect(await started.ended).toBe(1);
      expect(started.printed().trim()).toBe(sentence);
    }),
  );
  taken.close();
});

test('so are a host, a folder and a database that cannot be had', async () => {
  const umask = process.umask();
  onTestFinished(() => void process.umask(umask));
  const opened = (env: Record<string, string>) => {
    const settings = readSettings(env);
    if (!settings.ok) throw new Error(settings.problem.join());
    return openDatabase(settings.value, createLog('silent'));
  };
  await expect(freePortOf({ host: '203.0.113.1', port: 0 })).rejects.toThrow(
    new StartProblem('HOST 203.0.113.1 is not an address of this machine.'),
  );
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(opened({ DATA_DIR: join(file, 'data') })).rejects.toThrow(
    new StartProblem(
      `DATA_DIR ${join(file, 'data')} cannot be written to: choose another folder, or change its owner.`,
    ),
  );
  const DATA_DIR = join(folder, 'no-database');
  const DATABASE_URL = 'postgres://me:hunter2@127.0.0.1:1/zesto';
  await expect(opened({ DATA_DIR, DATABASE_URL })).rejects.toThrow(
    new StartProblem('The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1'),
  );
  // A folder that a start makes is closed to others from its beginning.
  await expectPrivate(DATA_DIR, 0);
});

test.skipIf(process.platform === 'win32')(
  'a folder that is somebody else’s is refused as it is, and of a wallet’s own only what is the wallet’s is closed',
  async () => {
    const umask = process.umask();
    onTestFinished(() => void process.umask(umask));
    const modesOf = (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777));
    /** A folder with these files, and its path with theirs, all of them open. */
    const openFolder = async (name: string, files: readonly string[]) => {
      const path = join(folder, name);
      await mkdir(path);
      const inside = files.map((file) => join(path, file));
      for (const file of inside) await writeFile(file, '');
      for (const each of [path, ...inside]) await chmod(each, 0o755);
      return [path, ...inside] as const;
    };
    const theirs = await openFolder('theirs', ['a-program', 'files']);
    await expect(openDataFolder(theirs[0])).rejects.toThrow(
      new StartProblem(
        `DATA_DIR ${theirs[0]} has something else in it (a-program, files), and can be read by others: name a new folder. Nothing was changed.`,
      ),
    );
    expect(await modesOf(theirs)).toEqual([0o755, 0o755, 0o755]);

    const ours = await openFolder('ours', ['operator-token', 'a-note']);
    await openDataFolder(ours[0]);
    expect(await modesOf(ours)).toEqual([0o700, 0o600, 0o755]);

    const [disk] = await openFolder('disk', []);
    await mkdir(join(disk, 'lost+found'));
    await chmod(join(disk, 'lost+found'), 0o755);
    await openDataFolder(disk);
    expect(await modesOf([disk, join(disk, 'lost+found')])).toEqual([0o700, 0o755]);
  },
);
