import { type ChildProcess, spawn } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPglite } from '../../../server/database/pglite.ts';
import { openTestDatabase } from '../../support/database.ts';
import { prepareDataDir } from '../../support/databaseImage.ts';
import { tied } from '../../support/tied.ts';

describe.runIf(process.env.ENGINE === 'pglite')('the embedded database in a folder', () => {
  let folder = '';
  const children: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zesto-test-'));
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Another process that writes to the folder's database; `committed` is the last number it was answered. */
  async function otherProcess(least: number) {
    await prepareDataDir(folder);
    const child = spawn('node', [...tied, 'scripts/run.mjs', 'tests/support/heldFolder.ts', folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const other = { child, committed: 0 };
    await new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        other.committed = Number(line);
        if (other.committed === least) resolve();
      });
    });
    return other;
  }

  test('a second process is refused while the first lives; after it was killed nothing committed is lost', async () => {
    const other = await otherProcess(200);
    const aged = new Date('2020-01-01T00:00:00.000Z');
    utimesSync(join(folder, 'lock'), aged, aged);
    await expect(openPglite({ dataDir: folder })).rejects.toThrow(
      `${folder} is in use by process ${other.child.pid}. Stop it, or choose another DATA_DIR.`,
    );
    const gone = new Promise((resolve) => other.child.once('close', resolve));
    other.child.kill('SIGKILL');
    await gone;
    const db = await openPglite({ dataDir: folder });
    const [row] = await db.query<{ count: number; last: number }>(
      'SELECT count(*)::int AS count, max(n) AS last FROM written',
    );
    await db.close();
    expect(row?.last).toBeGreaterThanOrEqual(other.committed);
    expect(row?.count).toBe(row?.last);
    expect(readdirSync(folder)).toEqual(['pglite']);
  });

  test('every commit is brought to the disk before it is answered, a read is not', async () => {
    await prepareDataDir(folder);
    const db = await openPglite({ dataDir: folder });
    await db.query('CREATE TABLE durable (n int)');
    await db.query('SELECT n FROM durable');
    const synced = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    try {
      await db.query('INSERT INTO durable VALUES (1)');
      expect(synced).toHaveBeenCalledTimes(1);
      await db.transaction(async (query) => {
        await query('INSERT INTO durable VALUES (2)');
        await query('INSERT INTO durable VALUES (3)');
        expect(synced).toHaveBeenCalledTimes(1);
      });
      expect(synced).toHaveBeenCalledTimes(2);
      await db.query('SELECT n FROM durable');
      expect(synced).toHaveBeenCalledTimes(2);
      await db.queryWithoutSync('INSERT INTO durable VALUES (4)');
      expect(synced).toHaveBeenCalledTimes(2);
      await db.query('INSERT INTO durable VALUES (5)');
      expect(synced).toHaveBeenCalledTimes(3);
      await db.queryWithoutSync('INSERT INTO durable VALUES (6)');
      await db.transaction((query) => query('INSERT INTO durable VALUES (7)'));
      expect(synced).toHaveBeenCalledTimes(4);
      await db.close();
      expect(synced.mock.calls.length).toBeGreaterThan(10);
    } finally {
      synced.mockRestore();
      syncBuiltinESMExports();
    }
  });

  // In the gate `http/start` begins with such a folder.
  test('a database whose making was cut short is made anew, and opens again after closing', {
    tags: 'long',
  }, async () => {
    mkdirSync(join(folder, 'pglite.new'));
    writeFileSync(join(folder, 'pglite.new', 'PG_VERSION'), '18');
    const db = await openPglite({ dataDir: folder });
    await db.query('CREATE TABLE again (n int)');
    await db.close();
    const reopened = await openPglite({ dataDir: folder });
    expect(await reopened.query('SELECT n FROM again')).toEqual([]);
    await reopened.close();
  });

  test('plans are made anew when a table has more than doubled, and kept while it has not', async () => {
    const db = await openTestDatabase();
    const analysis = db.upkeep.find(({ subject }) => subject === 'analysing tables that have grown');
    await db.query('CREATE TABLE growing (n int)');
    await db.query('PREPARE look AS SELECT n FROM growing');
    /** The rows that the kept plan expects. */
    const expected = async () => {
      const [line] = await db.query<{ 'QUERY PLAN': string }>('EXPLAIN EXECUTE look');
      return Number(/rows=(\d+)/.exec(line?.['QUERY PLAN'] ?? '')?.[1]);
    };
    const grow = (rows: number) =>
      db.query('INSERT INTO growing SELECT n FROM generate_series(1, $1::int) AS n', [rows]);
    const atFirst = await expected();
    await grow(5_000);
    expect(await expected()).toBe(atFirst);
    await analysis?.run();
    expect(await expected()).toBe(5_000);
    await grow(1_000);
    await analysis?.run();
    expect(await expected()).toBe(5_000);
    await grow(10_000);
    await analysis?.run();
    expect(await expected()).toBe(16_000);
  });

  test('a long row of statements keeps nobody else waiting', async () => {
    const db = await openTestDatabase();
    let beats = 0;
    const heart = setInterval(() => {
      beats += 1;
    }, 5);
    for (let count = 0; count < 200; count += 1) {
      await db.query('SELECT sum(n) FROM generate_series(1, $1::int) AS n', [20_000]);
    }
    clearInterval(heart);
    await db.close();
    expect(beats).toBeGreaterThan(5);
  });
});
