import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyPostgres, hasEngine } from '../../support/database.ts';
import { freePort } from '../../support/servedBuild.ts';
import { killStarted, run, type Started, untilReady } from '../../support/startedProcess.ts';

vi.setConfig({ testTimeout: 240_000 });

let folder: string;

beforeEach((context) => {
  if (process.env.ENGINE !== 'postgres' || !hasEngine())
    context.skip('several processes share PostgreSQL only');
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-workers-'));
});
afterAll(async () => {
  killStarted();
  await rm(folder, { recursive: true, force: true });
});

interface Workers extends Started {
  readonly dataDir: string;
  readonly port: number;
}

/** A server of three processes, when all of them answer. */
async function threeWorkers(name: string, env: Record<string, string> = {}): Promise<Workers> {
  const port = await freePort();
  const dataDir = join(folder, name);
  const settings = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: await emptyPostgres() };
  const started = run({ ...settings, WORKERS: '3', LOG_LEVEL: 'silent', ...env });
  await untilReady(started);
  const workers = { ...started, dataDir, port };
  await expect.poll(() => metric(workers, 'zesto_processes')).toBe(3);
  return workers;
}

/** The value of a metric without labels, and undefined when it is not told. */
async function metric({ dataDir }: Workers, name: string): Promise<number | undefined> {
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(await metricsOf(dataDir))?.[1];
  return value === undefined ? undefined : Number(value);
}

async function metricsOf(dataDir: string): Promise<string> {
  const kept = async (file: string) => (await readFile(join(dataDir, file), 'utf8')).trim();
  const headers = { authorization: `Bearer ${await kept('metrics-token')}`, connection: 'close' };
  return (await fetch(`${await kept('operator-address')}/metrics`, { headers })).text();
}

/** The ids of the processes that answer requests. */
function pidsOf({ child: { pid } }: Started): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

const lives = (pid: number) => existsSync(`/proc/${pid}`);

/** A request on a connection of its own. */
const ask = ({ port }: Workers) =>
  fetch(`http://localhost:${port}/readyz`, { headers: { connection: 'close' } });

test('processes share the ports, their metrics are told together, and one that dies is replaced', async () => {
  const workers = await threeWorkers('shared');
  expect(workers.printed().match(/is ready/g)).toHaveLength(1);
  const before = pidsOf(workers);
  expect(before).toHaveLength(3);

  for (let count = 0; count < 12; count += 1) expect((await ask(workers)).status).toBe(200);
  const counted = 'zesto_http_request_duration_seconds_count{method="GET",route="/readyz",status="2xx"}';
  const told = await metricsOf(workers.dataDir);
  expect(told).toContain(`\n${counted} 12\n`);
  expect(told.match(/^zesto_database_up 1$/gm)).toHaveLength(1);
  // Ten for each of them.
  expect(await metric(workers, 'zesto_database_connections_most')).toBe(30);

  const [killed = 0] = before;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => pidsOf(workers).filter((pid) => !before.includes(pid)).length).toBe(1);
  await expect.poll(() => metric(workers, 'zesto_processes')).toBe(3);
  expect((await ask(workers)).status).toBe(200);

  const pids = pidsOf(workers);
  workers.child.kill('SIGTERM');
  expect(await workers.ended).toBe(0);
  expect(pids.filter(lives)).toEqual([]);
  expect(existsSync(join(workers.dataDir, 'operator-address'))).toBe(false);
});

test('a second signal does not wait, and none of them outlives the process that started them', async () => {
  const draining = await threeWorkers('draining', { DRAIN_SECONDS: '60' });
  draining.child.kill('SIGTERM');
  await expect.poll(async () => (await ask(draining)).status).toBe(503);
  const signalAgain = () => {
    draining.child.kill('SIGTERM');
    return draining.child.exitCode;
  };
  await expect.poll(signalAgain).toBe(1);

  const orphaned = await threeWorkers('orphaned');
  const pids = pidsOf(orphaned);
  orphaned.child.kill('SIGKILL');
  await expect.poll(() => pids.filter(lives)).toEqual([]);
});

test('what the first one cannot start with is said once', async () => {
  const { ended, printed } = run({
    DATA_DIR: join(folder, 'nowhere'),
    DATABASE_URL: 'postgres://zesto@localhost:1/zesto',
    WORKERS: '3',
    LOG_LEVEL: 'silent',
  });
  expect(await ended).toBe(1);
  expect(printed().match(/The database at DATABASE_URL cannot be used/g)).toHaveLength(1);
});
