import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import { auditDifference, migrationsOf } from '../../../server/backup/audited.ts';
import { backUp } from '../../../server/backup/backup.ts';
import { type AuditFigures, decodeItems, type Item } from '../../../server/backup/items.ts';
import { loadItems } from '../../../server/backup/load.ts';
import { readSealed } from '../../../server/backup/sealedFile.ts';
import { openDatabase } from '../../../server/cli/runtime.ts';
import type { Maintenance } from '../../../server/command/command.ts';
import type { Db } from '../../../server/database/db.ts';
import { bundledMigrations, migrate } from '../../../server/database/migrate.ts';
import { openPglite } from '../../../server/database/pglite.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { claimPurpose } from '../../../server/demo/purpose.ts';
import { filesInFolder } from '../../../server/files/files.ts';
import { isStoreOf, storeKey } from '../../../server/files/store.ts';
import { createLog } from '../../../server/http/log.ts';
import {
  copyOf,
  embeddedWallet,
  logOf,
  maintenanceOf,
  newKey,
  type Owner,
  opened,
  relationsIn,
  settingsOf,
  sumsOf,
  testFolder,
} from '../../support/backups.ts';
import { openBucket } from '../../support/bucket.ts';
import { copyTemplate, emptyPostgres, hasEngine, nameIn } from '../../support/database.ts';
import { codeOf } from '../../support/factors.ts';
import { fund, outside, pay, payProven } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { formOf, png, postForm } from '../../support/uploads.ts';

/** Of a wallet that no test changes. */
let folder: string;
let owner: Owner;
/** Of its tables. */
let sums: Awaited<ReturnType<typeof sumsOf>>;
/** A backup of it, and what was told of it. */
let whole: string;
let madeWhole: Awaited<ReturnType<Maintenance['backUp']>>;
/** Where it was restored to PostgreSQL, and what was told of that; no test changes that either. */
let kept: Place;
let restoredWhole: Awaited<ReturnType<Maintenance['restore']>>;
const BACKUP_KEY = newKey();
const quiet = createLog('silent');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-backup-'));
  owner = await embeddedWallet(folder);
  if (process.env.ENGINE !== 'postgres' || !hasEngine()) return;
  sums = await sumsIn(join(folder, 'wallet'));
  whole = join(folder, 'backup');
  madeWhole = await maintenanceOf({ DATA_DIR: join(folder, 'wallet'), BACKUP_KEY }).backUp(whole);
  kept = onPostgres(join(folder, 'kept'), await emptyPostgres());
  restoredWhole = await maintenanceOf(kept.env).restore(whole);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach((context) => {
  if (process.env.ENGINE !== 'postgres' || !hasEngine()) context.skip('it needs both engines');
});

const sumsAt = (url: string) => opened(openPostgres({ url }), sumsOf);
const sumsIn = (dataDir: string) => opened(openPglite({ dataDir }), sumsOf);

interface Place {
  readonly env: Readonly<Record<string, string>>;
  open(): Promise<Db>;
}

/** A place without a wallet, for a restore. */
async function emptyPlace(engine: 'pglite' | 'postgres'): Promise<Place> {
  const DATA_DIR = join(await testFolder(), 'new');
  if (engine === 'pglite')
    return { env: { DATA_DIR, BACKUP_KEY }, open: () => openPglite({ dataDir: DATA_DIR }) };
  return onPostgres(DATA_DIR, await emptyPostgres());
}

const onPostgres = (DATA_DIR: string, url: string): Place => ({
  env: { DATA_DIR, BACKUP_KEY, DATABASE_URL: url },
  open: () => openPostgres({ url }),
});

/** The wallet as it was restored to PostgreSQL, for one test. */
async function keptCopy(): Promise<Place> {
  const { DATA_DIR = '', DATABASE_URL = '' } = kept.env;
  const copy = join(await testFolder(), 'copy');
  cpSync(DATA_DIR, copy, { recursive: true });
  return onPostgres(copy, await copyTemplate(nameIn(DATABASE_URL)));
}

