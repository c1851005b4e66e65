import { openPglite } from '../../server/database/pglite.ts';

/** A process of its own that has the folder's database and writes one row after the other, telling each number once it is committed. */
export async function main([dataDir = '']: readonly string[]): Promise<never> {
  const db = await openPglite({ dataDir });
  await db.query('CREATE TABLE IF NOT EXISTS written (n int PRIMARY KEY)');
  for (let n = 1; ; n += 1) {
    await db.query('INSERT INTO written VALUES ($1)', [n]);
    process.stdout.write(`${n}\n`);
  }
}
