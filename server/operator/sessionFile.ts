import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The file for the session of the commands: in the user's own configuration and not in `DATA_DIR`, which is the server's and is missing on
 * operators' other machines.
 */
export function sessionFileOf(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'zesto', 'operator-session');
}

/** The session of a server; null without one. A token is only sent to the server that issued it. */
export async function readSession(path: string, origin: string): Promise<string | null> {
  const [keptFor, token] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  return keptFor === origin && token ? token : null;
}

/** Stores a session in a file that only its owner can read; null removes it. */
export async function keepSession(path: string, origin: string, token: string | null): Promise<void> {
  // The file is recreated, so that it never keeps the permissions of an older one.
  await rm(path, { force: true });
  if (token === null) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${origin}\n${token}\n`, { mode: 0o600, flag: 'wx' });
}