/** The settings of a wallet that was restored to PostgreSQL, with the keys that its restore told. */
function liveIn({ env }: Place) {
  const [LEDGER_KEY_FILE = '', FACTOR_KEY_FILE = ''] = ['ledger-key', 'factor-key'].map((name) =>
    join(env.DATA_DIR ?? '', name),
  );
  return { ...env, LEDGER_KEY_FILE, FACTOR_KEY_FILE };
}

async function backedUp(env: Place['env']) {
  const path = join(await testFolder(), 'backup');
  const made = await maintenanceOf({ BACKUP_KEY, ...env }).backUp(path);
  return { path, made };
}

/** Finds the rows of `sums`, logs in with password and app, pays, and audits, on what was restored. */
async function goesOn({ env, open }: Place, hours: number, sums: Awaited<ReturnType<typeof sumsOf>>) {
  const secretIn = async (name: string) => (await readFile(join(env.DATA_DIR ?? '', name), 'utf8')).trim();
  const database = await open();
  expect(await sumsOf(database)).toEqual(sums);
  const files = filesInFolder(join(env.DATA_DIR ?? '', 'files'));
  expect(await isStoreOf(database.query, files)).toBe(true);
  const ledgerKey = await secretIn('ledger-key');
  const it = await openTestServer({ database, files, ledgerKey, factorKey: await secretIn('factor-key') });
  try {
    it.clock.advance(hours * 3_600_000);
    const { email, password, secret } = owner;
    const otp = codeOf(secret, it.clock.now());
    const { status, body } = await it.post('/auth/login', { email, password, remember: false, otp });
    expect({ status, body }).toMatchObject({ status: 200 });
    const { token } = body.data;
    const [avatar] = await database.query<{ id: string }>(
      'SELECT avatar_file_id AS id FROM users WHERE email = $1',
      [email],
    );
    expect((await files.get(avatar?.id ?? ''))?.length).toBeGreaterThan(50);
    expect(await payFor(it, token)).toBe(201);
    await it.audit();
    expect(await auditAll(database.query, { key: ledgerKey })).toMatchObject({ clean: true, faults: [] });
  } finally {
    await it.close();
  }
}

/** The status of a payment of 10 USDT by whom this session is. */
async function payFor(it: TestServer, token: string) {
  const request = { kind: 'send', token: 'USDT', amount: '10', to: outside };
  const { body } = await it.post('/transactions/quotes', request, { token });
  expect(body).toMatchObject({ data: {} });
  return (
    await payProven(it, { token, password: owner.password }, '/transactions/send', { quote_id: body.data.id })
  ).status;
}

const namesIn = (path: string) => readdir(path).catch(() => null);

test('an embedded wallet is restored to PostgreSQL and from there to the embedded engine, to the last byte, and goes on in both', async () => {
  expect(madeWhole).toMatchObject({ files: 5, lost: [], faults: [], chain: null });
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  expect(restoredWhole).toMatchObject({ rows: madeWhole.rows, files: madeWhole.files });
  const { LEDGER_KEY_FILE, FACTOR_KEY_FILE } = liveIn(kept);
  expect(restoredWhole.settings).toEqual([
    `LEDGER_KEY_FILE=${LEDGER_KEY_FILE}`,
    `FACTOR_KEY_FILE=${FACTOR_KEY_FILE}`,
  ]);
  const postgres = await keptCopy();
  await goesOn(postgres, 1, sums);

  const { path: second } = await backedUp(liveIn(postgres));
  const embedded = await emptyPlace('pglite');
  expect((await maintenanceOf(embedded.env).restore(second)).settings).toEqual([]);
  expect((await readdir(embedded.env.DATA_DIR ?? '')).toSorted()).toEqual(
    ['factor-key', 'files', 'ledger-key', 'operator-token', 'pglite'].toSorted(),
  );
  await goesOn(embedded, 2, await opened(postgres.open(), sumsOf));
});

