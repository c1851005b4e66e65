import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operatorNames } from '../../contract/operatorNames.ts';
import { backUp } from '../backup/backup.ts';
import { decodeItems, type Item } from '../backup/items.ts';
import { loadItems, type Place } from '../backup/load.ts';
import { copyDatabase } from '../backup/move.ts';
import { writeNewFile } from '../backup/newFile.ts';
import { BackupProblem, diskReason } from '../backup/problem.ts';
import { readSealed } from '../backup/sealedFile.ts';
import { type Maintenance, Sentence } from '../command/command.ts';
import { systemClock } from '../core/clock.ts';
import type { Db, Query } from '../database/db.ts';
import { syncFolder, syncTree } from '../database/durableFolder.ts';
import { openPglite } from '../database/pglite.ts';
import { openPostgres } from '../database/postgres.ts';
import { sqlState } from '../database/retry.ts';
import { type Files, FilesOutage, filesInBucket, filesInFolder } from '../files/files.ts';
import { storeKey } from '../files/store.ts';
import { subjectOf } from '../operator/log.ts';
import { writeLine } from '../operator/logChain.ts';
import { secretFiles } from '../operator/token.ts';
import { isPostgresUrl, type Settings } from '../settings.ts';
import { chainFolder, moveMark, openDataFolder, refuseUnusable, restoreMark } from './dataFolder.ts';
import { StartProblem } from './startProblem.ts';

/** The commands that work on the folder and the database of the settings themselves. */
export function createMaintenance(settings: Settings): Maintenance {
  return {
    makeKey: (path) => told(settings, () => makeKey(path)),
    backUp: (path) => told(settings, () => makeBackup(settings, path)),
    restore: (path) => told(settings, () => restore(settings, path)),
    move: (url) => told(settings, () => move(settings, url)),
  };
}

/** A refused connection to a host with two addresses has an empty message; its reason is in the code. */
function messageOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (error instanceof Error && error.message) || code || String(error);
}

/** The sentence of an error of the disk of this place; null for another error. */
function diskSentence({ databaseUrl, dataDir }: Settings, error: unknown): string | null {
  const reason = diskReason(error);
  if (reason === null) return null;
  const isDatabase = databaseUrl && sqlState(error)?.startsWith('5');
  return `${isDatabase ? 'The database at DATABASE_URL' : `DATA_DIR ${dataDir}`} cannot be written: ${reason}. Nothing was kept.`;
}

async function told<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = diskSentence(settings, error);
    if (sentence !== null) throw new Sentence(sentence);
    const isForOperators = [BackupProblem, StartProblem, FilesOutage].some((kind) => error instanceof kind);
    if (error instanceof Error && isForOperators) throw new Sentence(error.message);
    throw error;
  }
}

async function makeKey(path: string): Promise<void> {
  await writeNewFile(path, (put) => put(Buffer.from(`${randomBytes(32).toString('base64url')}\n`)));
}

function keyOf({ backupKey }: Settings): string {
  if (backupKey !== null) return backupKey;
  throw new Sentence(
    'BACKUP_KEY_FILE is not set: make a key with operator backup key FILE, and name its file.',
  );
}

async function makeBackup(settings: Settings, path: string) {
  const key = keyOf(settings);
  refuseUnusable(settings.dataDir, { isEmbedded: false });
  const secrets = await secretsIn(settings);
  const database = await openSource(settings);
  try {
    const source = { database, files: storeOf(settings), secrets, at: systemClock.now() };
    const made = await backUp({ ...source, ledgerKey: ledgerKeyOf(settings, secrets) }, { path, key });
    // A log of another version has other columns.
    if (made.faults !== null) await logBackup(database, path);
    const chain = chainFolder(settings.dataDir);
    return { ...made, chain: existsSync(chain) ? chain : null };
  } finally {
    await closeSource(database);
  }
}

/** A backup that is in no log is not kept. */
async function logBackup(database: Db, path: string): Promise<void> {
  try {
    await logDone('operator backup', { file: resolve(path) })(database.query);
  } catch (error) {
    await rm(path, { force: true });
    throw new Sentence(`${path} was removed: the operators’ log cannot be written (${messageOf(error)}).`);
  }
}

/** Answers what appends one line to the operators' log. Its operator has no name: whoever has the settings of the server can do this. */
const logDone = (verb: string, subject: object) => (query: Query) =>
  writeLine(query, {
    requestId: randomUUID(),
    at: systemClock.now(),
    operator: operatorNames.machine,
    verb,
    subject: subjectOf(subject),
    address: '',
    status: 200,
    isWhole: true,
  });

