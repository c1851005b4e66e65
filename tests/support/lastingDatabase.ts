import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Db } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { copyTemplate } from './database.ts';

/** A database that outlives a process: how it is opened, and what another process calls it. */
export async function lastingDatabase(): Promise<{ place: string; open: () => Promise<Db> }> {
  if (process.env.ENGINE === 'postgres') {
    const url = await copyTemplate();
    return { place: url, open: () => openPostgres({ url }) };
  }
  const folder = await mkdtemp(join(tmpdir(), 'zesto-ending-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { place: folder, open: () => openPglite({ dataDir: folder }) };
}
