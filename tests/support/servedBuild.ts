import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readOperatorAddress } from '../../server/operator/address.ts';
import { prepareDataDir } from './databaseImage.ts';
import { tied } from './tied.ts';

/** The product as `npm start` serves it, on a port and in a data folder of its own. */
export interface ServedBuild {
  readonly origin: string;
  /** Where the operator's calls go. */
  readonly operatorOrigin: string;
  readonly port: number;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Stops the server the way a person does (SIGTERM) and keeps the data folder. */
  stop(): Promise<void>;
  /** Stops the server and removes the data folder. */
  remove(): Promise<void>;
}

/** Starts the product. `dataDir` and `port` bring a stopped one back with its data; `settings` are environment variables. */
export async function serveBuild(
  again: { port?: number; dataDir?: string; settings?: Readonly<Record<string, string>> } = {},
): Promise<ServedBuild> {
  const dataDir = again.dataDir ?? (await newDataDir(again.settings));
  const port = again.port ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, [...tied, 'scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      VITEST: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // A phone's second of work for each login and registration shows nothing.
      CAPTCHA_COST: '50',
      ...again.settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  server.stdout.on('data', (bytes) => (printed += bytes));
  server.stderr.on('data', (bytes) => (printed += bytes));
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  };
  const remove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + 180_000; ; await wait(100)) {
    if (server.exitCode !== null) throw new Error(`the server stopped at once:\n${printed}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    const operatorOrigin = answer?.ok ? await readOperatorAddress(dataDir) : null;
    if (operatorOrigin !== null)
      return { origin, operatorOrigin, port, dataDir, process: server, stop, remove };
    if (Date.now() > deadline) {
      await remove();
      throw new Error(`the server was not ready in time:\n${printed}`);
    }
  }
}

async function newDataDir(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'zesto-served-'));
  if (!settings.DATABASE_URL) await prepareDataDir(dataDir);
  return dataDir;
}

/**
 * A port that nothing listens on right now. It is below those that systems hand to connections by themselves (from 32768 on Linux),
 * so that none of them takes it before the server that it is for.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, () => resolve(true));
  });
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
