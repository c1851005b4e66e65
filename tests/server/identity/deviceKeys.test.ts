import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { deviceProofLife } from '../../../contract/deviceKeys.ts';
import { hasEngine } from '../../support/database.ts';
import { deviceKey, signedPost } from '../../support/deviceKeys.ts';
import { quoteFor, setRate } from '../../support/exchange.ts';
import { proofBy, turnOnTotp } from '../../support/factors.ts';
import { addressOf, balance, fund, idempotent, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const refused = { status: 403, body: { code: 'DEVICE_PROOF_REQUIRED', methods: ['password'] } };
let recipient: string;

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', '0.25');
  recipient = await addressOf(server.it, await register(server.it));
});

const bind = (token: string, publicKey: string) =>
  server.it.put('/auth/device-key', { public_key: publicKey }, { token });

/** Somebody with 100 USDT whose session is bound to a key. */
async function bound() {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { publicKey, privateKey } = deviceKey();
  const { status, body } = await bind(person.token, publicKey);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { ...person, publicKey, privateKey, sessionId: String(body.data.session_id) };
}

type Bound = Awaited<ReturnType<typeof bound>>;

/** A quote of 10 USDT to another account here, as the body of its payment. */
async function toPay(person: Bound) {
  const { status, body } = await quote(server.it, person, { to: recipient });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { quote_id: String(body.data.id) };
}

const left = async (person: Bound) => (await balance(server.it, person)).available;
const send = '/transactions/send';

test('a session without a key pays as before; once it has one, only with its proof', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const quotes = [];
  for (let count = 0; count < 3; count += 1)
    quotes.push({ quote_id: (await quote(it, person, { to: recipient })).body.data.id });
  expect((await idempotent(it, person, send, quotes[0])).status).toBe(201);
  const { publicKey, privateKey } = deviceKey();
  const { session_id } = (await bind(person.token, publicKey)).body.data;
  expect(await idempotent(it, person, send, quotes[1])).toMatchObject(refused);
  const device = { token: person.token, sessionId: String(session_id), privateKey };
  expect((await signedPost(it, device, send, quotes[1]).sent).status).toBe(201);
  expect((await balance(it, person)).available).toBe('80');
});

test('a token that was stolen reads from another device, and moves nothing', async () => {
  const { it } = server;
  const person = await bound();
  const { token } = person;
  const body = await toPay(person);
  expect((await it.get('/wallet', { token })).status).toBe(200);
  expect(await idempotent(it, person, send, body)).toMatchObject(refused);
  // The thief has a key of their own, and cannot put it in the place of the owner's.
  const thief = { ...person, ...deviceKey() };
  expect(await signedPost(it, thief, send, body).sent).toMatchObject(refused);
  expect(await bind(token, thief.publicKey)).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', methods: ['password'] },
  });
  expect(await signedPost(it, thief, send, body).sent).toMatchObject(refused);
  expect(await left(person)).toBe('100');
  expect((await signedPost(it, person, send, body).sent).status).toBe(201);
});

test('withdrawals and exchanges ask for it too', async () => {
  const { it } = server;
  const person = await bound();
  const withdrawal = (await quote(it, person, { kind: 'withdraw', amount: '20' })).body.data;
  const exchange = await quoteFor(it, person.token, { from: 'USDT', to: 'ZST', pay: '10' });
  for (const [path, quoted] of [
    ['/transactions/withdraw', withdrawal],
    ['/exchange', exchange],
  ] as const) {
    const body = { quote_id: quoted.id };
    expect(await idempotent(it, person, path, body)).toMatchObject(refused);
    expect((await signedPost(it, person, path, body).sent).status).toBe(201);
  }
});

