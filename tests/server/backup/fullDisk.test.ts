import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../../../server/database/pglite.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import {
  copyOf,
  embeddedWallet,
  maintenanceOf,
  newKey,
  opened,
  relationsIn,
  sumsOf,
  testFolder,
} from '../../support/backups.ts';
import { emptyPostgres, hasEngine } from '../../support/database.ts';
import { hasSmallDisks, runOnSmallDisk } from '../../support/smallDisk.ts';

const isPossible = process.env.ENGINE === 'postgres' && hasEngine() && hasSmallDisks();
let folder: string;
let whole: string;
const BACKUP_KEY = newKey();

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'zesto-full-'));
  await embeddedWallet(folder);
  whole = join(folder, 'backup');
  await maintenanceOf({ DATA_DIR: join(folder, 'wallet'), BACKUP_KEY }).backUp(whole);
});
afterAll(() => (folder === undefined ? undefined : rm(folder, { recursive: true, force: true })));
beforeEach((context) => {
  if (!isPossible) context.skip('it needs both engines, and a user who may mount a file system in memory');
});

/** What is written to a file of its disk. */
async function expectNoFile(
  words: readonly string[],
  disk: { readonly size: string; readonly free?: number },
) {
  const folderOfDisk = await testFolder();
  const path = join(folderOfDisk, 'file');
  const env = { DATA_DIR: await copyOf(folder), BACKUP_KEY };
  expect(await runOnSmallDisk(folderOfDisk, disk, { args: [...words, path], env })).toEqual({
    code: 1,
    printed: '',
    complained: `${path} cannot be written: the disk is full (ENOSPC). Nothing of it was left.\n`,
    left: disk.free === undefined ? [] : ['filled'],
  });
}

test('a backup that its disk does not take says so, and leaves no file', { tags: 'long' }, async () => {
  await expectNoFile(['backup'], { size: '100k' });
});

test('a backup whose first byte its disk does not take says so, and leaves no file', {
  tags: 'long',
}, async () => {
  await expectNoFile(['backup'], { size: '20k', free: 0 });
});

test('a key that its disk does not take says so, and leaves no file', { tags: 'long' }, async () => {
  await expectNoFile(['backup', 'key'], { size: '20k', free: 0 });
});

async function expectNothingRestored(size: string, place: Readonly<Record<string, string>> = {}) {
  const DATA_DIR = await testFolder();
  const env = { DATA_DIR, BACKUP_KEY, ...place };
  expect(await runOnSmallDisk(DATA_DIR, { size }, { args: ['restore', whole], env })).toEqual({
    code: 1,
    printed: '',
    complained: `DATA_DIR ${DATA_DIR} cannot be written: the disk is full (ENOSPC). Nothing was kept.\n`,
    left: [],
  });
}

test('a restore whose disk does not take people’s files says so, and leaves nothing', {
  tags: 'long',
}, async () => {
  const DATABASE_URL = await emptyPostgres();
  await expectNothingRestored('16k', { DATABASE_URL });
  expect(await relationsIn(DATABASE_URL)).toEqual([]);
});

test.each([
  ['the folder’s lock', '4k'],
  ['a new database', '20m'],
  ['the rows', '45m'],
])('a restore whose disk does not take %s says so, and leaves nothing', { tags: 'long' }, async (_, size) => {
  await expectNothingRestored(size);
});

/** An empty PostgreSQL that answers the first table of a transaction as one whose disk is full. */
async function fullPostgres(): Promise<string> {
  const url = await emptyPostgres();
  await opened(openPostgres({ url }), async ({ query }) => {
    await query(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await query(
      `CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION refuse()`,
    );
  });
  return url;
}

test('a restore to a PostgreSQL whose disk is full says so, and leaves nothing', {
  tags: 'long',
}, async () => {
  const DATA_DIR = join(await testFolder(), 'new');
  const DATABASE_URL = await fullPostgres();
  await expect(maintenanceOf({ DATA_DIR, BACKUP_KEY, DATABASE_URL }).restore(whole)).rejects.toThrow(
    /^The database at DATABASE_URL cannot be written: the disk is full \(ENOSPC\)\. Nothing was kept\.$/,
  );
  expect(await readdir(DATA_DIR)).toEqual([]);
  expect(await relationsIn(DATABASE_URL)).toEqual([]);
});

test('a move to a PostgreSQL whose disk is full says so, and the wallet that was left is as it was', {
  tags: 'long',
}, async () => {
  const DATA_DIR = await copyOf(folder);
  const sums = () => opened(openPglite({ dataDir: DATA_DIR }), sumsOf);
  const before = { sums: await sums(), names: await readdir(DATA_DIR) };
  const url = await fullPostgres();
  await expect(maintenanceOf({ DATA_DIR }).move(url)).rejects.toThrow(
    `The database at --to cannot be written: the disk is full (ENOSPC). Nothing was kept. The embedded database in DATA_DIR ${DATA_DIR} is as it was.`,
  );
  expect(await relationsIn(url)).toEqual([]);
  expect({ sums: await sums(), names: await readdir(DATA_DIR) }).toEqual(before);
});

test.each([
  ['cannot start', 4096],
  ['could not mark', 8192],
])('a move that %s in the folder it leaves moves nothing', { tags: 'long' }, async (_, free) => {
  const DATA_DIR = await testFolder();
  const content = await copyOf(folder);
  const url = await emptyPostgres();
  const names = (await readdir(content)).toSorted();
  expect(
    await runOnSmallDisk(
      DATA_DIR,
      { size: '60m', content, free },
      { args: ['database', 'move', '--to', url], env: { DATA_DIR } },
    ),
  ).toEqual({
    code: 1,
    printed: '',
    complained: `DATA_DIR ${DATA_DIR} cannot be written: the disk is full (ENOSPC). Nothing was kept.\n`,
    left: [...names, 'filled'].toSorted(),
  });
  expect(await relationsIn(url)).toEqual([]);
});
