import { randomUUID } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { Files } from './files.ts';

/** The key of the id in the store. */
export const storeKey = 'store-id';

/**
 * Whether these are the files of this database: both store the same id, made by the first server. A second server with another folder would
 * report people's files as missing.
 */
export async function isStoreOf(query: Query, files: Files): Promise<boolean> {
  const found = await files.get(storeKey);
  const mine = found === null ? null : new TextDecoder().decode(found);
  const known = await idIn(query);
  if (known !== null) return mine === known;
  const id = mine ?? randomUUID();
  if (mine === null) await files.put(storeKey, new TextEncoder().encode(id));
  await query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, id]);
  // Of two servers that start at once with different folders, only one wins.
  return (await idIn(query)) === id;
}

const name = 'files-store';

async function idIn(query: Query): Promise<string | null> {
  const [kept] = await query<{ value: string }>('SELECT value FROM server_secrets WHERE name = $1', [name]);
  return kept?.value ?? null;
}
