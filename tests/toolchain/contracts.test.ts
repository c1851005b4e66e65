import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const folders = ['server/demo/chain/contracts', 'tests/support/contracts'];

/** In a process of its own: the compiler changes what Node does with promises that nobody handles. */
test('compiling the contracts again gives the artefacts that are here, byte for byte', async () => {
  const target = await mkdtemp(join(tmpdir(), 'zesto-contracts-'));
  try {
    await run(process.execPath, ['scripts/run.mjs', 'scripts/compileContracts.ts', target]);
    for (const folder of folders) {
      const sources = (await readdir(folder)).filter((name) => name.endsWith('.sol'));
      const artefacts = sources.map((name) => name.replace('.sol', '.json')).sort();
      expect((await readdir(join(target, folder))).sort()).toEqual(artefacts);
      for (const name of artefacts) {
        const again = await readFile(join(target, folder, name), 'utf8');
        expect(await readFile(join(folder, name), 'utf8'), name).toBe(again);
      }
    }
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}, 60_000);
