import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/cli/runtime.ts';
import { openPglite } from '../../../server/database/pglite.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { createLog } from '../../../server/http/log.ts';
import {
  copyOf,
  embeddedWallet,
  killed,
  maintenanceOf,
  newKey,
  opened,
  relationsIn,
  settingsOf,
  sumsOf,
  testFolder,
} from '../../support/backups.ts';
import { emptyPostgres, hasEngine } from '../../support/database.ts';

let folder: string;
const BACKUP_KEY = newKey();
const quiet = createLog('silent');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-killed-'));
  await embeddedWallet(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach((context) => {
  if (process.env.ENGINE !== 'postgres' || !hasEngine()) context.skip('it needs both engines');
});

const sumsIn = (dataDir: string) => opened(openPglite({ dataDir }), sumsOf);

test.each(['postgres', 'pglite'])(
  'a restore to %s that is killed when everything is loaded is in service nowhere, and is made again after its folder was emptied',
  async (engine) => {
    const path = join(await testFolder(), 'backup');
    await maintenanceOf({ DATA_DIR: await copyOf(folder), BACKUP_KEY }).backUp(path);
    const DATA_DIR = join(await testFolder(), 'new');
    const url = engine === 'postgres' ? await emptyPostgres() : null;
    const env = { DATA_DIR, BACKUP_KEY, ...(url === null ? {} : { DATABASE_URL: url }) };
    expect(await killed('restore', path, env)).toBe('SIGKILL');
    expect(await readdir(DATA_DIR)).toContain('restore-unfinished');
    if (url !== null) expect(await relationsIn(url)).toEqual([]);
    const sentence = `A restore into DATA_DIR ${DATA_DIR} has not ended: remove everything in it, and restore again.`;
    await expect(openDatabase(settingsOf(env), quiet)).rejects.toThrow(sentence);
    await expect(maintenanceOf(env).restore(path)).rejects.toThrow(sentence);
    await rm(DATA_DIR, { recursive: true });
    await maintenanceOf(env).restore(path);
    const restored = url === null ? openPglite({ dataDir: DATA_DIR }) : openPostgres({ url });
    expect(await opened(restored, sumsOf)).toEqual(await sumsIn(await copyOf(folder)));
  },
);

test('a move that is killed when everything is written leaves both as they were, and the next one succeeds', async () => {
  const DATA_DIR = await copyOf(folder);
  const url = await emptyPostgres();
  const before = await sumsIn(DATA_DIR);
  expect(await killed('move', url, { DATA_DIR })).toBe('SIGKILL');
  expect(await relationsIn(url)).toEqual([]);
  expect(existsSync(join(DATA_DIR, 'moved-to-postgres'))).toBe(false);
  expect(await sumsIn(DATA_DIR)).toEqual(before);
  await maintenanceOf({ DATA_DIR }).move(url);
  expect(await opened(openPostgres({ url }), sumsOf)).toEqual(before);
});
