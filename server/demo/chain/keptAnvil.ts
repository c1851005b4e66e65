import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
} from 'viem';
import * as z from 'zod/mini';
import { type Anvil, startAnvil } from './anvil.ts';

export type ChainClient = TestClient & PublicActions;

/** An Anvil process whose state is saved in a folder. */
export interface KeptAnvil {
  /** Stays the same while this process lives. */
  readonly url: string;
  readonly client: ChainClient;
  /** Restarts Anvil from the saved state when it has ended. Answers whether it had ended. */
  revive(): Promise<boolean>;
  /** Saves the current state. The file is complete at every moment. */
  keep(): Promise<void>;
  /** Ends Anvil without saving its state. */
  stop(): Promise<void>;
}

interface Place {
  readonly program: string;
  readonly folder: string;
  /** The port for a folder without an earlier one; any free port when it is taken. */
  readonly port: number;
  readonly chainId: number;
}

/** The process that runs the chain, by which a start finds one that a killed server left behind. */
const record = z.object({ pid: z.int().check(z.positive()), url: z.url(), mark: z.string() });
type Record = z.infer<typeof record>;

/** Starts Anvil with the state in `folder`. An unreadable state is renamed to `state.unreadable`, and the chain starts anew. */
export async function openKeptAnvil({ program, folder, port, chainId }: Place): Promise<KeptAnvil> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recordFile = join(folder, 'process.json');
  const known = await readRecord(recordFile);
  if (known) await takeOver(folder, known);
  const mark = known?.mark ?? `0x${randomBytes(20).toString('hex')}`;
  const startAt = (wanted: number) =>
    startAnvil(program, wanted, [
      ...['--chain-id', String(chainId)],
      // The first option lets the state be loaded in one request; the second keeps the last 300 blocks for balances at their time.
      ...['--no-request-size-limit', '--prune-history', '300'],
    ]);
  // Keeps the earlier port, because browser wallets know the chain by it; any free port when it is taken.
  const wanted = known ? Number(new URL(known.url).port) : port;
  let anvil = await startLoaded(() => startAt(wanted).catch(() => startAt(0)));
  const { url } = anvil;
  const client = clientOf(url);
  let hasEnded = false;
  watch();

  async function startLoaded(start: () => Promise<Anvil>): Promise<Anvil> {
    let started = await start();
    const state = await readState(folder);
    if (state !== null) {
      try {
        await clientOf(started.url).loadState({ state });
      } catch {
        await rename(stateFile(folder), `${stateFile(folder)}.unreadable`);
        await started.stop();
        started = await start();
      }
    }
    await clientOf(started.url).setBalance({ address: addressOf(mark), value: 1n });
    const kept: Record = { pid: started.pid, url: started.url, mark };
    await writeFile(recordFile, JSON.stringify(kept), { mode: 0o600 });
    return started;
  }

  function watch() {
    hasEnded = false;
    const watched = anvil;
    void watched.ended.then(() => {
      if (watched === anvil) hasEnded = true;
    });
  }

  return {
    url,
    client,
    async revive() {
      if (!hasEnded) return false;
      // Keeps the port, because browser wallets know the chain by it.
      anvil = await startLoaded(() => startAt(Number(new URL(url).port)));
      watch();
      return true;
    },
    keep: () => keepState(folder, client),
    stop: () => anvil.stop(),
  };
}

function clientOf(url: string): ChainClient {
  const transport = http(url, { retryCount: 0 });
  return createTestClient({ mode: 'anvil', transport, cacheTime: 0 }).extend(publicActions);
}

const stateFile = (folder: string) => join(folder, 'state');

async function keepState(folder: string, client: ChainClient): Promise<void> {
  const state = await client.dumpState();
  const part = `${stateFile(folder)}.part`;
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(state);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, stateFile(folder));
}

async function readState(folder: string): Promise<Hex | null> {
  const text = await readFile(stateFile(folder), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : `0x${text.slice(2)}`;
}

async function readRecord(path: string): Promise<Record | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const addressOf = (mark: string): Address => `0x${mark.slice(2)}`;

/**
 * Saves the newest state of an Anvil that outlived its server, and ends it. Its mark proves that it is ours, because the process number and
 * the port may belong to another program by now.
 */
async function takeOver(folder: string, { pid, url, mark }: Record): Promise<void> {
  const client = clientOf(url);
  const isOurs = () =>
    client.getBalance({ address: addressOf(mark) }).then(
      (balance) => balance === 1n,
      () => false,
    );
  if (!(await isOurs())) return;
  await keepState(folder, client);
  process.kill(pid, 'SIGKILL');
  while (await isOurs()) await wait(20);
}
