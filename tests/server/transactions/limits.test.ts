import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { usualLimits } from '../../../server/payments/limits.ts';
import { hasEngine } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import { approved } from '../../support/kyc.ts';
import {
  addressOf,
  fund,
  idempotent,
  outside,
  type Person,
  pay,
  payProven,
  proofFor,
  quote,
} from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
beforeAll(async () => {
  if (hasEngine()) await setRate(server.it, 'ZST/USDT', '0.25');
});
const hour = 3_600_000;
const unit = 1_000_000n;

async function rich(it: TestServer, amount = '60000'): Promise<Person> {
  const person = await register(it);
  await fund(it, person, 'USDT', amount);
  return person;
}

/** The same person in a new session: one lasts a day. */
async function again(it: TestServer, person: Person): Promise<Person> {
  const { email, password } = person;
  const { body } = await it.post('/auth/login', { email, password, remember: true });
  return { ...person, token: String(body.data.token) };
}

async function limitsOf(it: TestServer, { token }: { token: string }) {
  return (await it.get('/wallet', { token })).body.data.limits;
}

function spend(it: TestServer, person: Person, { kind, id }: { kind: string; id: string }) {
  return payProven(it, person, `/transactions/${kind}`, { quote_id: id });
}

const over = { status: 403, body: { code: 'LIMIT_EXCEEDED', fields: { amount: 'too_large' } } };

test('eleven payments of the most that may leave at once move it once, whichever call they use', async () => {
  const { it } = server;
  const person = await rich(it);
  const quotes = await Promise.all(
    Array.from({ length: 11 }, (_, index) =>
      quote(it, person, { kind: index % 2 === 0 ? 'send' : 'withdraw', amount: '5000' }),
    ),
  );
  expect(quotes.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 201));
  expect(quotes[0]?.body.data.limits).toEqual({
    verified: false,
    day: { limit: '5000', used: '0', left: '5000', more_at: null },
    month: { limit: '10000', used: '0', left: '10000', more_at: null },
  });
  const proofs: string[] = [];
  for (const { body } of quotes) proofs.push(await proofFor(it, person, body.data.id));
  const paid = await Promise.all(
    quotes.map(({ body: { data } }, index) =>
      it.post(
        `/transactions/${data.kind}`,
        { quote_id: data.id },
        {
          token: person.token,
          headers: { 'idempotency-key': randomUUID(), 'step-up': proofs[index] ?? '' },
        },
      ),
    ),
  );
  expect(paid.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 10 }, () => 403)]);
  const refused = paid.filter(({ status }) => status === 403);
  for (const each of refused) expect(each).toMatchObject(over);
  expect(await quote(it, person, { amount: '5' })).toMatchObject(over);
  expect(await quote(it, person, { amount: 'max' })).toMatchObject(over);
});

