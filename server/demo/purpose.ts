import type { Db } from '../database/db.ts';

export type Purpose = 'demo' | 'live';

/** The purpose of this database: set by the first start, and never changed. */
export async function claimPurpose(database: Db, wanted: Purpose): Promise<Purpose> {
  await database.query('INSERT INTO instance (only_one, purpose) VALUES (true, $1) ON CONFLICT DO NOTHING', [
    wanted,
  ]);
  const [row] = await database.query<{ purpose: Purpose }>('SELECT purpose FROM instance');
  return row?.purpose ?? wanted;
}
