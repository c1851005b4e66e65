import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { testFolder } from './backups.ts';
import { tied } from './tied.ts';

/** Mounts a file system of `$2` in memory at `$1` that only this shell sees, with what is in `$3`, and leaves `$4` bytes of it free unless that is empty. */
const mount = `mount -t tmpfs -o size="$2" tmpfs "$1" || exit 99
[ "$3" = "" ] || cp -R "$3/." "$1" || exit 98
[ "$4" = "" ] || { dd if=/dev/zero of="$1/filled" bs=4096 2>/dev/null; truncate -s "-$4" "$1/filled"; }
`;
/** Root keeps its rights over the files of others, such as the socket of a PostgreSQL. */
const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const shell = ['--mount', ...user, 'sh', '-c'];

/** Whether this user may mount a file system in memory, as Linux lets root and most users in a namespace of their own. */
export function hasSmallDisks(): boolean {
  const { status } = spawnSync('unshare', [...shell, 'mount -t tmpfs tmpfs /mnt']);
  return status === 0;
}

interface SmallDisk {
  /** As `mount` reads it: `100k`. */
  readonly size: string;
  /** A folder whose content it has at first. */
  readonly content?: string;
  /** The bytes that are left on it when the command begins; left out, nothing fills it. */
  readonly free?: number;
}

/** Runs an operator's command while `folder` is such a disk. `left` are the names in it at the end. */
export async function runOnSmallDisk(
  folder: string,
  { size, content = '', free }: SmallDisk,
  { args, env }: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
) {
  const listing = join(await testFolder(), 'left');
  const script = `${mount}listing=$5; folder=$1; shift 5; "$@"; code=$?; ls -A "$folder" > "$listing"; exit $code`;
  const disk = [folder, size, content, free === undefined ? '' : String(free), listing];
  const command = [process.execPath, ...tied, 'scripts/run.mjs', 'tests/support/operatorCommand.ts', ...args];
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const child = spawn('unshare', [...shell, script, 'sh', ...disk, ...command], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [printed, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const left = (await readFile(listing, 'utf8')).split('\n').filter((name) => name !== '');
  return { code: code as number | null, printed, complained, left };
}
