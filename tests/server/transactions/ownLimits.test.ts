import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import { proofBy } from '../../support/factors.ts';
import { addressOf, balance, fund, type Person, pay, payProven, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const day = 86_400_000;
beforeAll(async () => {
  if (hasEngine()) await setRate(server.it, 'ZST/USDT', '0.25');
});

const own = { status: 403, body: { code: 'LIMIT_EXCEEDED', fields: { amount: 'own_limit' } } };

async function limited(it: TestServer, limits: object): Promise<Person> {
  const person = await register(it);
  await fund(it, person, 'USDT', '60000');
  expect((await it.put('/security/settings', limits, person)).status).toBe(200);
  return person;
}

function spend(it: TestServer, person: Person, { kind, id }: { kind: string; id: string }) {
  return payProven(it, person, `/transactions/${kind}`, { quote_id: id });
}

test('a payment above one’s own limit is refused by its field, whatever token it is in; up to it it is quoted', async () => {
  const { it } = server;
  const person = await limited(it, { payment_limit: '100' });
  await fund(it, person, 'ZST', '1000');
  expect(await quote(it, person, { amount: '100.000001' })).toMatchObject(own);
  expect(await quote(it, person, { token: 'ZST', amount: '400.000001' })).toMatchObject(own);
  expect((await quote(it, person, { token: 'ZST', amount: '400' })).status).toBe(201);
  const most = (await quote(it, person, { amount: 'max' })).body.data;
  expect([most.amount, most.maximum]).toEqual(['100', '100']);
});

test('what goes to another account here has no limit', async () => {
  const { it } = server;
  const person = await limited(it, { payment_limit: '0', daily_limit: '0' });
  const other = await register(it);
  expect((await pay(it, person, { to: await addressOf(it, other), amount: '500' })).status).toBe(201);
  expect(await quote(it, person, { amount: '5' })).toMatchObject(own);
  expect(await quote(it, person, { amount: 'max' })).toMatchObject(own);
});

test('of eleven payments at once no more leaves than one’s own limit of 24 hours; quote and wallet tell the smaller limit', async () => {
  const { it } = server;
  const person = await limited(it, { daily_limit: '1000' });
  const quotes = await Promise.all(Array.from({ length: 11 }, () => quote(it, person, { amount: '300' })));
  expect(quotes[0]?.body.data.limits.day).toEqual({ limit: '1000', used: '0', left: '1000', more_at: null });
  const paid = await Promise.all(quotes.map(({ body }) => spend(it, person, body.data)));
  expect(paid.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const each of paid.filter(({ status }) => status !== 201)) expect(each).toMatchObject(own);
  const { limits } = (await it.get('/wallet', person)).body.data;
  expect(limits.day).toMatchObject({ limit: '1000', used: '900', left: '100' });
  expect((await balance(it, person)).available).toBe('59096.25');
});

test('the limit for everybody is told first: one’s own above it changes nothing', async () => {
  const { it } = server;
  const person = await limited(it, { daily_limit: '7000', payment_limit: '9000' });
  expect((await quote(it, person, { amount: '4000' })).body.data.limits.day.limit).toBe('5000');
  expect((await quote(it, person, { amount: '6000' })).body).toMatchObject({
    code: 'KYC_REQUIRED',
    fields: { amount: 'too_large' },
  });
});

test('a limit that is lowered after the quote stops its payment; a raise is told and lets it through 24 hours later', async () => {
  const it = await openTestServer();
  const person = await limited(it, { payment_limit: '500' });
  const { data } = (await quote(it, person, { amount: '400' })).body;
  await it.put('/security/settings', { payment_limit: '300' }, person);
  const refused = await spend(it, person, data);
  expect(refused).toMatchObject(own);
  expect(refused.body.until).toBeUndefined();
  expect((await balance(it, person)).pending).toBe('0');

  const proof = await proofBy(
    it,
    person.token,
    { method: 'password', password: person.password },
    'security',
  );
  await it.put('/security/settings', { payment_limit: '500' }, proof);
  const until = new Date(it.clock.now().getTime() + day).toISOString();
  expect((await quote(it, person, { amount: '400' })).body).toMatchObject({ ...own.body, until });
  it.clock.advance(day);
  const { email, password } = person;
  const { body } = await it.post('/auth/login', { email, password, remember: true });
  expect((await pay(it, { ...person, token: body.data.token }, { amount: '400' })).status).toBe(201);
  await it.close();
});
