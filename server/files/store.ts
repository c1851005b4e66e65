import { randomUUID } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { Files } from './files.ts';

const key = 'store-id';

/**
 * Whether these are the files that the database knows of: both keep the same id, made by the first server. A second server whose
 * folder is another would answer that people's pictures and documents are not there.
 */
export async function isStoreOf(query: Query, files: Files): Promise<boolean> {
  const found = await files.get(key);
  const mine = found === null ? null : new TextDecoder().decode(found);
  const known = await idIn(query);
  if (known !== null) return mine === known;
  const id = mine ?? randomUUID();
  if (mine === null) await files.put(key, new TextEncoder().encode(id));
  await query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, id]);
  // Of two that start at once with a folder each, one is first.
  return (await idIn(query)) === id;
}

const name = 'files-store';

async function idIn(query: Query): Promise<string | null> {
  const [kept] = await query<{ value: string }>('SELECT value FROM server_secrets WHERE name = $1', [name]);
  return kept?.value ?? null;
}
