import type { Query, Write } from './db.ts';

/** The channel that all servers on one database share. */
export const channel = 'zesto';

/** Sends `payload` (under 8,000 bytes) to every listening server when the transaction commits; a repeated payload arrives once. */
export async function announce(query: Query, payload: string): Promise<void> {
  await query('SELECT pg_notify($1, $2)', [channel, payload]);
}

/** Like `announce`, for many payloads in one statement. */
export async function announceAll(write: Write, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  await write('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS given (payload)', [
    channel,
    payloads,
  ]);
}
