import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { inSnapshot } from '../../server/backup/backup.ts';
import { sumOf, tablesOf } from '../../server/backup/tables.ts';
import { createMaintenance } from '../../server/cli/maintenance.ts';
import type { Db } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { seedDemoKyc } from '../../server/demo/kyc.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { filesInFolder } from '../../server/files/files.ts';
import { isStoreOf } from '../../server/files/store.ts';
import { verifyLog } from '../../server/operator/logChain.ts';
import { ensureFactorKey, ensureLedgerKey, ensureOperatorToken } from '../../server/operator/token.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { prepareDataDir } from './databaseImage.ts';
import { turnOnTotp } from './factors.ts';
import { fund, pay } from './payments.ts';
import { openTestServer, register, type TestServer } from './server.ts';
import { tied } from './tied.ts';
import { formOf, png, postForm } from './uploads.ts';

/** A folder that is gone when its test, or what `gone` is told by, has ended. */
export async function testFolder(
  gone: (work: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zesto-backup-'));
  gone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A key for backups. */
export const newKey = () => randomBytes(32).toString('base64url');

/** The settings of a program with this environment alone. */
export function settingsOf(env: Readonly<Record<string, string>>): Settings {
  const settings = readSettings(env);
  if (!settings.ok) throw new Error(settings.problem.join('\n'));
  return settings.value;
}

export const maintenanceOf = (env: Readonly<Record<string, string>>) => createMaintenance(settingsOf(env));

/** Somebody with an authenticator app and a picture, who has been paid and has paid. */
export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly secret: string;
}

/**
 * The folder of an embedded wallet that is not running: with the demo's data, an audited ledger, an
 * `owner`, text of all kinds, and a time to the microsecond.
 */
export async function embeddedWallet(folder: string): Promise<Owner> {
  const dataDir = join(folder, 'wallet');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  await prepareDataDir(dataDir);
  const database = await openPglite({ dataDir });
  const files = filesInFolder(join(dataDir, 'files'));
  await isStoreOf(database.query, files);
  await ensureOperatorToken(dataDir);
  const it = await openTestServer({
    database,
    files,
    ledgerKey: await ensureLedgerKey(dataDir),
    factorKey: await ensureFactorKey(dataDir),
  });
  await seedDemo(database, it.clock.now());
  await seedDemoKyc(database, files, it.clock.now());
  const owner = await makeOwner(it);
  await database.query('INSERT INTO server_secrets (name, value) VALUES ($1, $2)', [
    'every "kind"\\ of\ntext',
    'é € 😀 \\N \t "{}" \u2028 NULL',
  ]);
  await database.query("UPDATE users SET created_at = '2026-03-04 05:06:07.890123+02' WHERE email = $1", [
    owner.email,
  ]);
  await it.audit();
  await it.close();
  return owner;
}

async function makeOwner(it: TestServer): Promise<Owner> {
  const person = await register(it);
  await fund(it, person, 'USDT', '250.75');
  await fund(it, person, 'ZST', '0.000001');
  for (const amount of ['10', '20.5']) await pay(it, person, { amount });
  const picture = await postForm(
    it,
    person.token,
    '/profile/avatar',
    formOf({ field: 'avatar', bytes: await png() }),
  );
  if (picture.status >= 300) throw new Error(`no picture: ${JSON.stringify(picture.body)}`);
  const { secret } = await turnOnTotp(it, person);
  return { email: person.email, password: person.password, secret };
}

/** A copy of that folder for one test. */
export async function copyOf(folder: string): Promise<string> {
  const copy = await testFolder();
  cpSync(join(folder, 'wallet'), copy, { recursive: true });
  return copy;
}

/** The tables of the operators' log, to which a backup, a restore and a move add a line. */
const ofTheLog = new Set(['operator_log', 'operator_log_chain']);

/** The lines of the operators' log, which is verified. */
export async function logOf({ query }: Db) {
  expect(await verifyLog(query)).toMatchObject({ fault: null });
  return query<{ operator: string; verb: string; subject: string | null; status: number | null }>(
    'SELECT operator, verb, subject, status FROM operator_log ORDER BY number',
  );
}

/** Every table's number of rows and digest, without the operators' log. */
export function sumsOf(database: Db) {
  return inSnapshot(database, async (query) => {
    const sums: Record<string, string> = {};
    for (const table of await tablesOf(query)) {
      if (ofTheLog.has(table.name)) continue;
      const { count, digest } = await sumOf(query, table);
      sums[table.name] = `${count} rows, ${digest}`;
    }
    return sums;
  });
}

/** Opens a database, works with it, and closes it. */
export async function opened<T>(open: Promise<Db>, work: (database: Db) => Promise<T>): Promise<T> {
  const database = await open;
  return work(database).finally(() => database.close());
}

/** The tables and everything else of a PostgreSQL's schema. */
export const relationsIn = (url: string) =>
  opened(openPostgres({ url }), ({ query }) =>
    query('SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace'),
  );

/** Runs `restore FILE` or `move URL` in a process of its own, which is killed when all rows are written and nothing is committed. Answers its signal. */
export async function killed(
  verb: 'restore' | 'move',
  argument: string,
  env: Readonly<Record<string, string>>,
) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const args = ['scripts/run.mjs', 'tests/support/endingMaintenance.ts', verb, argument];
  const child = spawn(process.execPath, [...tied, ...args], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const [, signal] = await once(child, 'close');
  return signal as string | null;
}
