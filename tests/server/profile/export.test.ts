import { expect, test } from 'vitest';
import { webAppBase } from '../../../contract/call.ts';
import { termsVersion } from '../../../contract/legal.ts';
import type { Query } from '../../../server/database/db.ts';
import { sections } from '../../../server/profile/exportSections.ts';
import { saveAddress, strangeAddress } from '../../support/addressBook.ts';
import { proofBy, turnOnTotp } from '../../support/factors.ts';
import { longHistory } from '../../support/longHistory.ts';
import { fund } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;

type Person = Awaited<ReturnType<typeof register>>;

async function exported(person: Person) {
  const proof = await proofBy(
    server.it,
    person.token,
    { method: 'password', password: person.password },
    'export',
  );
  return server.it.post('/profile/export', undefined, proof);
}

test('a person gets everything that is kept of them, without a secret, and nothing of anybody else', async () => {
  const person = await register(server.it);
  const other = await register(server.it);
  const ticket = { subject: 'Where is it?', category: 'general', priority: 'low', message: 'I wonder.' };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const opened = await server.it.post(
    '/support/tickets',
    { ...ticket, attachment_ids: [] },
    { token: person.token, headers: key },
  );
  expect(opened.status).toBe(201);
  await fund(server.it, person, 'USDT', '12.5');
  const { status, headers, body } = await exported(person);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.exported_at).toBe(server.it.clock.now().toISOString());
  expect(Object.keys(body)).toEqual(['exported_at', ...sections.map(({ name }) => name), 'transactions']);
  expect(body.profile).toMatchObject([{ id: person.id, email: person.email, has_password: true }]);
  expect(body.profile).toMatchObject([
    { terms_version: termsVersion, terms_accepted_at: server.it.clock.now().toISOString() },
  ]);
  expect(body.sessions).toMatchObject([{ ip: '203.0.113.7' }]);
  expect(body.sign_ins).toMatchObject([{ network: '203.0.113.0/24', outcome: 'succeeded' }]);
  expect(body.tickets).toMatchObject([{ subject: 'Where is it?' }]);
  expect(body.ticket_messages).toMatchObject([{ author: 'me', text: 'I wonder.' }]);
  const usdt = body.balances.find(({ token }: { token: string }) => token === 'USDT');
  expect(usdt).toMatchObject({ posted: '12.5', held: '0' });
  expect(body.ledger_credits).toMatchObject([{ token: 'USDT', amount: '12.5', kind: 'deposit' }]);
  const text = JSON.stringify(body);
  expect(text).not.toContain(other.id);
  expect(text).not.toMatch(/argon2|token_hash|password_hash|key_0/);
});

test('a saved address has the wait that the address book tells', async () => {
  const person = await register(server.it);
  const entry = { label: 'A', address: strangeAddress(1) };
  const saved = (await saveAddress(server.it, person, entry)).body.data;
  const shown = { method: 'password', password: person.password };
  const proof = await proofBy(server.it, person.token, shown, 'security');
  await server.it.put('/security/settings', { address_wait_hours: 48 }, proof);
  const [told] = (await server.it.get('/addresses', person)).body.data.addresses;
  expect(told.usable_from).not.toBe(saved.usable_from);
  const { body } = await exported(person);
  expect(body.saved_addresses).toMatchObject([{ label: 'A', usable_from: told.usable_from }]);
});

