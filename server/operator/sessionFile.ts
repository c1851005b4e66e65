import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Where the commands of whoever runs them keep their session: in that user's own configuration, not in `DATA_DIR`, which is the server's and
 * which operators on other machines do not have.
 */
export function sessionFileOf(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'zesto', 'operator-session');
}

/** The session of a server; null when there is none. A token is never shown to another server than the one that has given it. */
export async function readSession(path: string, origin: string): Promise<string | null> {
  const [keptFor, token] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  return keptFor === origin && token ? token : null;
}

/** Keeps a session in a file that only its owner can read; null forgets it. */
export async function keepSession(path: string, origin: string, token: string | null): Promise<void> {
  // Made anew, so that it never has the rights of a file that was there.
  await rm(path, { force: true });
  if (token === null) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${origin}\n${token}\n`, { mode: 0o600, flag: 'wx' });
}