/** The line of a command that was carried out on the machine itself. */
const done = (verb: string, subject: object) => ({
  operator: 'machine of the server',
  verb,
  subject: JSON.stringify(subject),
  status: 200,
});

test('a backup is a line of the operators’ log, and a restore is the next one after those of the backup', async () => {
  const log = await opened(openPglite({ dataDir: join(folder, 'wallet') }), logOf);
  expect(log.length).toBeGreaterThan(1);
  expect(log.at(-1)).toEqual(done('operator backup', { file: whole }));
  expect(await opened(kept.open(), logOf)).toEqual([
    ...log.slice(0, -1),
    done('operator restore', { file: whole }),
  ]);
});

test('a backup that cannot be logged is not kept', async () => {
  const source = await keptCopy();
  await opened(source.open(), ({ query }) =>
    query('ALTER TABLE operator_log ADD CONSTRAINT none CHECK (false) NOT VALID'),
  );
  const path = join(await testFolder(), 'backup');
  await expect(maintenanceOf(liveIn(source)).backUp(path)).rejects.toThrow(
    'violates check constraint "none"',
  );
  expect(await namesIn(join(path, '..'))).toEqual([]);
});

test('the restored database has the columns, keys, indexes and sequences of a migrated one', async () => {
  const shapeOf = async ({ query }: Db) => [
    await query(`SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2`),
    await query(
      'SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1, 2',
    ),
    await query(`SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity
      FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2`),
    await query('SELECT sequencename, start_value, increment_by FROM pg_sequences ORDER BY 1'),
  ];
  const migrated = await opened(openPostgres({ url: await copyTemplate() }), shapeOf);
  expect(migrated[0]?.length).toBeGreaterThan(50);
  expect(await opened(kept.open(), shapeOf)).toEqual(migrated);
});

test('what happens while PostgreSQL is backed up is not in the backup: no payment by half, and no file that goes missing', async () => {
  const place = await keptCopy();
  const stored = filesInFolder(join(place.env.DATA_DIR ?? '', 'files'));
  const it = await openTestServer({ database: await place.open(), files: stored });
  onTestFinished(() => it.close());
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const form = formOf({ field: 'avatar', bytes: await png() });
  expect((await postForm(it, person.token, '/profile/avatar', form)).status).toBe(200);
  const [avatar] = await it.database.query<{ id: string }>(
    'SELECT avatar_file_id AS id FROM users WHERE id = $1',
    [person.id],
  );
  const before = await opened(place.open(), sumsOf);
  let isChanged = false;
  const files = {
    ...stored,
    async get(key: string) {
      if (!isChanged) {
        isChanged = true;
        expect((await pay(it, person)).status).toBe(201);
        expect((await it.delete('/profile/avatar', { token: person.token })).status).toBe(200);
      }
      return stored.get(key);
    },
  };
  const path = join(await testFolder(), 'backup');
  const at = new Date();
  const source = { database: await place.open(), files, secrets: new Map(), ledgerKey: null, at };
  expect(await backUp(source, { path, key: BACKUP_KEY })).toMatchObject({ lost: [] });
  await source.database.close();
  expect(isChanged).toBe(true);
  const second = await emptyPlace('postgres');
  await maintenanceOf(second.env).restore(path);
  expect(await opened(second.open(), sumsOf)).toEqual(before);
  const bytes = await filesInFolder(join(second.env.DATA_DIR ?? '', 'files')).get(avatar?.id ?? '');
  expect(bytes?.length).toBeGreaterThan(50);
  expect(await opened(place.open(), sumsOf)).not.toEqual(before);
});

