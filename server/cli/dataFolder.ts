import { type Dirent, existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storeKey } from '../files/store.ts';
import { addressFile } from '../operator/address.ts';
import { secretFiles } from '../operator/token.ts';
import { StartProblem } from './startProblem.ts';

const others = 0o077;

/**
 * Creates the data folder and closes it to other users. The umask is set for the whole process, because libraries write databases,
 * documents and tokens with its default mode. Rejects with a `StartProblem`, also for an open folder that is somebody else's.
 */
export async function openDataFolder(folder: string): Promise<void> {
  process.umask(others);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch {
    throw new StartProblem(
      `DATA_DIR ${folder} cannot be written to: choose another folder, or change its owner.`,
    );
  }
  try {
    if (await isOpen(folder)) await closeToOthers(folder);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(
      `DATA_DIR ${folder} can be read by others, and this user cannot change that: change its owner, or choose another folder.`,
    );
  }
}

/** Where the chain of a demo is kept. */
export const chainFolder = (folder: string) => join(folder, 'chain');

/** A file in a data folder while a backup is restored into it. */
export const restoreMark = 'restore-unfinished';
/** A file in a data folder whose embedded database was moved to PostgreSQL. */
export const moveMark = 'moved-to-postgres';

/** Throws a `StartProblem` when the folder's database must not go into service. */
export function refuseUnusable(folder: string, { isEmbedded }: { readonly isEmbedded: boolean }): void {
  if (existsSync(join(folder, restoreMark))) {
    throw new StartProblem(
      `A restore into DATA_DIR ${folder} has not ended: remove everything in it, and restore again.`,
    );
  }
  if (isEmbedded && existsSync(join(folder, moveMark))) {
    throw new StartProblem(
      `The database of DATA_DIR ${folder} was moved to PostgreSQL: set DATABASE_URL. To go on with the one from before the move, remove ${join(folder, moveMark)}: never when the other one was in service.`,
    );
  }
}

async function isOpen(folder: string): Promise<boolean> {
  // Windows does not use these mode bits.
  return process.platform !== 'win32' && ((await stat(folder)).mode & others) !== 0;
}

/** What only a wallet's folder has. */
const marks: readonly string[] = [
  ...['pglite', 'pglite.new', ...secretFiles, addressFile],
  ...[restoreMark, moveMark, `${moveMark}.new`],
];
const ownNames: readonly string[] = [...marks, 'files', 'chain', 'lock'];

/**
 * Changes the modes of what a wallet has in its folder, and of nothing else: the setting may name a wrong folder. Changes the folder itself
 * last, so that an interrupted run is repeated at the next start.
 */
async function closeToOthers(folder: string): Promise<void> {
  // A new disk has this folder, which is root's.
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => name !== 'lost+found',
  );
  const names = entries.map(({ name }) => name);
  const isOurs = names.some((name) => marks.includes(name)) || existsSync(join(folder, 'files', storeKey));
  if (names.length > 0 && !isOurs) {
    throw new StartProblem(
      `DATA_DIR ${folder} has something else in it (${names.slice(0, 3).join(', ')}), and can be read by others: name a new folder. Nothing was changed.`,
    );
  }
  for (const entry of entries.filter(({ name }) => ownNames.includes(name))) {
    await closeEntry(entry);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(join(folder, entry.name), { recursive: true, withFileTypes: true });
    for (const each of inside) await closeEntry(each);
  }
  await chmod(folder, 0o700);
}

async function closeEntry(entry: Dirent): Promise<void> {
  const path = join(entry.parentPath, entry.name);
  if (entry.isDirectory()) await chmod(path, 0o700);
  else if (entry.isFile()) await chmod(path, 0o600);
}
