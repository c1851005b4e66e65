import { randomBytes } from 'node:crypto';
import type { Query } from '../database/db.ts';

/** A secret shared by all servers on this database: 256 random bits, made at the first request. */
export async function sharedSecret(query: Query, name: string): Promise<string> {
  await query('INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const [kept] = await query<{ value: string }>('SELECT value FROM server_secrets WHERE name = $1', [name]);
  if (!kept) throw new Error(`the secret ${name} is not there`);
  return kept.value;
}
