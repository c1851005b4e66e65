import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../../server/cli/dataFolder.ts';
import { filesInFolder } from '../../server/files/files.ts';

/**
 * A process of its own, which would let everybody read what it writes, opens a data folder and keeps a large file in it. Tells the modes that
 * the folder and the file had, from the first look at which they were there.
 */
export async function main([folder = '']: readonly string[]): Promise<void> {
  process.umask(0);
  const opening = openDataFolder(folder);
  const folderModes = await modesDuring(folder, opening);
  const files = filesInFolder(join(folder, 'files'));
  const fileModes = await modesDuring(
    join(folder, 'files', 'a-key'),
    files.put('a-key', new Uint8Array(50_000_000)),
  );
  const token = await open(join(folder, 'anything'), 'w');
  const { mode } = await token.stat();
  await token.close();
  process.stdout.write(JSON.stringify({ folder: folderModes, file: fileModes, other: [octal(mode)] }));
}

const octal = (mode: number) => (mode & 0o777).toString(8);

async function modesDuring(path: string, work: Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const look = async () => {
    const found = await stat(path).catch(() => null);
    if (found) seen.add(octal(found.mode));
  };
  while (!isOver) await look();
  await over;
  await look();
  return [...seen];
}
