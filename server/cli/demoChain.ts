import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { systemClock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { lockFolder } from '../database/folderLock.ts';
import { findAnvil } from '../demo/chain/anvil.ts';
import { type DemoChain, openDemoChain } from '../demo/chain/demoChain.ts';
import { endSimulatedPayments } from '../demo/chain/simulated.ts';
import { payDemo } from '../demo/seed.ts';
import type { Server } from '../server.ts';
import type { Settings } from '../settings.ts';
import { chainFolder } from './dataFolder.ts';

const usualPort = 8545;
const confirmations = 6;

interface World {
  readonly settings: Settings;
  readonly database: Db;
  readonly print: (line: string) => void;
  /** The path of the Anvil executable; found automatically when not given. */
  readonly program?: string | null;
}

/**
 * Opens the demo's chain in `DATA_DIR/chain`. Answers null when the settings name a network, or, after printing the reason, when Anvil
 * cannot run; then nothing is deposited or withdrawn. Also ends the payments that an older version left on its simulated network.
 */
export async function openChainOfDemo(world: World): Promise<DemoChain | null> {
  const { settings, database, print } = world;
  const chain = settings.network ? null : await startChain(world);
  const canLeave = chain !== null || settings.chain?.hotWallet != null;
  const left = await endSimulatedPayments(database, { canLeave, at: systemClock.now() });
  if (left) print(`Older version:  ${left}`);
  return chain;
}

async function startChain({
  settings: { dataDir, port, operatorPort },
  database,
  print,
  program = findAnvil(),
}: World): Promise<DemoChain | null> {
  const without = (reason: string) => {
    print(`Demo chain:     none: ${reason}. Deposits and withdrawals are off, and what is on its way waits.`);
    return null;
  };
  if (program === null) return without('Anvil is not installed for this platform');
  // Ports of this server are taken, so Anvil gets a free one.
  const isOurs = [port, operatorPort].includes(usualPort);
  const place = { program, folder: chainFolder(dataDir), port: isOurs ? 0 : usualPort };
  try {
    return await openAlone({ database, ...place, confirmations });
  } catch (error) {
    return without(`Anvil cannot be started (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Locks the folder first: a second server would mistake this server's Anvil for one left by a killed server, and end it. */
async function openAlone(place: Parameters<typeof openDemoChain>[0]): Promise<DemoChain> {
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(place.folder);
  try {
    const chain = await openDemoChain(place);
    return { ...chain, stop: () => chain.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The line about the demo's chain that is printed at the start. */
export const chainLine = ({ url, network }: DemoChain) =>
  `Demo chain:     ${url}  chain id ${network.chainId}`;

export function withDemoChain(settings: Settings, chain: DemoChain | null): Settings {
  return chain ? { ...settings, chain: chain.settings, network: chain.network } : settings;
}

/**
 * Pays into the demo account once deposits are followed, because only later payments are seen. A failure is logged and retried at the next
 * start.
 */
export async function payOverDemoChain(
  chain: DemoChain,
  server: Pick<Server, 'receive'>,
  { database, log }: { database: Db; log: Logger },
): Promise<void> {
  try {
    await server.receive();
    await payDemo(database, chain, systemClock.now());
  } catch (error) {
    log.warn({ reason: String(error) }, 'the demo was not paid over its chain');
  }
}