test('two servers on one database judge together', async () => {
  const { it } = server;
  const other = await openTestServer({ database: it.database });
  const person = await rich(it);
  await fund(it, person, 'ZST', '40000');
  const requests = [
    { amount: '3000' },
    { token: 'ZST', amount: '12000', kind: 'withdraw' },
    { amount: '3000', kind: 'withdraw' },
    { token: 'ZST', amount: '12000' },
  ] as const;
  const quotes = await Promise.all(requests.map((request) => quote(it, person, request)));
  const paid = await Promise.all(
    quotes.map(({ body }, index) => spend(index % 2 === 0 ? it : other, person, body.data)),
  );
  expect(paid.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
  expect(await limitsOf(it, person)).toMatchObject({ day: { used: '3000', left: '2000' } });
});

test('what is taken back, rejected or failed counts no more; what has left counts for a day and for thirty', async () => {
  const it = await openTestServer();
  const person = await rich(it);
  const first = (await pay(it, person, { amount: '2000' })).body.data.id;
  it.clock.advance(hour);
  const second = (await pay(it, person, { kind: 'withdraw', amount: '3000' })).body.data.id;
  expect(await quote(it, person, { amount: '5' })).toMatchObject(over);
  await idempotent(it, person, `/transactions/${second}/cancel`);
  await it.operator('POST', '/withdrawals/approve', { id: first });
  await it.settle();
  expect(await limitsOf(it, person)).toEqual({
    verified: false,
    day: { limit: '5000', used: '2000', left: '3000', more_at: '2026-11-21T09:00:00.000Z' },
    month: { limit: '10000', used: '2000', left: '8000', more_at: '2026-12-20T09:00:00.000Z' },
  });
  expect((await quote(it, person, { amount: 'max' })).body.data.amount).toBe('3000');
  it.clock.advance(23 * hour - 1);
  expect(await limitsOf(it, await again(it, person))).toMatchObject({ day: { used: '2000' } });
  it.clock.advance(1);
  expect(await limitsOf(it, await again(it, person))).toMatchObject({
    day: { used: '0', left: '5000', more_at: null },
    month: { used: '2000' },
  });
  await it.close();
});

test('the limit of thirty days holds on every day of them', async () => {
  const it = await openTestServer();
  let person = await rich(it);
  for (let day = 0; day < 2; day += 1) {
    expect((await pay(it, person, { amount: '5000' })).status).toBe(201);
    it.clock.advance(24 * hour);
    person = await again(it, person);
  }
  expect(await limitsOf(it, person)).toMatchObject({ day: { left: '5000' }, month: { left: '0' } });
  expect(await quote(it, person, { amount: '5' })).toMatchObject(over);
  it.clock.advance(28 * 24 * hour);
  person = await again(it, person);
  expect((await quote(it, person, { amount: '5000' })).status).toBe(201);
  await it.close();
});

test('above the limit of a day nothing helps but a verified identity, and for the verified nothing', async () => {
  const { it } = server;
  const person = await rich(it, '300000');
  const more = { amount: '5000.000001' };
  expect(await quote(it, person, more)).toMatchObject({
    status: 403,
    body: { code: 'KYC_REQUIRED', fields: { amount: 'too_large' } },
  });
  await approved(it, person);
  expect((await pay(it, person, more)).status).toBe(201);
  expect(await quote(it, person, { amount: '100000' })).toMatchObject(over);
  expect(await quote(it, person, { amount: '100000.01' })).toMatchObject(over);
});

test('a quote that was good is refused when the limit is less by the time it is paid', async () => {
  const { it } = server;
  const lower = await openTestServer({
    database: it.database,
    limits: { ...usualLimits, unverified: { day: 50n * unit, month: 50n * unit } },
  });
  const person = await rich(it);
  const quoted = (await quote(it, person, { amount: '60' })).body.data;
  expect(await spend(lower, person, quoted)).toMatchObject({ status: 403, body: { code: 'KYC_REQUIRED' } });
  expect((await spend(it, person, quoted)).status).toBe(201);
});

test('payments between accounts are not limited, and count for nothing', async () => {
  const { it } = server;
  const [person, friend] = [await rich(it), await register(it)];
  const to = await addressOf(it, friend);
  const quoted = await quote(it, person, { to, amount: '20000' });
  expect(quoted.body.data.limits).toBeNull();
  expect((await pay(it, person, { to, amount: '20000', kind: 'withdraw' })).status).toBe(201);
  expect(await limitsOf(it, person)).toMatchObject({ day: { used: '0' } });
});

test('a token without a price is valued by its listing, and never free to leave', async () => {
  const it = await openTestServer();
  const person = await rich(it);
  await fund(it, person, 'STO', '5000');
  const request = { token: 'STO', amount: '1500' };
  expect(await quote(it, person, { ...request, amount: '1500.000000000000000001' })).toMatchObject({
    body: { code: 'KYC_REQUIRED' },
  });
  expect((await pay(it, person, request)).status).toBe(201);
  expect(await limitsOf(it, person)).toMatchObject({ day: { used: '5000', left: '0' } });
  await it.close();
});

test('a value is rounded up, so that no grain is free', async () => {
  const { it } = server;
  const person = await rich(it);
  await fund(it, person, 'ZST', '100');
  await pay(it, person, { token: 'ZST', amount: '10.000000000000000001' });
  expect(await limitsOf(it, person)).toMatchObject({ day: { used: '2.500001' } });
});

test('whoever is frozen, or has no network, is told of no limits', async () => {
  const { it } = server;
  const person = await rich(it);
  const mute = await openTestServer({ database: it.database, settlement: undefined as never });
  expect(await limitsOf(mute, person)).toBeNull();
  expect(await limitsOf(it, person)).not.toBeNull();
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  expect(await limitsOf(it, person)).toBeNull();
});

test('the same key answers a refusal again, although there is room by then', async () => {
  const { it } = server;
  const person = await rich(it);
  const { id } = (await pay(it, person, { amount: '4000', to: outside })).body.data;
  const key = randomUUID();
  const quoted = (await quote(it, person, { amount: '1000' })).body.data;
  const other = (await quote(it, person, { amount: '1000' })).body.data;
  expect((await spend(it, person, other)).status).toBe(201);
  const refused = await payProven(it, person, '/transactions/send', { quote_id: quoted.id }, key);
  expect(refused).toMatchObject(over);
  await idempotent(it, person, `/transactions/${id}/cancel`);
  const repeated = await idempotent(it, person, '/transactions/send', { quote_id: quoted.id }, key);
  expect(repeated.body).toEqual(refused.body);
  expect((await spend(it, person, quoted)).status).toBe(201);
});
