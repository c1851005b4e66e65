import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, inject, onTestFinished, TestRunner } from 'vitest';
import manifest from '../../package.json';
import type { Db } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { prepareRole } from '../../server/database/role.ts';

const migrations = import.meta.glob<string>('../../server/database/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

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

async function openEngine(settings: PostgresSettings): Promise<Db> {
  if (process.env.ENGINE === 'postgres') return openPostgresCopy(settings);
  image ??= readImage();
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

/** A new database of the throw-away PostgreSQL, migrated. */
export async function copyTemplate(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes half as long as logging each of their pages.
  const url = await administer(`CREATE DATABASE ${name} TEMPLATE template_migrated STRATEGY FILE_COPY`);
  return url.replace('/postgres?', `/${name}?`);
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

/** Answers the address of the database that it was told to. */
async function administer(statement: string): Promise<string> {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('there is no PostgreSQL on this machine');
  const admin = await openPostgres({ url, connections: 1 });
  await admin.query(statement);
  await admin.close();
  return url;
}

let image: Promise<Blob> | undefined;

/** A migrated PGlite, kept between runs for as long as neither it nor the migrations change: loading it takes a fraction of making it. */
async function readImage(): Promise<Blob> {
  const digest = createHash('sha256')
    .update(manifest.dependencies['@electric-sql/pglite'])
    .update(JSON.stringify(migrations))
    .digest('hex');
  const folder = join(process.cwd(), 'node_modules/.cache/zesto');
  const path = join(folder, `pglite-small-${digest.slice(0, 16)}.tar`);
  if (!existsSync(path)) {
    const db = await openPglite();
    await migrate(db);
    // Two of its three databases are templates of others, which nobody makes: most of the image's files are theirs.
    await db.query('UPDATE pg_database SET datistemplate = false');
    for (const name of ['template0', 'template1']) await db.query(`DROP DATABASE ${name}`);
    await db.query('CHECKPOINT');
    const made = await db.dump();
    await db.close();
    mkdirSync(folder, { recursive: true });
    const half = `${path}.${randomUUID()}`;
    writeFileSync(half, Buffer.from(await made.arrayBuffer()));
    renameSync(half, path);
  }
  return new Blob([readFileSync(path)]);
}
