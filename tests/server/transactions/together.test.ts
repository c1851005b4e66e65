import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockWaits } from '../../../server/database/lockWaits.ts';
import { systemOwners } from '../../../server/ledger/accounts.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { type FaultyDatabase, faultyDatabase } from '../../support/faultyDatabase.ts';
import { addressOf, balance, fund, idempotent, type Person, pay, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

let server: TestServer;
let database: FaultyDatabase;
let payee: Person;
let address: string;

beforeAll(async () => {
  if (!hasEngine()) return;
  database = faultyDatabase(await openTestDatabase());
  server = await openTestServer({ database: database.db });
});
afterAll(() => server?.close());
beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  // Registrations from one address are counted.
  server.clock.advance(1_800_000);
  payee = await register(server);
  address = await addressOf(server, payee);
});

async function rich(amount = '10'): Promise<Person> {
  const person = await register(server);
  await fund(server, person, 'USDT', amount);
  return person;
}

interface Request {
  readonly person: Person;
  readonly quote_id: string;
  readonly key: ReturnType<typeof randomUUID>;
}

async function request(person: Person, amount = '1', to = address): Promise<Request> {
  const { body } = await quote(server, person, { amount, to });
  return { person, quote_id: body.data.id, key: randomUUID() };
}

const send = ({ person, quote_id, key }: Request) =>
  idempotent(server, person, '/transactions/send', { quote_id }, key);

async function find({ person, key }: Request) {
  return server.get(`/operations/${key}`, { token: person.token });
}

/** Sends them while another payment holds the only turn, so that all of them are of one batch, with which `fault` happens. */
async function sendTogether(requests: readonly Request[], fault: FaultyDatabase['fault'] = null) {
  const first = await request(await rich());
  const { isHeld, release } = database.hold();
  const paid = send(first);
  await isHeld;
  const sent = requests.map(send);
  for (const each of requests) {
    while ((await find(each)).status === 404) await new Promise(setImmediate);
  }
  const begun = database.begun;
  database.fault = fault;
  release();
  expect((await paid).status).toBe(201);
  const answers = await Promise.all(sent);
  return { answers, transactions: database.begun - begun };
}

async function expectClean() {
  expect((await server.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('what comes while a payment is made is paid in one transaction', async () => {
  const requests = await Promise.all([1, 2, 3, 4, 5].map(async () => request(await rich())));
  const { answers, transactions } = await sendTogether(requests);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(transactions).toBe(1);
  expect(await balance(server, payee)).toEqual({ total: '6', available: '6', pending: '0' });
  await expectClean();
});

const someRich = () => Promise.all([1, 2, 3].map(async () => request(await rich())));

interface Case {
  readonly when: 'before' | 'after';
  readonly code: string;
  readonly first: number;
  /** What the key tells after it. */
  readonly found: number;
  readonly status: string | undefined;
  /** Whether sending again finds it done. */
  readonly replayed: string | null;
}

test.each<Case>([
  { when: 'before', code: '40001', first: 201, found: 200, status: 'done', replayed: 'true' },
  { when: 'after', code: '40001', first: 201, found: 200, status: 'done', replayed: 'true' },
  { when: 'before', code: '08006', first: 503, found: 404, status: undefined, replayed: null },
  { when: 'after', code: '08006', first: 503, found: 200, status: 'done', replayed: 'true' },
  { when: 'before', code: '55P03', first: 201, found: 200, status: 'done', replayed: 'true' },
  { when: 'before', code: 'XX000', first: 201, found: 200, status: 'done', replayed: 'true' },
  { when: 'after', code: 'XX000', first: 201, found: 200, status: 'done', replayed: 'true' },
])('$code $when the commit of a batch: one payment each, and every key tells the truth', async (fault) => {
  const requests = await someRich();
  const { answers } = await sendTogether(requests, fault);
  expect(database.fault).toBeNull();
  expect(answers.map(({ status }) => status)).toEqual([fault.first, fault.first, fault.first]);
  for (const each of requests) {
    const found = await find(each);
    expect([found.status, found.body.data?.status]).toEqual([fault.found, fault.status]);
    const again = await send(each);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe(fault.replayed);
    expect(await balance(server, each.person)).toMatchObject({ total: '9' });
  }
  expect(await balance(server, payee)).toMatchObject({ total: '4' });
  await expectClean();
});

test('each of a batch has its own refusal, and none stops another', async () => {
  const [poor, rival, frozen, good] = [await rich('1'), await rich(), await rich(), await rich()];
  const expired = await request(rival);
  server.clock.advance(60_000);
  const short = [await request(poor), await request(poor)] as const;
  const blocked = await request(frozen);
  const raced = await request(rival);
  const done = await request(good);
  const first = await send(done);
  const again = await request(good);
  await send(again);
  const fine = await request(good, '2');
  await server.operator('POST', '/accounts/freeze', { email: frozen.email });
  const requests = [
    ...short,
    expired,
    blocked,
    raced,
    { ...raced, key: randomUUID() },
    { ...(await request(rival)), person: good },
    done,
    { ...fine, key: again.key },
    fine,
  ];
  const { answers, transactions } = await sendTogether(requests);
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    201,
    'INSUFFICIENT_BALANCE',
    'QUOTE_EXPIRED',
    'ACCOUNT_BLOCKED',
    201,
    'QUOTE_USED',
    'NOT_FOUND',
    201,
    'IDEMPOTENCY_MISMATCH',
    201,
  ]);
  expect(transactions).toBe(1);
  expect(answers[7]?.body).toEqual(first.body);
  expect(await balance(server, poor)).toMatchObject({ total: '0' });
  expect(await balance(server, rival)).toMatchObject({ total: '9' });
  expect(await balance(server, good)).toMatchObject({ total: '6' });
  await expectClean();
});

test('a quote that a refused payment did not use is good for the next of the same batch', async () => {
  const person = await rich('5');
  const asked = [await request(person, '5'), await request(person, '3')] as const;
  await pay(server, person, { to: address, amount: '1' });
  const [large, small] = asked;
  const { answers } = await sendTogether([large, { ...large, key: randomUUID() }, small]);
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    'INSUFFICIENT_BALANCE',
    'INSUFFICIENT_BALANCE',
    201,
  ]);
  await fund(server, person, 'USDT', '10');
  expect((await send({ ...large, key: randomUUID() })).status).toBe(201);
  expect(await balance(server, person)).toMatchObject({ total: '6' });
});

