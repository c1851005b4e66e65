import { expect, test } from 'vitest';
import { addressProof, remembered, saveAddress, strangeAddress } from '../../support/addressBook.ts';
import { proofBy } from '../../support/factors.ts';
import { addressOf, balance, fund, outside, type Person, pay, quote } from '../../support/payments.ts';
import { register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const [hour, day] = [3_600_000, 86_400_000];
const path = '/security/settings';
const stranger = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function rich(it: TestServer): Promise<Person> {
  const person = await remembered(it, await register(it));
  await fund(it, person, 'USDT', '3000');
  return person;
}

const proven = ({ token, password }: Person) =>
  proofBy(server.it, token, { method: 'password', password }, 'security');

async function set(person: Person, change: Readonly<Record<string, unknown>>) {
  const answer = await server.it.put(path, change, await proven(person));
  expect(answer.status).toBe(200);
  return answer.body.data;
}

test('only saved addresses are paid, at once, and other accounts no more than anybody', async () => {
  const { it } = server;
  const [person, payee] = [await rich(it), await remembered(it, await register(it))];
  const quoted = await quote(it, person, { to: stranger });
  expect((await it.put(path, { allow_list_only: true }, person)).body.code).toBe('STEP_UP_REQUIRED');
  expect(await set(person, { allow_list_only: true })).toMatchObject({ allow_list_only: true, pending: [] });
  expect((await quote(it, person, { to: stranger })).body.code).toBe('ADDRESS_NOT_ALLOWED');
  // What was quoted before is judged again.
  const late = await it.post(
    '/transactions/send',
    { quote_id: quoted.body.data.id },
    { token: person.token, headers: { 'idempotency-key': '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10' } },
  );
  expect(late).toMatchObject({ status: 403, body: { code: 'ADDRESS_NOT_ALLOWED' } });
  expect((await quote(it, person, { to: outside, amount: '2000' })).status).toBe(201);
  const here = await addressOf(it, payee);
  expect((await quote(it, person, { to: here })).body.code).toBe('ADDRESS_NOT_ALLOWED');
  const { usable_from } = (await saveAddress(it, person, { label: 'Here', address: here })).body.data;
  expect((await quote(it, person, { to: here, amount: '1' })).body).toMatchObject({
    code: 'ADDRESS_COOLING',
    until: usable_from,
  });
  // To an outside address a little goes while it waits.
  await saveAddress(it, person, { label: 'There', address: stranger });
  expect((await quote(it, person, { to: stranger, amount: '100' })).status).toBe(201);
  expect((await quote(it, person, { to: stranger, amount: '101' })).body.code).toBe('ADDRESS_COOLING');
  it.clock.advance(day);
  const paid = await pay(it, person, { to: here, amount: '2000' });
  expect(paid.body.data.status).toBe('completed');
  const other = await rich(it);
  expect((await quote(it, other, { to: stranger })).status).toBe(201);
});

test('it ends 72 hours after that was asked for, to the tick, and that can be taken back', async () => {
  const { it } = server;
  const person = await rich(it);
  await set(person, { allow_list_only: true });
  const from = new Date(it.clock.now().getTime() + 3 * day).toISOString();
  expect(await set(person, { allow_list_only: false })).toMatchObject({
    allow_list_only: true,
    pending: [{ member: 'allow_list_only', value: false, from }],
  });
  const told = async () => (await it.get('/addresses', person)).body.data.rules;
  expect(await told()).toMatchObject({ allow_list_only: true, allow_list_ends: from });
  expect((await it.put(path, { allow_list_only: true }, person)).body.data.pending).toEqual([]);
  expect(await told()).toMatchObject({ allow_list_only: true, allow_list_ends: null });
  await set(person, { allow_list_only: false });
  it.clock.advance(3 * day - 1);
  expect((await quote(it, person, { to: stranger })).body.code).toBe('ADDRESS_NOT_ALLOWED');
  it.clock.advance(1);
  expect((await quote(it, person, { to: stranger })).status).toBe(201);
});

test('what waits is refused at its approval, and ends before it is handed over with its money back', async () => {
  const { it } = server;
  const person = await rich(it);
  const [first, second] = [
    (await pay(it, person, { to: strangeAddress(41) })).body.data.id,
    (await pay(it, person, { to: strangeAddress(42) })).body.data.id,
  ];
  await it.operator('POST', '/withdrawals/approve', { id: first });
  await set(person, { allow_list_only: true });
  const approved = await it.operator('POST', '/withdrawals/approve', { id: second });
  expect(approved).toMatchObject({ status: 403, body: { code: 'ADDRESS_NOT_ALLOWED' } });
  await Promise.all([it.settle(), it.settle()]);
  expect((await it.get(`/transactions/${first}`, person)).body.data).toMatchObject({
    status: 'failed',
    reason: 'recipient_not_allowed',
  });
  expect((await it.get(`/transactions/${second}`, person)).body.data.status).toBe('pending');
  expect(await balance(it, person)).toMatchObject({ total: '3000', available: '2988.75' });
  // Saved meanwhile, it goes on.
  await saveAddress(it, person, { label: 'A', address: strangeAddress(42) });
  expect((await it.operator('POST', '/withdrawals/approve', { id: second })).status).toBe(200);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('a wait of one’s own is longer at once, for what was saved before too, and shorter after itself', async () => {
  const { it } = server;
  const person = await rich(it);
  const saved = (await saveAddress(it, person, { label: 'A', address: stranger })).body.data;
  await set(person, { address_wait_hours: 48 });
  it.clock.advance(day);
  const early = await quote(it, person, { to: stranger, amount: '500' });
  expect(early.body).toMatchObject({
    code: 'ADDRESS_COOLING',
    until: new Date(Date.parse(saved.created_at) + 2 * day).toISOString(),
  });
  expect((await it.get('/addresses', person)).body.data.addresses).toMatchObject([
    { label: 'A', usable_from: early.body.until },
    { label: 'Saved', usable_from: '2020-01-02T00:00:00.000Z' },
  ]);
  const next = (await saveAddress(it, person, { label: 'B', address: strangeAddress(43) })).body.data;
  expect(Date.parse(next.usable_from) - Date.parse(next.created_at)).toBe(48 * hour);
  expect((await it.get('/addresses', person)).body.data.rules.wait_hours).toBe(48);
  it.clock.advance(day);
  expect((await quote(it, person, { to: stranger, amount: '500' })).status).toBe(201);
  const shorter = await set(person, { address_wait_hours: null });
  expect(shorter).toMatchObject({
    address_wait_hours: 48,
    pending: [{ value: null, from: new Date(it.clock.now().getTime() + 48 * hour).toISOString() }],
  });
  for (const hours of [23, 169, 24.5, '48']) {
    expect((await it.put(path, { address_wait_hours: hours }, person)).status).toBe(422);
  }
});

test('while the settings are locked nothing is saved', async () => {
  const { it } = server;
  const person = await rich(it);
  await set(person, { lock_days: 3 });
  expect((await saveAddress(it, person, { label: 'A', address: stranger })).body.code).toBe(
    'SETTINGS_LOCKED',
  );
  const file = { csv: `label,address\nA,${stranger}` };
  const refused = await it.post('/addresses/import', file, await addressProof(it, person));
  expect(refused.body.code).toBe('SETTINGS_LOCKED');
});
