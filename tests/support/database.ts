import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, inject, onTestFinished, TestRunner } from 'vitest';
import type { Db } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { prepareRole } from '../../server/database/role.ts';
import { databaseImage } from './databaseImage.ts';

/** False when this run should use PostgreSQL and the machine has none. */
export function hasEngine(): boolean {
  return process.env.ENGINE !== 'postgres' || inject('postgresUrl') !== null;
}

type PostgresSettings = Partial<Parameters<typeof openPostgres>[0]>;

/** A fresh migrated database of this run's engine (`ENGINE`). One that a test opens is closed at its end, if need be; any other is closed by the caller. */
export async function openTestDatabase(settings: PostgresSettings = {}): Promise<Db> {
  const db = await openEngine(settings);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= db.close();
    return closed;
  };
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  return { ...db, close };
}

let image: Promise<Blob> | undefined;

async function openEngine(settings: PostgresSettings): Promise<Db> {
  if (process.env.ENGINE === 'postgres') return openPostgresCopy(settings);
  image ??= databaseImage().then((path) => new Blob([readFileSync(path)]));
  return openPglite({ image: await image });
}

/** Gives a test file a database of its own: opened before its tests and closed after them. Skips them where there is no engine. */
export function testDatabase(settings: PostgresSettings = {}): { readonly db: Db } {
  let opened: Db | undefined;
  beforeEach((context) => {
    if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  });
  beforeAll(async () => {
    if (hasEngine()) opened = await openTestDatabase(settings);
  });
  afterAll(() => opened?.close());
  return {
    get db() {
      if (!opened) throw new Error('the database is opened by the hook, use it inside a test');
      return opened;
    },
  };
}

/** As `openTestDatabase`, with the rights that the server has: the owner's come back in a transaction by `SET LOCAL ROLE NONE`. */
export async function openServerDatabase(): Promise<Db> {
  if (process.env.ENGINE !== 'postgres') {
    const db = await openTestDatabase();
    await db.query(`SET ROLE ${await prepareRole(db)}`);
    return db;
  }
  const url = await copyTemplate();
  const owner = await openPostgres({ url, connections: 2 });
  const role = await prepareRole(owner);
  await owner.close();
  if (role === null) throw new Error('the role could not be made');
  return droppedAtClose(await openPostgres({ url, connections: 20, role }), url);
}

async function openPostgresCopy(settings: PostgresSettings): Promise<Db> {
  const url = await copyTemplate();
  return droppedAtClose(await openPostgres({ url, connections: 20, ...settings }), url);
}

/** A run opens more than a thousand databases of 11 MB each. */
const droppedAtClose = (db: Db, url: string): Db => ({
  ...db,
  close: async () => {
    await db.close();
    await administer(`DROP DATABASE ${nameIn(url)} WITH (FORCE)`);
  },
});

/** A new database of the throw-away PostgreSQL, migrated; or a copy of another one of it, to which nobody is connected. */
export async function copyTemplate(template = 'template_migrated'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes half as long as logging each of their pages.
  const url = await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return url.replace('/postgres?', `/${name}?`);
}

/** The address of a new database of the throw-away PostgreSQL without a table. */
export async function emptyPostgres(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const url = await administer(`CREATE DATABASE ${name}`);
  return url.replace('/postgres?', `/${name}?`);
}

/** The name of the database at an address. */
export const nameIn = (url: string) => new URL(url).pathname.slice(1);

let administrator: Promise<Db> | undefined;

/**
 * Answers the address of the database that it was told to. Its connections serve all files of the process, until they are idle for ten
 * seconds: a new one for each statement took a third of the time that making and dropping a database takes.
 */
async function administer(statement: string): Promise<string> {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('there is no PostgreSQL on this machine');
  administrator ??= openPostgres({ url, connections: 2 });
  await (await administrator).query(statement);
  return url;
}