async function restore(settings: Settings, path: string) {
  const content = decodeItems(readSealed(path, keyOf(settings)));
  try {
    // Reads the beginning before anything is made: the file may be another, or the key.
    const first = await content.next();
    refuseUnusable(settings.dataDir, { isEmbedded: false });
    await refuseFilled(settings);
    await openDataFolder(settings.dataDir);
    async function* items() {
      if (!first.done) yield first.value;
      yield* content;
    }
    return await fill(settings, items(), logDone('operator restore', { file: resolve(path) }));
  } finally {
    await content.return(undefined);
  }
}

/** Fills the empty folder and database. Whatever fails leaves them empty. */
async function fill(settings: Settings, items: AsyncIterable<Item>, log: (query: Query) => Promise<void>) {
  const { dataDir, databaseUrl, bucket } = settings;
  const place = placeIn(settings);
  try {
    await writeFile(join(dataDir, restoreMark), '', { mode: 0o600 });
    const database = await openTarget(settings);
    const ledgerKey = () => settings.ledgerKey ?? place.secrets.get('ledger-key') ?? null;
    const options = { name: nameOf(settings), place, ledgerKey, log };
    const loaded = await loadItems(database, items, options).catch(async (error: unknown) => {
      await database.close().catch(() => undefined);
      throw error;
    });
    await database.close();
    await rm(join(dataDir, restoreMark));
    await syncFolder(dataDir);
    return { ...loaded, settings: databaseUrl ? keySettings(settings, place.secrets) : [] };
  } catch (error) {
    for (const name of made) await rm(join(dataDir, name), { recursive: true, force: true });
    if (bucket && place.count() > 0)
      throw new Sentence(
        `${diskSentence(settings, error) ?? messageOf(error)} The bucket ${bucket.bucket} has some of the files: empty it.`,
      );
    throw error;
  }
}

/** What a restore makes in the data folder, the mark last. */
const made = ['files', 'pglite', 'pglite.new', ...secretFiles, restoreMark] as const;

async function refuseFilled(settings: Settings): Promise<void> {
  const { dataDir, bucket } = settings;
  const found = (await namesIn(dataDir)).filter((name) => name !== 'lost+found');
  if (found.length > 0) {
    throw new Sentence(
      `DATA_DIR ${dataDir} is not empty (${found.slice(0, 3).join(', ')}): name a new folder. Nothing was changed.`,
    );
  }
  if (bucket && (await storeOf(settings).get(storeKey)) !== null)
    throw new Sentence(
      `The bucket ${bucket.bucket} has the files of a database already: name an empty one. Nothing was changed.`,
    );
}

/** The names in a folder; none where there is no folder, which its making tells if something is in its way. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Where a restore puts secrets and files. The id of the store comes last: without it no server starts on these files. */
function placeIn(settings: Settings) {
  const { dataDir, bucket } = settings;
  const files = storeOf(settings);
  const secrets = new Map<string, string>();
  let storeId: Uint8Array | null = null;
  let count = 0;
  const known: readonly string[] = secretFiles;
  const place: Place = {
    async putSecret(name, value) {
      if (!known.includes(name))
        throw new BackupProblem(`The backup has a secret ${name} that is not known.`);
      secrets.set(name, value);
      await writeFile(join(dataDir, name), `${value}\n`, { mode: 0o600, flag: 'wx' });
    },
    async putFile(key, bytes) {
      if (key === storeKey) storeId = Uint8Array.from(bytes);
      else {
        count += 1;
        await files.put(key, bytes);
      }
    },
    async end() {
      if (storeId) {
        count += 1;
        await files.put(storeKey, storeId);
      }
      if (bucket) return;
      await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
      await syncTree(join(dataDir, 'files'));
    },
  };
  return { ...place, secrets, count: () => count };
}

async function move(settings: Settings, url: string) {
  const { dataDir, databaseUrl } = settings;
  if (!isPostgresUrl(url)) throw new Sentence('--to must look like postgres://user@host:5432/database.');
  if (databaseUrl) throw new Sentence('DATABASE_URL is set: this wallet is on PostgreSQL already.');
  refuseUnusable(dataDir, { isEmbedded: true });
  const secrets = await secretsIn(settings);
  const from = await openSource(settings);
  try {
    await refuseDemo(from, dataDir);
    const to = await openPatient(url, '--to');
    const name = 'The database at --to';
    const log = logDone('operator database move', { from: resolve(dataDir) });
    const copy = { from, to, name, ledgerKey: ledgerKeyOf(settings, secrets), at: systemClock.now(), log };
    const moved = await marking(dataDir, () =>
      copyDatabase(copy).catch((error: unknown) => {
        const reason = diskReason(error);
        const sentence =
          reason === null ? messageOf(error) : `${name} cannot be written: ${reason}. Nothing was kept.`;
        throw new Sentence(`${sentence} The embedded database in DATA_DIR ${dataDir} is as it was.`);
      }),
    ).finally(() => to.close());
    return {
      ...moved,
      settings: [
        'DATABASE_URL, or DATABASE_URL_FILE: where it was moved to',
        ...keySettings(settings, secrets),
      ],
    };
  } finally {
    await closeSource(from);
  }
}

