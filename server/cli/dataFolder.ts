import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './startProblem.ts';

const others = 0o077;

/**
 * Makes the data folder one that only this user can look into. From here on this process makes no file that anybody else can read:
 * databases, people's documents and tokens are written by libraries that leave the mode to the process. Rejects with a `StartProblem`.
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

async function isOpen(folder: string): Promise<boolean> {
  // Windows has no such modes.
  return process.platform !== 'win32' && ((await stat(folder)).mode & others) !== 0;
}

/** The folder itself comes last: a run that was cut off is done again. */
async function closeToOthers(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o700);
    else if (entry.isFile()) await chmod(path, 0o600);
  }
  await chmod(folder, 0o700);
}
