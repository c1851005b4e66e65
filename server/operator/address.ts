import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes down in a data folder where the operator's calls listen, for the commands. */
export async function keepOperatorAddress(dataDir: string, origin: string): Promise<void> {
  await writeFile(fileIn(dataDir), `${origin}\n`, { mode: 0o600 });
}

/** Where the server that works on this data folder listens to its operator; null when none does. */
export async function readOperatorAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
  return text === null ? null : text.trim();
}

/** Forgets an address that is over, unless another server has written its own by now. */
export async function forgetOperatorAddress(dataDir: string, origin: string): Promise<void> {
  if ((await readOperatorAddress(dataDir)) === origin) await rm(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'operator-address');
}
