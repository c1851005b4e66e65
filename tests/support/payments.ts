import { randomUUID } from 'node:crypto';
import type { register, TestServer } from './server.ts';

export type Person = Awaited<ReturnType<typeof register>>;

/** An address that is nobody's here. */
export const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** Credits a person from outside. */
export async function fund(server: TestServer, { email }: Person, token: string, amount: string) {
  const answer = await server.operator('POST', '/deposits', { id: randomUUID(), email, token, amount });
  if (answer.status !== 201) throw new Error(`the deposit was refused: ${JSON.stringify(answer.body)}`);
}

/** A person's own address for a token. */
export async function addressOf(server: TestServer, { token }: Person, symbol = 'USDT'): Promise<string> {
  const { body } = await server.post('/wallet/addresses', { token: symbol }, { token });
  return body.data.address;
}

export interface QuoteRequest {
  readonly kind?: 'send' | 'withdraw';
  readonly token?: string;
  readonly amount?: unknown;
  readonly to?: unknown;
}

/** Asks for a quote: 10 USDT to an outside address, but for what is given. */
export function quote(server: TestServer, { token }: Person, request: QuoteRequest = {}) {
  return server.post(
    '/transactions/quotes',
    { kind: 'send', token: 'USDT', amount: '10', to: outside, ...request },
    { token },
  );
}

/** A call with an `Idempotency-Key`, a new one unless given. */
export function idempotent(
  server: TestServer,
  { token }: Person,
  path: string,
  body?: unknown,
  key = randomUUID(),
) {
  return server.post(path, body, { token, headers: { 'idempotency-key': key } });
}

/** Quotes and pays in one go. */
export async function pay(server: TestServer, person: Person, request: QuoteRequest = {}) {
  const quoted = await quote(server, person, request);
  if (quoted.status !== 201) throw new Error(`the quote was refused: ${JSON.stringify(quoted.body)}`);
  return idempotent(server, person, `/transactions/${request.kind ?? 'send'}`, {
    quote_id: quoted.body.data.id,
  });
}

/** What a person's wallet says of a token. */
export async function balance(server: TestServer, { token }: Person, symbol = 'USDT') {
  const { body } = await server.get('/wallet', { token });
  const { total, available, pending } = body.data.tokens.find(
    (each: { symbol: string }) => each.symbol === symbol,
  );
  return { total, available, pending };
}
