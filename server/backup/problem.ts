/** A reason why a backup, a restore or a move is refused or has failed, as a sentence for the operator. */
export class BackupProblem extends Error {}

/** Errors of a disk that takes nothing, by the codes of Node.js. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EFBIG: 'the file is too large for the disk or this user',
  EROFS: 'the disk can only be read',
  EIO: 'the disk is broken',
};
/** The same for PostgreSQL (disk_full, io_error). */
const ofPostgres: Readonly<Record<string, string>> = { '53100': 'ENOSPC', '58030': 'EIO' };
/** The same for the file system of the embedded database (`ErrnoError` of Emscripten, which is no `Error`). */
const ofEmscripten: Readonly<Record<number, string>> = {
  19: 'EDQUOT',
  22: 'EFBIG',
  29: 'EIO',
  51: 'ENOSPC',
  69: 'EROFS',
};

/** Why a disk did not take what was written: `the disk is full (ENOSPC)`. Null for an error of another kind. */
export function diskReason(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { code, errno, cause } = error as { code?: unknown; errno?: unknown; cause?: unknown };
  const name = typeof code === 'string' ? (ofPostgres[code] ?? code) : ofEmscripten[Number(errno)];
  const reason = name === undefined ? undefined : reasons[name];
  return reason === undefined ? diskReason(cause) : `${reason} (${name})`;
}
