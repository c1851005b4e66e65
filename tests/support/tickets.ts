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
