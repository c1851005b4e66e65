import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../database/durableFolder.ts';
import { BackupProblem, diskReason } from './problem.ts';

type Put = (bytes: Uint8Array) => Promise<void>;

/**
 * Makes the file `path`, readable by its owner alone, with what `work` puts. It is on the disk when this resolves, and gone when anything
 * fails. Rejects with a `BackupProblem` when the file exists, cannot be made or cannot be written, or with what `work` rejects with: nothing
 * is overwritten.
 */
export async function writeNewFile<T>(path: string, work: (put: Put) => Promise<T>): Promise<T> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(
      error.code === 'EEXIST'
        ? `${path} exists, and is never overwritten: name another file.`
        : `${path} cannot be made (${error.code}).`,
    );
  });
  const failed = (error: unknown) => {
    throw new Unwritten(error);
  };
  try {
    const done = await work((bytes) => file.writeFile(bytes).catch(failed));
    await file.sync().catch(failed);
    await file.close().catch(failed);
    await syncFolder(dirname(path)).catch(failed);
    return done;
  } catch (error) {
    await file.close().catch(() => undefined);
    const left = await rm(path, { force: true }).then(
      () => 'Nothing of it was left.',
      () => 'Remove it: it is not whole.',
    );
    if (!(error instanceof Unwritten)) throw error;
    throw new BackupProblem(`${path} cannot be written: ${error.message}. ${left}`);
  }
}

/** The file did not take what was put. */
class Unwritten extends Error {
  constructor(cause: unknown) {
    super(diskReason(cause) ?? String(cause), { cause });
  }
}
