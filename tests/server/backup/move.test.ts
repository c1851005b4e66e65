import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/cli/runtime.ts';
import { openPglite } from '../../../server/database/pglite.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { claimPurpose } from '../../../server/demo/purpose.ts';
import { filesInFolder } from '../../../server/files/files.ts';
import { createLog } from '../../../server/http/log.ts';
import {
  copyOf,
  embeddedWallet,
  maintenanceOf,
  type Owner,
  opened,
  relationsIn,
  settingsOf,
  sumsOf,
  testFolder,
} from '../../support/backups.ts';
import { emptyPostgres, hasEngine } from '../../support/database.ts';
import { codeOf } from '../../support/factors.ts';
import { openTestServer } from '../../support/server.ts';

let folder: string;
let owner: Owner;
const quiet = createLog('silent');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-move-'));
  owner = await embeddedWallet(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach((context) => {
  if (process.env.ENGINE !== 'postgres' || !hasEngine()) context.skip('it needs both engines');
});

const sumsAt = (url: string) => opened(openPostgres({ url }), sumsOf);
const sumsIn = (dataDir: string) => opened(openPglite({ dataDir }), sumsOf);

test('an embedded wallet moves to PostgreSQL, row by row; its server goes on there, and not on the database that was left', async () => {
  const DATA_DIR = await copyOf(folder);
  const url = await emptyPostgres();
  const before = await sumsIn(DATA_DIR);
  const files = await readdir(join(DATA_DIR, 'files'));
  const moved = await maintenanceOf({ DATA_DIR }).move(url);
  const LEDGER_KEY_FILE = join(DATA_DIR, 'ledger-key');
  const FACTOR_KEY_FILE = join(DATA_DIR, 'factor-key');
  expect(moved.settings).toEqual([
    'DATABASE_URL, or DATABASE_URL_FILE: where it was moved to',
    `LEDGER_KEY_FILE=${LEDGER_KEY_FILE}`,
    `FACTOR_KEY_FILE=${FACTOR_KEY_FILE}`,
  ]);
  expect(await sumsAt(url)).toEqual(before);
  expect(await sumsIn(DATA_DIR)).toEqual(before);
  expect(await readdir(join(DATA_DIR, 'files'))).toEqual(files);

  const settings = settingsOf({ DATA_DIR, DATABASE_URL: url, LEDGER_KEY_FILE, FACTOR_KEY_FILE });
  const database = await openDatabase(settings, quiet);
  const { factorKey, ledgerKey } = settings;
  const it = await openTestServer({
    database,
    factorKey,
    ledgerKey,
    files: filesInFolder(join(DATA_DIR, 'files')),
  });
  it.clock.advance(3_600_000);
  const otp = codeOf(owner.secret, it.clock.now());
  const { status } = await it.post('/auth/login', { ...owner, secret: undefined, remember: false, otp });
  expect(status).toBe(200);
  await it.close();

  await expect(openDatabase(settingsOf({ DATA_DIR }), quiet)).rejects.toThrow(
    `The database of DATA_DIR ${DATA_DIR} was moved to PostgreSQL: set DATABASE_URL.`,
  );
  await expect(maintenanceOf({ DATA_DIR }).move(await emptyPostgres())).rejects.toThrow(
    'was moved to PostgreSQL',
  );
});

test('a database that is half filled is refused with what to do, and the wallet is as it was', async () => {
  const DATA_DIR = await copyOf(folder);
  const url = await emptyPostgres();
  await opened(openPostgres({ url }), ({ query }) => query('CREATE TABLE users (id uuid PRIMARY KEY)'));
  await expect(maintenanceOf({ DATA_DIR }).move(url)).rejects.toThrow(
    `The database at --to is not empty: make another one (CREATE DATABASE), or drop this one and make it again when nobody needs what is in it. Nothing was changed. The embedded database in DATA_DIR ${DATA_DIR} is as it was.`,
  );
  expect(await relationsIn(url)).toHaveLength(2);
  expect(existsSync(join(DATA_DIR, 'moved-to-postgres'))).toBe(false);
});

test('a database that does not answer is named without its password', async () => {
  const DATA_DIR = await copyOf(folder);
  const moving = maintenanceOf({ DATA_DIR }).move('postgres://owner:hunter2@127.0.0.1:1/wallet');
  const refusal = await moving.catch((error: unknown) => String(error));
  expect(refusal).toContain('The database at --to cannot be used: connect ECONNREFUSED');
  expect(refusal).not.toContain('hunter2');
});

test('what is no embedded wallet of real people is not moved', async () => {
  const url = await emptyPostgres();
  const DATA_DIR = await copyOf(folder);
  await expect(maintenanceOf({ DATA_DIR }).move('mysql://localhost/wallet')).rejects.toThrow(
    '--to must look like',
  );
  await expect(maintenanceOf({ DATA_DIR, DATABASE_URL: url }).move(url)).rejects.toThrow(
    'DATABASE_URL is set: this wallet is on PostgreSQL already.',
  );
  const empty = await testFolder();
  await expect(maintenanceOf({ DATA_DIR: empty }).move(url)).rejects.toThrow(
    `DATA_DIR ${empty} has no database`,
  );
  expect(await readdir(empty)).toEqual([]);
  await opened(openPglite({ dataDir: DATA_DIR }), (database) => claimPurpose(database, 'demo'));
  await expect(maintenanceOf({ DATA_DIR }).move(url)).rejects.toThrow(
    'holds the demo, whose password is public',
  );
  expect(await relationsIn(url)).toEqual([]);
});

test('while a server has the folder, nothing is moved', async () => {
  const DATA_DIR = await copyOf(folder);
  const url = await emptyPostgres();
  await opened(openPglite({ dataDir: DATA_DIR }), async () => {
    await expect(maintenanceOf({ DATA_DIR }).move(url)).rejects.toThrow(
      `${DATA_DIR} is in use by process ${process.pid}. Stop it`,
    );
  });
  expect(await readFile(join(DATA_DIR, 'ledger-key'), 'utf8')).toHaveLength(44);
});