test('a proof is good for its own call, in its own session', async () => {
  const { it } = server;
  const person = await bound();
  const [body, other] = [await toPay(person), await toPay(person)];
  const elsewhere = await bound();
  for (const signed of [
    { method: 'PUT' },
    { path: '/transactions/withdraw' },
    { body: other },
    { sessionId: elsewhere.sessionId },
    { sessionId: randomUUID() },
  ])
    expect(await signedPost(it, person, send, body, signed).sent, JSON.stringify(signed)).toMatchObject(
      refused,
    );
  const { proof, key, sent } = signedPost(it, person, send, body);
  const paid = await sent;
  expect(paid.status).toBe(201);
  // Shown again with another key, for another payment, or for the same one, which is answered and not made again.
  const shown = { token: person.token, headers: { 'device-proof': proof, 'idempotency-key': randomUUID() } };
  expect(await it.post(send, body, shown)).toMatchObject(refused);
  const again = { ...shown, headers: { ...shown.headers, 'idempotency-key': key } };
  expect(await it.post(send, other, again)).toMatchObject(refused);
  expect((await it.post(send, body, again)).body).toEqual(paid.body);
  expect(await left(person)).toBe('90');
});

test('a proof is good for five minutes before and after its time', async () => {
  const { it } = server;
  const person = await bound();
  const now = it.clock.now().getTime();
  for (const [time, status] of [
    [now - deviceProofLife - 1, 403],
    [now + deviceProofLife + 1, 403],
    [now - deviceProofLife, 201],
    [now + deviceProofLife, 201],
  ] as const)
    expect((await signedPost(it, person, send, await toPay(person), { time }).sent).status).toBe(status);
});

test.each(['', '.', 'x', `1.${'A'.repeat(86)}`, `${'9'.repeat(17)}.${'A'.repeat(86)}`, '1'.repeat(5_000)])(
  'what is no proof is refused: %.30j',
  async (proof) => {
    const { it } = server;
    const person = await bound();
    const headers = { 'idempotency-key': randomUUID(), 'device-proof': proof };
    const sent = { token: person.token, headers };
    expect(await it.post(send, await toPay(person), sent)).toMatchObject(refused);
  },
);

test('only a public key on P-256 is kept', async () => {
  const { token } = await register(server.it);
  const spki = (pair: { publicKey: { export(as: { format: 'der'; type: 'spki' }): Buffer } }) =>
    pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  for (const key of [
    '',
    'A'.repeat(122),
    deviceKey().publicKey.slice(0, -4),
    spki(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
    spki(generateKeyPairSync('ed25519')),
    spki(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })),
  ])
    expect(await bind(token, key), key).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED', fields: { public_key: 'format' } },
    });
});

test('the same key again changes nothing; another one needs a fresh proof, which is used up, and voids the first', async () => {
  const { it } = server;
  const person = await bound();
  const { token, password } = person;
  expect((await bind(token, person.publicKey)).status).toBe(200);
  const proof = await proofBy(it, token, { method: 'password', password });
  const next = deviceKey();
  const put = (publicKey: string) => it.put('/auth/device-key', { public_key: publicKey }, proof);
  expect((await put(next.publicKey)).status).toBe(200);
  expect((await put(deviceKey().publicKey)).body.code).toBe('STEP_UP_REQUIRED');
  const body = await toPay(person);
  expect(await signedPost(it, person, send, body).sent).toMatchObject(refused);
  expect((await signedPost(it, { ...person, ...next }, send, body).sent).status).toBe(201);
});

test('of an account with a second factor the methods are told, and a proof by it alone puts another key in place', async () => {
  const { it } = server;
  const person = await bound();
  await turnOnTotp(it, person);
  const { body } = await idempotent(it, person, send, await toPay(person));
  expect(body).toMatchObject({ code: 'DEVICE_PROOF_REQUIRED', methods: ['totp', 'recovery_code'] });
});

test('of many keys at once for a session without one, one is kept', async () => {
  const { it } = server;
  const person = await register(it);
  const keys = Array.from({ length: 8 }, deviceKey);
  const answers = await Promise.all(keys.map(({ publicKey }) => bind(person.token, publicKey)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('each session has its own key', async () => {
  const { it } = server;
  const person = await bound();
  const { email, password } = person;
  const { token } = (await it.post('/auth/login', { email, password, remember: false })).body.data;
  const body = await toPay(person);
  expect((await idempotent(it, { ...person, token }, send, body)).status).toBe(201);
});