test('files of people in a bucket are backed up from there and restored to there; a bucket in use is refused', {
  tags: 'long',
}, async () => {
  const { objects, settings } = await openBucket();
  const place = await emptyPlace('pglite');
  await maintenanceOf({ ...place.env, ...settings }).restore(whole);
  const files = join(folder, 'wallet', 'files');
  expect([...objects.keys()].toSorted()).toEqual((await readdir(files)).toSorted());
  for (const [name, bytes] of objects) expect(bytes.equals(await readFile(join(files, name)))).toBe(true);
  expect(await readdir(place.env.DATA_DIR ?? '')).not.toContain('files');

  const { env: another } = await emptyPlace('pglite');
  await expect(maintenanceOf({ ...another, ...settings }).restore(whole)).rejects.toThrow(
    'The bucket zesto-files has the files of a database already: name an empty one. Nothing was changed.',
  );
  const { path, made } = await backedUp({ ...place.env, ...settings });
  expect(made).toMatchObject({ files: madeWhole.files, lost: [], faults: [] });
  const embedded = await emptyPlace('pglite');
  await maintenanceOf(embedded.env).restore(path);
  await goesOn(embedded, 1, sums);
});

test('a restore whose files the bucket refuses leaves nothing in the folder, and names the bucket', {
  tags: 'long',
}, async () => {
  const { limitTo, objects, settings } = await openBucket();
  limitTo(2);
  const { env } = await emptyPlace('pglite');
  await expect(maintenanceOf({ ...env, ...settings }).restore(whole)).rejects.toThrow(
    /The bucket zesto-files has some of the files: empty it\.$/,
  );
  expect(objects.size).toBe(2);
  expect(await namesIn(env.DATA_DIR ?? '')).toEqual([]);
});

test('a restore whose last file the bucket refuses leaves nothing in the folder and in PostgreSQL', {
  tags: 'long',
}, async () => {
  const { limitTo, objects, settings } = await openBucket();
  const files = await readdir(join(folder, 'wallet', 'files'));
  limitTo(files.length - 1);
  const { env } = await emptyPlace('postgres');
  await expect(maintenanceOf({ ...env, ...settings }).restore(whole)).rejects.toThrow(
    /The bucket zesto-files has some of the files: empty it\.$/,
  );
  expect([...objects.keys()].toSorted()).toEqual(files.filter((name) => name !== storeKey).toSorted());
  expect(await relationsIn(env.DATABASE_URL ?? '')).toEqual([]);
  expect(await namesIn(env.DATA_DIR ?? '')).toEqual([]);
});

test('a file that the store has lost and the chain of a demo are named, and the backup is made without them', async () => {
  const source = await keptCopy();
  const files = join(source.env.DATA_DIR ?? '', 'files');
  const [name = ''] = (await readdir(files)).filter((each) => each !== 'store-id');
  await rm(join(files, name));
  const chain = join(source.env.DATA_DIR ?? '', 'chain');
  await mkdir(chain);
  const { path, made } = await backedUp(liveIn(source));
  expect(made).toMatchObject({ files: 4, lost: [name], chain });
  const { env } = await emptyPlace('postgres');
  expect(await maintenanceOf(env).restore(path)).toMatchObject({ files: 4 });
});

/** A restore of a file that was changed on the way fails with `sentence`, and leaves neither a database nor a file. */
async function expectNothingLeft(
  engine: 'postgres' | 'pglite',
  change: (bytes: Buffer) => Buffer,
  sentence: string,
) {
  const broken = join(await testFolder(), 'broken');
  await writeFile(broken, change(await readFile(whole)));
  const { env } = await emptyPlace(engine);
  await expect(maintenanceOf(env).restore(broken)).rejects.toThrow(sentence);
  expect((await namesIn(env.DATA_DIR ?? '')) ?? []).toEqual([]);
  if (env.DATABASE_URL) expect(await relationsIn(env.DATABASE_URL)).toEqual([]);
}

