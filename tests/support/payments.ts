import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/database/db.ts';
import type { register, TestServer } from './server.ts';

export type Person = Awaited<ReturnType<typeof register>>;

/** An address that is nobody's here. */
export const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** Puts addresses into somebody's book, saved so long ago that everything may be paid to them. */
export async function saveLongAgo(
  { query }: Pick<Db, 'query'>,
  { id }: Pick<Person, 'id'>,
  ...addresses: readonly string[]
) {
  await query(
    `INSERT INTO saved_addresses (id, user_id, label, address, created_at, usable_from)
    SELECT given.id, $2, 'Saved', given.address, '2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'
    FROM unnest($1::uuid[], $3::text[]) AS given (id, address) ON CONFLICT DO NOTHING`,
    [addresses.map(() => randomUUID()), id, addresses],
  );
}

/** Credits a person from outside, who has saved the address `outside` long ago. */
export async function fund(server: TestServer, person: Person, token: string, amount: string) {
  const { email } = person;
  await saveLongAgo(server.database, person, outside);
  const answer = await server.operator('POST', '/deposits', { id: randomUUID(), email, token, amount });
  if (answer.status !== 201) throw new Error(`the deposit was refused: ${JSON.stringify(answer.body)}`);
}

/** A person's own address for a token. */
export async function addressOf(server: TestServer, { token }: Person, symbol = 'USDT'): Promise<string> {
  const { body } = await server.post('/wallet/addresses', { token: symbol }, { token });
  return body.data.address;
}

export interface QuoteRequest {
  /** Undefined leaves it to whom it reaches. */
  readonly kind?: 'send' | 'withdraw' | undefined;
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

/** A person who can prove that they are there by their password. */
type Payer = Pick<Person, 'token' | 'password'>;

/** A proof by the password, for one quote. */
export async function proofFor(server: TestServer, { token, password }: Payer, quoteId: string) {
  const shown = { for: { quote_id: quoteId }, method: 'password', password };
  const { status, body } = await server.post('/auth/step-up', shown, { token });
  if (status !== 200) throw new Error(`no proof: ${JSON.stringify(body)}`);
  return String(body.data.proof);
}

/** Pays by a quote; where a fresh proof is asked for, once more with one by the password and the same key, as the app does. */
export async function payProven(
  server: TestServer,
  { token, password }: Payer,
  path: string,
  body: { readonly quote_id: string },
  key = randomUUID(),
  onProof: () => void = () => {},
) {
  const headers = { 'idempotency-key': key };
  const paid = await server.post(path, body, { token, headers });
  if (paid.body.code !== 'STEP_UP_REQUIRED') return paid;
  onProof();
  const shown = { for: { quote_id: body.quote_id }, method: 'password', password };
  const proven = await server.post('/auth/step-up', shown, { token });
  // Somebody else with the same key was faster: it tells what became of it.
  if (proven.status !== 200) return server.post(path, body, { token, headers });
  const proof = String(proven.body.data.proof);
  return server.post(path, body, { token, headers: { ...headers, 'step-up': proof } });
}

/** Quotes and pays in one go. */
export async function pay(server: TestServer, person: Person, request: QuoteRequest = {}) {
  const quoted = await quote(server, person, request);
  if (quoted.status !== 201) throw new Error(`the quote was refused: ${JSON.stringify(quoted.body)}`);
  return payProven(server, person, `/transactions/${request.kind ?? 'send'}`, {
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
