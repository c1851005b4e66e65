import type { ClientBase } from 'pg';

/**
 * Refuses a new connection to a database that only reads, with PostgreSQL's code for writes to one (25006): a standby is behind, and so may be a
 * primary that is being replaced. What a proxy in front believes may be old, for one that has just started above all.
 */
export async function requirePrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return;
  throw Object.assign(new Error('the database only reads: it is a standby'), { code: '25006' });
}