describe('a restore', () => {
  test.each<[string, 'postgres' | 'pglite', (bytes: Buffer) => Buffer, string]>([
    ['cut off at its last byte', 'postgres', (bytes) => bytes.subarray(0, -1), 'its end is missing'],
    ['of no byte', 'postgres', () => Buffer.alloc(0), 'is empty.'],
    ['of another program', 'pglite', () => randomBytes(5_000), 'is no backup of Zesto.'],
  ])('of a file %s to %s leaves nothing', async (_, engine, change, sentence) => {
    await expectNothingLeft(engine, change, sentence);
  });

  // `sealedFile` shows that these are noticed, wherever it is.
  test.each<[string, 'postgres' | 'pglite', (bytes: Buffer) => Buffer, string]>([
    [
      'cut off in the middle',
      'postgres',
      (bytes) => bytes.subarray(0, bytes.length / 2),
      'its end is missing',
    ],
    ['changed by a bit at its end', 'postgres', flipped, 'its end is missing or was changed'],
    ['changed by a bit at its end', 'pglite', flipped, 'its end is missing or was changed'],
  ])('of a file %s to %s leaves nothing', { tags: 'long' }, async (_, engine, change, sentence) => {
    await expectNothingLeft(engine, change, sentence);
  });

  test('under another key, or without one, makes nothing', async () => {
    const { env } = await emptyPlace('pglite');
    await expect(maintenanceOf({ ...env, BACKUP_KEY: newKey() }).restore(whole)).rejects.toThrow(
      'was made with another key',
    );
    await expect(maintenanceOf({ ...env, BACKUP_KEY: '' }).restore(whole)).rejects.toThrow(
      'BACKUP_KEY_FILE is not set',
    );
    expect(await namesIn(env.DATA_DIR ?? '')).toBeNull();
  });

  test.each(['postgres', 'pglite'] as const)(
    'to %s into a folder that has anything is refused, and the folder stays as it was',
    async (engine) => {
      const { env } = await emptyPlace(engine);
      const DATA_DIR = await testFolder();
      await writeFile(join(DATA_DIR, 'files'), 'somebody’s');
      const places = [join(DATA_DIR, 'files'), DATA_DIR];
      for (const place of places) await chmod(place, 0o755);
      await expect(maintenanceOf({ ...env, DATA_DIR }).restore(whole)).rejects.toThrow(
        `DATA_DIR ${DATA_DIR} is not empty (files): name a new folder. Nothing was changed.`,
      );
      expect(await readdir(DATA_DIR)).toEqual(['files']);
      expect(await readFile(join(DATA_DIR, 'files'), 'utf8')).toBe('somebody’s');
      for (const place of places) expect((await stat(place)).mode & 0o777).toBe(0o755);
    },
  );
});

function flipped(bytes: Buffer): Buffer {
  bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 4;
  return bytes;
}

test('a restore into a database with a table is refused, and the table stays', async () => {
  const { env, open } = await emptyPlace('postgres');
  await opened(open(), ({ query }) => query('CREATE TABLE theirs (n int)'));
  await expect(maintenanceOf(env).restore(whole)).rejects.toThrow(
    'The database at DATABASE_URL is not empty: make another one (CREATE DATABASE), or drop this one',
  );
  expect(await relationsIn(env.DATABASE_URL ?? '')).toEqual([{ relname: 'theirs' }]);
  expect(await readdir(env.DATA_DIR ?? '')).toEqual([]);
});

