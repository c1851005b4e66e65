import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { emptyPostgres } from './database.ts';
import { prepareDataDir } from './databaseImage.ts';
import { freePort } from './servedBuild.ts';
import { operatorToken } from './server.ts';
import { tied } from './tied.ts';

/**
 * The product as a process on a database of its own, which a test kills and starts again: `start` resolves when it is ready. All of it is
 * gone when the test has ended. `databaseUrl`: of its PostgreSQL; null on the embedded engine, which only the process itself can open.
 */
export async function killableServer(settings: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'zesto-killed-'));
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  const [port, operatorPort] = [await freePort(), await freePort()];
  const databaseUrl = process.env.ENGINE === 'postgres' ? await emptyPostgres() : null;
  if (databaseUrl === null) await prepareDataDir(dataDir);
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    ...{ PATH, HOME, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'silent' },
    ...{ PORT: String(port), OPERATOR_PORT: String(operatorPort), OPERATOR_TOKEN: operatorToken },
    ...settings,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const origin = `http://localhost:${port}`;
  const start = async () => {
    const child = spawn(process.execPath, [...tied, 'scripts/start.mjs'], {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(child);
    for (;;) {
      if (child.exitCode !== null) throw new Error('the server did not start');
      if ((await fetch(`${origin}/readyz`).catch(() => null))?.ok) return child;
      await wait(50);
    }
  };
  const operatorOrigin = `http://localhost:${operatorPort}`;
  return { start, origin, operatorOrigin, databaseUrl };
}

interface Caller {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call, a POST where it has a body; status 0 and a `body` of null where no whole answer came. */
export async function callKilled(
  origin: string,
  path: string,
  { token, key, headers }: Caller,
  body?: unknown,
) {
  try {
    const response = await fetch(`${origin}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  } catch {
    return { status: 0, body: null };
  }
}