/** Puts the mark of a move beside `work`, so that a full disk ends it before anything was moved, and gives the mark its name after `work`. */
async function marking<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const mark = join(dataDir, moveMark);
  const fresh = `${mark}.new`;
  try {
    await writeFile(fresh, `${systemClock.now().toISOString()}\n`, { mode: 0o600, flush: true });
    const done = await work();
    await rename(fresh, mark);
    await syncFolder(dataDir);
    return done;
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** A database that was only read has nothing to lose: its next start does what its end could not. */
const closeSource = (database: Db) => database.close().catch(() => undefined);

/** The server refuses a demo that is not embedded. */
async function refuseDemo({ query }: Db, dataDir: string): Promise<void> {
  const [row] = await query<{ purpose: string }>('SELECT purpose FROM instance');
  if (row?.purpose === 'demo')
    throw new Sentence(`DATA_DIR ${dataDir} holds the demo, whose password is public: it is not moved.`);
}

/** With PostgreSQL these keys come from the settings alone. */
function keySettings({ dataDir, ledgerKey, factorKey }: Settings, secrets: ReadonlyMap<string, string>) {
  const keyFile = (setting: string, name: string, isSet: boolean) =>
    !isSet && secrets.has(name) ? [`${setting}=${resolve(dataDir, name)}`] : [];
  return [
    ...keyFile('LEDGER_KEY_FILE', 'ledger-key', ledgerKey !== null),
    ...keyFile('FACTOR_KEY_FILE', 'factor-key', factorKey !== null),
  ];
}

/** The secrets of the data folder. A key that is not in use was left there by another time. */
async function secretsIn(settings: Settings): Promise<Map<string, string>> {
  const { dataDir, databaseUrl, ledgerKey, factorKey } = settings;
  const secrets = new Map<string, string>();
  for (const name of secretFiles) {
    const text = await readFile(join(dataDir, name), 'utf8').catch(() => null);
    if (text !== null) secrets.set(name, text.trim());
  }
  const inUse = { 'ledger-key': ledgerKey, 'factor-key': factorKey };
  for (const [name, set] of Object.entries(inUse)) {
    const isUsed = set === null ? !databaseUrl : set === secrets.get(name);
    if (!isUsed) secrets.delete(name);
  }
  return secrets;
}

const ledgerKeyOf = ({ ledgerKey }: Settings, secrets: ReadonlyMap<string, string>) =>
  ledgerKey ?? secrets.get('ledger-key') ?? null;

function storeOf({ bucket, dataDir }: Settings): Files {
  return bucket ? filesInBucket(bucket) : filesInFolder(join(dataDir, 'files'));
}

const nameOf = ({ databaseUrl, dataDir }: Settings) =>
  databaseUrl ? 'The database at DATABASE_URL' : `The database in DATA_DIR ${dataDir}`;

async function openSource(settings: Settings): Promise<Db> {
  if (settings.databaseUrl || existsSync(join(settings.dataDir, 'pglite'))) return openTarget(settings);
  throw new Sentence(`DATA_DIR ${settings.dataDir} has no database: set DATA_DIR, or DATABASE_URL.`);
}

/** Opens the database as the owner of its tables, and migrates nothing. */
async function openTarget(settings: Settings): Promise<Db> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  if (databaseUrl) return openPatient(databaseOwnerUrl ?? databaseUrl, 'DATABASE_URL');
  return openPglite({ dataDir }).catch(async (error: unknown) => {
    // The engine does not always tell why it has not started.
    const told = diskReason(error) === null && (await isFull(dataDir)) ? { code: 'ENOSPC' } : error;
    throw new Sentence(diskSentence(settings, told) ?? messageOf(error));
  });
}

/** Less than this of a disk, in bytes, is no room for an engine to start. */
const fewBytes = 65_536;

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < fewBytes;
}

/** Without time limits: one statement may read or write a whole table. */
async function openPatient(url: string, name: string): Promise<Db> {
  return openPostgres({ url, connections: 2, statementTimeout: 0, idleTimeout: 0 }).catch(
    (error: unknown) => {
      throw new Sentence(`The database at ${name} cannot be used: ${messageOf(error)}`);
    },
  );
}