describe('what was loaded is kept only if it is the same', () => {
  async function load(change: (item: Item) => Item) {
    const { env, open } = await emptyPlace('postgres');
    async function* items() {
      for await (const item of decodeItems(readSealed(whole, BACKUP_KEY))) yield change(item);
    }
    const key = await readFile(join(folder, 'wallet', 'ledger-key'), 'utf8');
    const done = () => Promise.resolve();
    const place = { putSecret: done, putFile: done, end: done };
    const options = { name: 'It', place, ledgerKey: () => key.trim(), log: done };
    const result = await opened(open(), (database) => loadItems(database, items(), options)).catch(String);
    return { result, relations: (await relationsIn(env.DATABASE_URL ?? '')).length };
  }

  test('as it is', { tags: 'long' }, async () => {
    expect(await load((item) => item)).toMatchObject({ result: { files: 5 } });
  });

  test.each<[string, (item: Item) => Item, string]>([
    [
      'another audit',
      (item) =>
        item.is === 'backup' && item.audit ? { ...item, audit: { ...item.audit, holds: 77 } } : item,
      'The audit of what was loaded differs: it counts 4 holds, and counted 77 before. Nothing was kept.',
    ],
    [
      'another row',
      (item) => (item.is === 'row' ? { ...item, line: item.line.replace('250750000', '250750001') } : item),
      'was loaded with other rows',
    ],
    [
      'one row fewer',
      (item) => (item.is === 'rows' && item.count > 0 ? { ...item, count: item.count + 1 } : item),
      'was loaded with other rows',
    ],
    [
      'another column',
      (item) => (item.is === 'table' ? { ...item, columns: item.columns.slice(1) } : item),
      'of the backup has other columns',
    ],
    [
      'no end',
      (item) => (item.is === 'end' ? { is: 'secret', name: 'x', value: '' } : item),
      'its end is missing',
    ],
    [
      'another key of the ledger',
      (item) => (item.is === 'backup' ? { ...item, ledger_key_id: 'other' } : item),
      'LEDGER_KEY is not the one of the time when the backup was made: set that one. Nothing was kept.',
    ],
  ])('%s is refused, and nothing is left', async (_, change, sentence) => {
    const { result, relations } = await load(change);
    expect(result).toContain(sentence);
    expect(relations).toBe(0);
  });

  test('a fault that the audit no longer finds is refused, and nothing is left', {
    tags: 'long',
  }, async () => {
    const { result, relations } = await load((item) =>
      item.is === 'backup' && item.audit ? { ...item, audit: { ...item.audit, known: ['x'] } } : item,
    );
    expect(result).toContain('it no longer finds what it found before: x');
    expect(relations).toBe(0);
  });

  const audit = { accounts: 3, transfers: 2, holds: 1, tokens: [], known: ['x', 'y'] };
  const customers = (held: string) => [{ symbol: 'USDT' as const, held_for_customers: held }];

  test.each<[string, Partial<AuditFigures>, Partial<AuditFigures>, string | null]>([
    ['the same', {}, { known: ['y', 'x'] }, null],
    ['another number of accounts', {}, { accounts: 4 }, 'it counts 4 accounts, and counted 3 before'],
    ['another number of transfers', {}, { transfers: 1 }, 'it counts 1 transfers, and counted 2 before'],
    [
      'other money of customers',
      { tokens: customers('5') },
      { tokens: customers('6') },
      'customers have 6 USDT, and had 5 USDT before',
    ],
    ['a new fault', {}, { known: ['x', 'y', 'z'] }, 'it finds what it did not find before: z'],
    ['a fault fewer', {}, { known: ['y'] }, 'it no longer finds what it found before: x'],
  ])('an audit with %s is told from the one before', (_, before, after, difference) => {
    expect(auditDifference({ ...audit, ...before }, { ...audit, ...after })).toBe(difference);
  });
});

test('a row that refers to nothing is not restored', { tags: 'long' }, async () => {
  const source = await copyOf(folder);
  await opened(openPglite({ dataDir: source }), async ({ query }) => {
    await query("SET session_replication_role = 'replica'");
    await query('DELETE FROM users WHERE email = $1', [owner.email]);
  });
  const { path } = await backedUp({ DATA_DIR: source });
  const { env } = await emptyPlace('postgres');
  await expect(maintenanceOf(env).restore(path)).rejects.toThrow('violates foreign key constraint');
  expect(await relationsIn(env.DATABASE_URL ?? '')).toEqual([]);
  expect(await readdir(env.DATA_DIR ?? '')).toEqual([]);
});

