import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder of an npm package that one command needs and no other: it is downloaded when that runs first, without install scripts, into
 * the user's cache folder, which holds each version once for all checkouts. Throws where it cannot be downloaded.
 */
export function downloaded(name, version) {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zesto');
  const prefix = join(cache, `${name}-${version}`);
  const folder = join(prefix, 'node_modules', name);
  if (existsSync(folder)) return folder;
  const args = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0 || !existsSync(folder)) throw new Error(`${name} ${version} could not be downloaded`);
  return folder;
}
