import { randomUUID } from 'node:crypto';
import { register, serverStart, type TestServer } from './server.ts';

const hour = 3_600_000;

/** Sets a pair's price as it was some hours before the clock's start. */
export async function setRate(server: TestServer, pair: string, rate: string, hoursAgo = 1): Promise<void> {
  await server.database.query('INSERT INTO rates (pair, rate, at) VALUES ($1, $2, $3)', [
    pair,
    rate,
    new Date(serverStart.getTime() - hoursAgo * hour),
  ]);
}

/** Somebody new with what they own. */
export async function richPerson(server: TestServer, owns: Readonly<Record<string, string>>) {
  const person = await register(server);
  for (const [token, amount] of Object.entries(owns)) {
    const arrived = { id: randomUUID(), email: person.email, token, amount };
    const { status } = await server.operator('POST', '/deposits', arrived);
    if (status !== 201) throw new Error('a deposit was refused');
  }
  return person;
}

/** Asks for a quote and answers it. */
export async function quoteFor(server: TestServer, token: string, request: Record<string, string>) {
  const { status, body } = await server.post('/exchange/quotes', request, { token });
  if (status !== 201) throw new Error(`the quote was refused: ${JSON.stringify(body)}`);
  return body.data;
}

/** Exchanges as quoted, under a key. */
export function exchangeBy(server: TestServer, token: string, quoteId: string, key: string = randomUUID()) {
  return server.post('/exchange', { quote_id: quoteId }, { token, headers: { 'idempotency-key': key } });
}

/** What a person has available, by token. */
export async function availableTo(server: TestServer, token: string): Promise<Record<string, string>> {
  const { body } = await server.get('/wallet', { token });
  const tokens: { symbol: string; available: string }[] = body.data.tokens;
  return Object.fromEntries(tokens.map(({ symbol, available }) => [symbol, available]));
}
