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

/** An Anvil whose state is kept in a folder. */
export interface KeptAnvil {
  /** The same for as long as this process lives. */
  readonly url: string;
  readonly client: ChainClient;
  /** Starts Anvil again from what was kept when it has ended. Answers whether it had. */
  revive(): Promise<boolean>;
  /** Keeps the state as it is now: the file is whole at every moment. */
  keep(): Promise<void>;
  /** Ends Anvil. What was not kept is lost. */
  stop(): Promise<void>;
}

interface Place {
  readonly program: string;
  readonly folder: string;
  /** Tried first by a folder that has none of before; any free one when it is taken. */
  readonly port: number;
  readonly chainId: number;
}

/** Which process has the chain: one that a killed server left behind is found again by it. */
const record = z.object({ pid: z.int().check(z.positive()), url: z.url(), mark: z.string() });
type Record = z.infer<typeof record>;

/** Starts Anvil with what `folder` keeps. A state that cannot be read is put aside as `state.unreadable`, and the chain begins anew. */
export async function openKeptAnvil({ program, folder, port, chainId }: Place): Promise<KeptAnvil> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const recordFile = join(folder, 'process.json');
  const known = await readRecord(recordFile);
  if (known) await takeOver(folder, known);
  const mark = known?.mark ?? `0x${randomBytes(20).toString('hex')}`;
  const startAt = (wanted: number) =>
    startAnvil(program, wanted, [
      ...['--chain-id', String(chainId)],
      // A state in one request; the last 300 blocks can be asked for balances of their time.
      ...['--no-request-size-limit', '--prune-history', '300'],
    ]);
  // Its own port of before, by which browser wallets know it, also where another demo has come and gone on the usual one.
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
      // At its own port, by which everybody knows it.
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
 * Keeps the newest state of an Anvil that outlived its server, and ends it. Whether it is ours its mark says: the process's number and
 * port may be another program's by now.
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
