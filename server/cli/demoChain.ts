import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

const usualPort = 8545;
const confirmations = 6;

interface World {
  readonly settings: Settings;
  readonly database: Db;
  readonly print: (line: string) => void;
  /** The path of Anvil's program; looked for unless given. */
  readonly program?: string | null;
}

/**
 * The chain of a demo, kept in `DATA_DIR/chain`; null when the settings name a network, and, after one sentence, where Anvil cannot be
 * run: nothing arrives or leaves then. Whatever an older version has left on its simulated network is brought to an end.
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
  // What this server listens at itself it finds taken otherwise.
  const isOurs = [port, operatorPort].includes(usualPort);
  const place = { program, folder: join(dataDir, 'chain'), port: isOurs ? 0 : usualPort };
  try {
    return await openAlone({ database, ...place, confirmations });
  } catch (error) {
    return without(`Anvil cannot be started (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** The chain of a folder that no other server has: another would take this one's Anvil for one that outlived its server, and end it. */
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

/** What a start says of the demo's chain. */
export const chainLine = ({ url, network }: DemoChain) =>
  `Demo chain:     ${url}  chain id ${network.chainId}`;

/** The settings of a server on the demo's chain. */
export function withDemoChain(settings: Settings, chain: DemoChain | null): Settings {
  return chain ? { ...settings, chain: chain.settings, network: chain.network } : settings;
}

/** Somebody pays the demo's person once the chain is followed, since only later payments are seen. What fails is tried at the next start. */
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
