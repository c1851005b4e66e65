import { randomUUID } from 'node:crypto';
import { idempotent, type Person } from './payments.ts';
import type { TestServer } from './server.ts';

/** Opens a ticket: about something simple, but for what is given. */
export function askFor(
  server: TestServer,
  person: Person,
  changes: Record<string, unknown> = {},
  key = randomUUID(),
) {
  const form = { subject: 'Where is it?', category: 'transaction', priority: 'high', message: 'I wait.' };
  return idempotent(server, person, '/support/tickets', { ...form, ...changes }, key);
}

/** Support writes so many messages at once behind the first of a ticket: `Message 1.` and on. */
export async function answerOften({ database, clock }: TestServer, ticketId: string, count: number) {
  await database.query(
    `INSERT INTO ticket_messages (id, ticket_id, position, author, text, created_at)
    SELECT gen_random_uuid(), $1, n, 'support', 'Message ' || n || '.', $2 FROM generate_series(1, $3::int) AS n`,
    [ticketId, clock.now(), count],
  );
}
