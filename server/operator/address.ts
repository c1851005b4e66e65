import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a data folder with the address of its server's operator API. */
export const addressFile = 'operator-address';

/** Stores in the data folder where the operator's API listens, for the commands. */
export async function keepOperatorAddress(dataDir: string, origin: string): Promise<void> {
  await writeFile(fileIn(dataDir), `${origin}\n`, { mode: 0o600 });
}

/** The address of the operator's API of this data folder's server; null when none is running. */
export async function readOperatorAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
  return text === null ? null : text.trim();
}

/** Removes the address, unless another server has written its own since. */
export async function forgetOperatorAddress(dataDir: string, origin: string): Promise<void> {
  if ((await readOperatorAddress(dataDir)) === origin) await rm(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, addressFile);
}
