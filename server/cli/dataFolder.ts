import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './startProblem.ts';

const others = 0o077;

/**
 * Creates the data folder and closes it to other users. The umask is set for the whole process, because libraries write databases,
 * documents and tokens with its default mode. Rejects with a `StartProblem`.
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
  } catch {
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

/** Changes the folder itself last, so that an interrupted run is repeated at the next start. */
async function closeToOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o700);
    else if (entry.isFile()) await chmod(path, 0o600);
  }
  await chmod(folder, 0o700);
}
