import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPostgres } from '../../../server/database/postgres.ts';
import { collector } from '../../support/collector.ts';
import { emptyPostgres, hasEngine, nameIn } from '../../support/database.ts';
import { freePort } from '../../support/servedBuild.ts';
import { killStarted, run, untilReady } from '../../support/startedProcess.ts';

// A start is waited for by itself, two minutes at most; no test starts more than two one after the other and waits longer.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;

beforeEach((context) => {
  if (process.env.ENGINE !== 'postgres' || !hasEngine()) context.skip('servers share PostgreSQL only');
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-servers-'));
});
afterAll(async () => {
  killStarted();
  await rm(folder, { recursive: true, force: true });
});

const keptIn = async (dataDir: string, name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();

test('on PostgreSQL it starts without a demo, sends its traces, and stops', async () => {
  const { endpoint, told } = await collector(200);
  const port = await freePort();
  const DATA_DIR = join(folder, 'postgres');
  const started = run({
    PORT: String(port),
    DATA_DIR,
    DATABASE_URL: await emptyPostgres(),
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  await untilReady(started);
  expect(started.printed()).not.toContain('Demo');
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  const headers = { authorization: `Bearer ${await keptIn(DATA_DIR, 'metrics-token')}` };
  const address = await keptIn(DATA_DIR, 'operator-address');
  const metrics = await (await fetch(`${address}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
  expect(metrics).toContain('\nzesto_database_up 1\n');
  expect((await fetch(`http://localhost:${port}/metrics`, { headers })).status).toBe(404);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  // What is left is sent at the end.
  expect(JSON.stringify(told.map(({ body }) => body))).toMatch(
    /"name":"GET \/readyz".*"name":"GET \/metrics"/,
  );
});

test('two servers on one database share files and token, or the second does not start', async () => {
  const env = { DATABASE_URL: await emptyPostgres(), PORT: '0', LOG_LEVEL: 'silent' };
  const first = run({ ...env, DATA_DIR: join(folder, 'first') });
  await untilReady(first);

  const apart = run({ ...env, DATA_DIR: join(folder, 'second') });
  expect(await apart.ended).toBe(1);
  expect(apart.printed()).toContain('does not hold the files of this database');

  await cp(join(folder, 'first/files'), join(folder, 'third/files'), { recursive: true });
  const ownToken = run({ ...env, DATA_DIR: join(folder, 'third') });
  expect(await ownToken.ended).toBe(1);
  expect(ownToken.printed()).toContain('with another operator token');

  const OPERATOR_TOKEN = await keptIn(join(folder, 'first'), 'operator-token');
  const shared = run({ ...env, DATA_DIR: join(folder, 'third'), OPERATOR_TOKEN });
  await untilReady(shared);
  for (const { child, ended } of [first, shared]) {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});

test('a server that is told to stop answers until its balancer has noticed, and gives its work away', async () => {
  const DATABASE_URL = await emptyPostgres();
  const port = await freePort();
  const env = { DATABASE_URL, PORT: String(port), DATA_DIR: join(folder, 'draining'), LOG_LEVEL: 'silent' };
  const started = run({ ...env, DRAIN_SECONDS: '60' });
  await untilReady(started);
  const database = await openPostgres({ url: DATABASE_URL, connections: 1 });
  const leases = () =>
    database.query<{ name: string }>('SELECT name FROM leases WHERE until > now() ORDER BY name');
  await expect
    .poll(async () => (await leases()).map(({ name }) => name))
    .toEqual(['what arrives', 'what leaves']);
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`);
  expect((await ask('/api/web-app/auth/captcha')).headers.get('connection')).toBe('keep-alive');
  started.child.kill('SIGTERM');
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
  const answer = await ask('/api/web-app/auth/captcha');
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  // A second signal does not wait.
  const stopNow = () => {
    started.child.kill('SIGTERM');
    return started.child.exitCode;
  };
  await expect.poll(stopNow).toBe(1);

  const prompt = run({ ...env, PORT: '0', DRAIN_SECONDS: '0' });
  await untilReady(prompt);
  await database.query("UPDATE leases SET until = now() - interval '1 hour'");
  await expect.poll(async () => (await leases()).length).toBe(2);
  prompt.child.kill('SIGTERM');
  expect(await prompt.ended).toBe(0);
  // Each is due at once, or in a second.
  await expect.poll(leases, { timeout: 10_000 }).toEqual([]);
  await database.close();
});

test('a server that is told to stop while its database is away ends in good order', async () => {
  const { endpoint, told } = await collector(200);
  const DATABASE_URL = await emptyPostgres();
  const started = run({
    DATABASE_URL,
    PORT: '0',
    DATA_DIR: join(folder, 'away'),
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  await untilReady(started);
  const address = /ready: (\S+)/.exec(started.printed())?.[1];
  const other = await openPostgres({ url: await emptyPostgres(), connections: 1 });
  await other.query(`DROP DATABASE ${nameIn(DATABASE_URL)} WITH (FORCE)`);
  await other.close();
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(started.printed()).toContain('waiting emails were not sent');
  expect(JSON.stringify(told.map(({ body }) => body))).toContain('"name":"GET /readyz"');
});