test('of second factors it has when they were added, and neither secret nor code', async () => {
  const person = await register(server.it);
  const { secret, recoveryCodes } = await turnOnTotp(server.it, person);
  const proof = await proofBy(
    server.it,
    person.token,
    { method: 'recovery_code', recovery_code: recoveryCodes[0] },
    'export',
  );
  const { body } = await server.it.post('/profile/export', undefined, proof);
  expect(body.authenticator_apps).toEqual([{ created_at: expect.any(String), last_used_at: null }]);
  expect(body.recovery_codes).toHaveLength(9);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('it asks for a fresh proof of the same session and purpose, and once in five minutes', async () => {
  const person = await register(server.it);
  const other = await register(server.it);
  const shown = { method: 'password', password: person.password };
  expect((await server.it.post('/profile/export', undefined, person)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['password'],
  });
  const forEmail = await proofBy(server.it, person.token, shown, 'email');
  expect((await server.it.post('/profile/export', undefined, forEmail)).body.code).toBe('STEP_UP_REQUIRED');
  const others = await proofBy(server.it, other.token, { ...shown, password: other.password }, 'export');
  const stolen = { token: person.token, headers: others.headers };
  expect((await server.it.post('/profile/export', undefined, stolen)).body.code).toBe('STEP_UP_REQUIRED');
  expect((await exported(person)).status).toBe(200);

  const proof = await proofBy(server.it, person.token, shown, 'export');
  const early = await server.it.post('/profile/export', undefined, proof);
  expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(early.headers.get('retry-after')).toBe('300');
  server.it.clock.advance(5 * minute - 1000);
  // The proof was not used up by what was refused; it is over by itself.
  expect((await server.it.post('/profile/export', undefined, proof)).status).toBe(429);
  server.it.clock.advance(1000);
  expect((await exported(person)).status).toBe(200);
});

test('a long history comes in parts, each row once', async () => {
  const person = await register(server.it);
  await longHistory(server.it.database.query, person.id, 1_203);
  const proof = await proofBy(
    server.it,
    person.token,
    { method: 'password', password: person.password },
    'export',
  );
  const ask = () =>
    server.it.fetch(
      new Request(`http://localhost:3000${webAppBase}/profile/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, ...proof.headers },
      }),
      { address: '203.0.113.7' },
    );
  const pieces: string[] = [];
  const response = await ask();
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) pieces.push(piece);
  const body = JSON.parse(pieces.join(''));
  expect(new Set(body.transactions.map(({ id }: { id: string }) => id)).size).toBe(1_203);
  expect(body.transactions).toHaveLength(1_203);
  expect(body.transactions[0].timeline).toHaveLength(1);
  const rows = pieces.map((piece) => piece.split('\n').length - 1);
  expect(Math.max(...rows)).toBeLessThanOrEqual(500);
});

test('what cannot be read at first is refused, is not begun, and costs neither the proof nor the wait', async () => {
  const { database } = server.it;
  let isBroken = true;
  const failing: Query = async (sql, values) => {
    if (isBroken && sql === 'SELECT symbol, decimals FROM tokens')
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    return database.query<never>(sql, values);
  };
  const it = await openTestServer({ database: { ...database, query: failing } });
  const person = await register(it);
  const shown = { method: 'password', password: person.password };
  const proof = await proofBy(it, person.token, shown, 'export');
  const { status, body } = await it.post('/profile/export', undefined, proof);
  expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
  isBroken = false;
  expect((await it.post('/profile/export', undefined, proof)).status).toBe(200);
});

/** Tables with a column that may be about a person, of which nothing is exported, and why. */
const leftOut: Readonly<Record<string, string>> = {
  email_tokens: 'secrets of links in emails, over in a day',
  not_me_links: 'secrets of links in emails: what was reported by one is exported',
  notice_emails: 'emails on their way, over in hours: the notifications tell the same',
  wallet_nonces: 'messages to sign, over in minutes',
  step_up_proofs: 'secrets, over in minutes',
  step_up_codes: 'secrets, over in minutes',
  passkey_challenges: 'secrets, over in minutes',
  pending_totp_secrets: 'secrets, over in minutes',
  operator_passkey_challenges: 'secrets of operators, over in minutes',
  operator_proofs: 'secrets of operators, over in minutes',
  operator_pending_totp_secrets: 'secrets of operators, over in minutes',
  idempotency_keys: 'answers of calls, kept for a day: what the calls did is exported',
  ledger_seals: 'digests over the ledger, whose transfers are exported',
  outgoing_payments: 'how a transaction of the export was sent over its chain',
  outgoing_transactions: 'how a transaction of the export was signed',
  transaction_steps: 'in the timeline of each transaction',
  transactions: 'told as the history tells them, with their timelines',
};

test('every table with something of a person is exported, or left out for a reason', async () => {
  const rows = await server.it.database.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema()
       AND column_name ~ '(^|_)(user|owner|account|session|transaction|payment|ticket|message|document)_id$'`,
  );
  const about = rows.map(({ name }) => name).sort();
  const named = new Set(sections.flatMap(({ from }) => from.split(/\W+/)));
  expect(about.filter((name) => !named.has(name) && !(name in leftOut))).toEqual([]);
  expect(Object.keys(leftOut).filter((name) => !about.includes(name))).toEqual([]);
});