test('a wallet with a fault is backed up, which says so, and restored with the same fault', async () => {
  const source = await keptCopy();
  await opened(source.open(), ({ query }) =>
    query("UPDATE ledger_accounts SET posted = posted + 1 WHERE kind = 'user' AND token = 'USDT'"),
  );
  const { path, made } = await backedUp(liveIn(source));
  expect(made.faults?.length).toBeGreaterThan(0);
  const { env } = await emptyPlace('postgres');
  expect(await maintenanceOf(env).restore(path)).toMatchObject({ rows: made.rows });
});

test('a database of an older version is restored, and migrated to this one', { tags: 'long' }, async () => {
  const source = await testFolder();
  const older = bundledMigrations().slice(0, -5);
  await opened(openPglite({ dataDir: source }), (database) => migrate(database, older));
  const { path, made } = await backedUp({ DATA_DIR: source });
  expect(made.faults).toBeNull();
  const { env, open } = await emptyPlace('postgres');
  await maintenanceOf(env).restore(path);
  expect(await opened(open(), ({ query }) => migrationsOf(query))).toEqual(
    bundledMigrations().map(({ version }) => version),
  );
});

test('a database of a newer version is not restored', async () => {
  const source = await keptCopy();
  await opened(source.open(), ({ query }) =>
    query("INSERT INTO schema_migrations (version, name, checksum) VALUES (998, '998-later', '')"),
  );
  const { path } = await backedUp(liveIn(source));
  const { env } = await emptyPlace('postgres');
  await expect(maintenanceOf(env).restore(path)).rejects.toThrow(
    /The backup is of a database of version 998, and this program knows \d+: restore it with a newer version/,
  );
  expect(await relationsIn(env.DATABASE_URL ?? '')).toEqual([]);
});

test('the settings’ keys are no part of a backup, and its restore asks for the ledger’s', {
  tags: 'long',
}, async () => {
  const place = await keptCopy();
  const LEDGER_KEY = newKey();
  const path = join(await testFolder(), 'backup');
  await maintenanceOf({ ...place.env, LEDGER_KEY }).backUp(path);
  const target = await emptyPlace('postgres');
  await expect(maintenanceOf(target.env).restore(path)).rejects.toThrow(
    'LEDGER_KEY is not the one of the time',
  );
  await maintenanceOf({ ...target.env, LEDGER_KEY }).restore(path);
  expect(await readdir(target.env.DATA_DIR ?? '')).not.toContain('ledger-key');
});

test('an embedded wallet moves to PostgreSQL, row by row; its server goes on there, and not on the database that was left', async () => {
  const DATA_DIR = await copyOf(folder);
  const url = await emptyPostgres();
  const files = await readdir(join(DATA_DIR, 'files'));
  const log = await opened(openPglite({ dataDir: DATA_DIR }), logOf);
  const moved = await maintenanceOf({ DATA_DIR }).move(url);
  expect(await opened(openPostgres({ url }), logOf)).toEqual([
    ...log,
    done('operator database move', { from: DATA_DIR }),
  ]);
  const LEDGER_KEY_FILE = join(DATA_DIR, 'ledger-key');
  const FACTOR_KEY_FILE = join(DATA_DIR, 'factor-key');
  expect(moved.settings).toEqual([
    'DATABASE_URL, or DATABASE_URL_FILE: where it was moved to',
    `LEDGER_KEY_FILE=${LEDGER_KEY_FILE}`,
    `FACTOR_KEY_FILE=${FACTOR_KEY_FILE}`,
  ]);
  expect(await sumsAt(url)).toEqual(sums);
  expect(await sumsIn(DATA_DIR)).toEqual(sums);
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
