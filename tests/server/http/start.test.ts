import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { freePort } from '../../support/servedBuild.ts';

const usesPostgres = process.env.ENGINE === 'postgres';
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-start-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** `npm start`, or another script, with nothing in its environment but what is given. */
function run(env: Record<string, string>, script = 'start', ...args: string[]): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], { env: { PATH, HOME, ...env } });
  children.push(child);
  let printed = '';
  child.stdout.on('data', (bytes) => (printed += bytes));
  child.stderr.on('data', (bytes) => (printed += bytes));
  return {
    child,
    // The build speaks only while somebody edits the sources.
    printed: () => printed.replace(/^(?:Building …|Built into .*)\n/gm, ''),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

async function untilReady({ child, printed }: Started) {
  await expect
    .poll(
      () => (child.exitCode === null && child.signalCode === null ? printed() : `ended: Ctrl+C ${printed()}`),
      { timeout: 120_000, interval: 50 },
    )
    .toContain('Ctrl+C');
  expect(printed()).toContain('Ctrl+C');
}

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

test.skipIf(usesPostgres)(
  'a person starts it, signs in, is told who holds the folder, stops it, and finds everything again',
  async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, 'demo') };
    const first = run(env);
    await untilReady(first);
    expect(first.printed()).toContain(`Zesto is ready: http://localhost:${port}\n`);
    expect(first.printed()).toContain('demo@zesto.example  Zesto-demo-2026\n');
    const page = await fetch(`http://localhost:${port}/wallet`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root">');
    const token = await signIn(port);
    expect(await walletStatus(port, token)).toBe(200);

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

    for (const real of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }]) {
      const live = run({ ...env, ...real });
      expect(await live.ended).toBe(1);
      expect(live.printed()).toContain('holds the demo, whose password is public');
    }
  },
  240_000,
);

test.skipIf(usesPostgres)(
  'a wallet for real people has no demo account, whoever starts it next',
  async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, 'live'), LOG_LEVEL: 'silent' };
    for (const NODE_ENV of ['production', 'development']) {
      const started = run({ ...env, NODE_ENV });
      await untilReady(started);
      expect(started.printed()).not.toContain('Demo');
      expect(await signIn(port).catch(() => 'nobody')).toBe('nobody');
      started.child.kill('SIGTERM');
      expect(await started.ended).toBe(0);
    }
  },
);

test.skipIf(usesPostgres)('what stands in the way of a start is one sentence, and no stack', async () => {
  const taken = createServer().listen(0, 'localhost');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const file = join(folder, 'file');
  await writeFile(file, '');
  const cases: [Record<string, string>, string][] = [
    [
      { PORT: 'abc', NODE_ENV: 'prod' },
      'PORT must be a whole number from 0 to 65535 (0 for any free one).\nNODE_ENV must be production, development or test, or be left out.',
    ],
    [
      { PORT: String(port) },
      `Port ${port} is taken by another program: stop it, or set PORT to another number.`,
    ],
    [{ HOST: '203.0.113.1', PORT: '0' }, 'HOST 203.0.113.1 is not an address of this machine.'],
    [
      { DATA_DIR: join(file, 'data') },
      `DATA_DIR ${join(file, 'data')} cannot be written to: choose another folder, or change its owner.`,
    ],
    [
      { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/zesto' },
      'The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1',
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

test.runIf(usesPostgres && hasEngine())('on PostgreSQL it starts without a demo and stops', async () => {
  const port = await freePort();
  const url = inject('postgresUrl') ?? '';
  const started = run({
    PORT: String(port),
    DATA_DIR: join(folder, 'postgres'),
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
  });
  await untilReady(started);
  expect(started.printed()).not.toContain('Demo');
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});