test('what arrives by one payment of a batch can be paid on by the next', async () => {
  const [giver, taker] = [await rich('7'), await rich('1')];
  const [gift, onwards] = [
    await request(giver, '7', await addressOf(server, taker)),
    await request(taker, '1'),
  ];
  const { answers } = await sendTogether([gift, onwards]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await balance(server, taker)).toMatchObject({ total: '7' });
});

onPostgres("a payment between two people does not wait for who holds the token's fees", async () => {
  const paid = await request(await rich());
  await database.db.transaction(async (query) => {
    await query('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [systemOwners.fees]);
    expect((await send(paid)).status).toBe(201);
  });
  await expectClean();
});

onPostgres('a freeze waits for the payment between two accounts that is under way', async () => {
  const person = await rich();
  const paid = await request(person);
  const { sent, frozen } = await database.db.transaction(async (query) => {
    await query('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [person.id]);
    const sent = send(paid);
    await expect.poll(() => lockWaits(database.db.query)).toBe(1);
    const frozen = server.operator('POST', '/accounts/freeze', { email: person.email });
    await expect.poll(() => lockWaits(database.db.query)).toBe(2);
    return { sent, frozen };
  });
  expect([(await sent).status, (await frozen).status]).toEqual([201, 200]);
  await expectClean();
});

test('one payment that is a fault of ours spoils no other', async () => {
  const [one, other, third] = [await rich(), await rich(), await rich()];
  const stranger = await register(server);
  const broken = await request(one, '1', await addressOf(server, stranger));
  await database.db.query('DELETE FROM ledger_accounts WHERE owner_id = $1', [stranger.id]);
  const { answers, transactions } = await sendTogether([await request(other), broken, await request(third)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201]);
  expect(transactions).toBe(4);
  expect((await find(broken)).status).toBe(404);
  expect(await balance(server, one)).toMatchObject({ total: '10' });
  expect(await balance(server, payee)).toMatchObject({ total: '3' });
  await expectClean();
});

test('a quote that is over when its payment gets its turn is refused, however early the payment arrived', async () => {
  const requests = [await request(await rich()), await request(await rich())] as const;
  const [first, next] = requests;
  const { isHeld, release } = database.hold();
  const held = send(first);
  await isHeld;
  const waiting = send(next);
  while ((await find(next)).status === 404) await new Promise(setImmediate);
  server.clock.advance(60_000);
  release();
  const code = 'QUOTE_EXPIRED';
  for (const { body } of await Promise.all([held, waiting])) expect(body.code).toBe(code);
  for (const each of requests) {
    expect((await find(each)).body.data).toMatchObject({ status: 'refused', problem: { code } });
    expect(await balance(server, each.person)).toMatchObject({ total: '10', available: '10' });
  }
  await expectClean();
});
