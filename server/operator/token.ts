import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The operator's token of a data folder: made at the first start, in a file that only its owner can read. */
export async function ensureOperatorToken(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const token = randomBytes(32).toString('base64url');
  try {
    await writeFile(fileIn(dataDir), `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  await chmod(fileIn(dataDir), 0o600);
  return readOperatorToken(dataDir);
}

/** Rejects when the folder has none. */
export async function readOperatorToken(dataDir: string): Promise<string> {
  return (await readFile(fileIn(dataDir), 'utf8')).trim();
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'operator-token');
}
