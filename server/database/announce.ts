import type { Query } from './db.ts';

/** The channel that all servers on one database share. */
export const channel = 'zesto';

/** Tells every listening server `word` (under 8,000 bytes), if and when the transaction commits; twice the same is told once. */
export async function announce(query: Query, word: string): Promise<void> {
  await query('SELECT pg_notify($1, $2)', [channel, word]);
}
