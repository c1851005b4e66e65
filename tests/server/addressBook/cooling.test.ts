import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SavedAddress } from '../../../contract/addressBook.ts';
import { remembered, saveAddress, strangeAddress } from '../../support/addressBook.ts';
import { proofBy } from '../../support/factors.ts';
import {
  addressOf,
  fund,
  idempotent,
  outside,
  type Person,
  pay,
  payProven,
  quote,
  saveLongAgo,
} from '../../support/payments.ts';
import { register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const [hour, day] = [3_600_000, 86_400_000];
const stranger = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function rich(it: TestServer): Promise<Person> {
  const person = await remembered(it, await register(it));
  await fund(it, person, 'USDT', '3000');
  return person;
}

async function complete(it: TestServer, id: string) {
  await it.operator('POST', '/withdrawals/approve', { id });
  await it.settle();
  it.clock.advance(hour);
  await it.settle();
}

test('to an address that nobody saved a day lets 100 USDT through, and says from when on more may go', async () => {
  const { it } = server;
  const person = await rich(it);
  const refused = await quote(it, person, { to: stranger, amount: '100.000001' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'ADDRESS_COOLING',
      until: new Date(it.clock.now().getTime() + day).toISOString(),
      allowance: { limit: '100', left: '100' },
    },
  });
  const most = await quote(it, person, { to: stranger, amount: 'max' });
  expect(most.body.data).toMatchObject({ amount: '100', maximum: '100' });
  expect((await pay(it, person, { to: stranger, amount: '60' })).status).toBe(201);
  const after = await quote(it, person, { to: stranger, amount: '5' });
  expect(after.body.data.recipient.allowance).toEqual({ limit: '100', left: '40' });
  // All new addresses together.
  const other = strangeAddress(77);
  expect((await quote(it, person, { to: other, amount: '40.01' })).body).toMatchObject({
    code: 'ADDRESS_COOLING',
    allowance: { limit: '100', left: '40' },
  });
  expect((await pay(it, person, { to: other, amount: '40' })).status).toBe(201);
  expect((await quote(it, person, { to: other, amount: 'max' })).body.code).toBe('ADDRESS_COOLING');
  const { rules } = (await it.get('/addresses', person)).body.data;
  expect(rules).toEqual({
    ...{ wait_hours: 24, small_limit: '100', small_left: '0' },
    ...{ allow_list_only: false, allow_list_ends: null },
  });
  expect((await quote(it, person, { to: outside, amount: '2000' })).status).toBe(201);
});

test('a saved address waits to the tick, and what is quoted before is judged when it is paid', async () => {
  const { it } = server;
  const person = await rich(it);
  const saved = (await saveAddress(it, person, { label: 'A', address: stranger, token: 'USDT' })).body.data;
  const { recipient } = (await quote(it, person, { to: stranger, amount: '20' })).body.data;
  expect(recipient).toMatchObject({ label: 'A', usable_from: saved.usable_from });
  it.clock.advance(day - 1);
  const early = await quote(it, person, { to: stranger, amount: '500' });
  expect(early.body).toMatchObject({ code: 'ADDRESS_COOLING', until: saved.usable_from });
  it.clock.advance(1);
  const quoted = await quote(it, person, { to: stranger, amount: '500' });
  expect(quoted.body.data.recipient).toMatchObject({ label: 'A', usable_from: null, allowance: null });
  // It is saved for one token only.
  await fund(it, person, 'ZST', '10000');
  await it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '1' });
  expect((await quote(it, person, { to: stranger, token: 'ZST', amount: '500' })).body.code).toBe(
    'ADDRESS_COOLING',
  );
  // Removed in another tab between the quote and the payment.
  await it.delete(`/addresses/${saved.id}`, person);
  const key = randomUUID();
  const body = { quote_id: quoted.body.data.id };
  const paid = await payProven(it, person, '/transactions/send', body, key);
  expect(paid.body).toMatchObject({
    code: 'ADDRESS_COOLING',
    until: new Date(it.clock.now().getTime() + day).toISOString(),
  });
  const kept = await it.get(`/operations/${key}`, person);
  expect(kept.body.data).toMatchObject({
    status: 'refused',
    problem: { until: paid.body.until },
  });
  await it.post(`/addresses/${saved.id}/restore`, undefined, person);
  const again = await quote(it, person, { to: stranger, amount: '500' });
  expect(again.status).toBe(201);
});

test('eleven small payments at once are one limit', async () => {
  const { it } = server;
  const person = await rich(it);
  const quotes: string[] = [];
  for (let number = 0; number < 11; number += 1) {
    const quoted = await quote(it, person, { to: strangeAddress(100 + number), amount: '30' });
    quotes.push(quoted.body.data.id);
  }
  const answers = await Promise.all(
    quotes.map((quote_id) => idempotent(it, person, '/transactions/send', { quote_id })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'ADDRESS_COOLING')).toHaveLength(8);
});

test('an address that was paid counts as known a wait after the payment, not a minute', async () => {
  const { it } = server;
  const person = await rich(it);
  const { id } = (await pay(it, person, { to: stranger, amount: '10' })).body.data;
  await complete(it, id);
  expect((await it.get(`/transactions/${id}`, person)).body.data.status).toBe('completed');
  it.clock.advance(day - hour - 1);
  expect((await quote(it, person, { to: stranger, amount: '500' })).body.code).toBe('ADDRESS_COOLING');
  it.clock.advance(1);
  expect((await quote(it, person, { to: stranger, amount: '500' })).status).toBe(201);
  // Nor does the book tell a wait for it.
  const saved = await saveAddress(it, person, { label: 'A', address: stranger });
  expect(saved.body.data.usable_from).toBe(it.clock.now().toISOString());
  const other = await rich(it);
  expect((await quote(it, other, { to: stranger, amount: '500' })).body.code).toBe('ADDRESS_COOLING');
});

test('what was taken back makes nothing known and uses up nothing', async () => {
  const { it } = server;
  const person = await rich(it);
  const { id } = (await pay(it, person, { to: stranger, amount: '100' })).body.data;
  expect((await quote(it, person, { to: stranger, amount: '5' })).body.code).toBe('ADDRESS_COOLING');
  await idempotent(it, person, `/transactions/${id}/cancel`);
  expect((await quote(it, person, { to: stranger, amount: '100' })).status).toBe(201);
  it.clock.advance(2 * day);
  expect((await quote(it, person, { to: stranger, amount: '500' })).body.code).toBe('ADDRESS_COOLING');
});

test('the day rolls, and the payment of yesterday is out of it', async () => {
  const { it } = server;
  const person = await rich(it);
  await pay(it, person, { to: stranger, amount: '100' });
  it.clock.advance(day - hour);
  expect((await quote(it, person, { to: stranger, amount: '5' })).body.code).toBe('ADDRESS_COOLING');
  it.clock.advance(hour);
  expect((await quote(it, person, { to: stranger, amount: '100' })).status).toBe(201);
});

test('what has no price is never small', async () => {
  const { it } = server;
  const person = await register(it);
  const [{ count }] = (await it.database.query<{ count: string }>(
    "SELECT count(*) AS count FROM rates WHERE pair = 'STO/USDT'",
  )) as [{ count: string }];
  expect(count).toBe('0');
  await fund(it, person, 'STO', '1000');
  const request = { token: 'STO', to: stranger } as const;
  for (const amount of ['1', 'max']) {
    expect((await quote(it, person, { ...request, amount })).body.code).toBe('ADDRESS_COOLING');
  }
  await saveLongAgo(it.database, person, stranger);
  expect((await quote(it, person, { ...request, amount: '1' })).status).toBe(201);
});

test('a saved address that another account’s looks like trusts nobody before its time, and other accounts do not wait', async () => {
  const { it } = server;
  const [person, payee] = [await rich(it), await remembered(it, await register(it))];
  await saveAddress(it, person, { label: 'A', address: outside.toLowerCase() });
  const alike = `0xfb69${'1'.repeat(32)}d359`;
  await saveAddress(it, person, { label: 'B', address: alike });
  expect((await quote(it, person, { to: alike })).body.data.recipient.looks_like).toBe(outside);
  it.clock.advance(day);
  expect((await quote(it, person, { to: alike })).body.data.recipient.looks_like).toBeNull();
  const paid = await pay(it, person, { to: await addressOf(it, payee), amount: '2500' });
  expect(paid.body.data.status).toBe('completed');
});

test('the book tells no wait for an account’s address, unless only saved addresses may be paid', async () => {
  const { it } = server;
  const [person, payee] = [await rich(it), await remembered(it, await register(it))];
  const saved = await saveAddress(it, person, { label: 'Here', address: await addressOf(it, payee) });
  expect(saved.body.data.usable_from).toBe(saved.body.data.created_at);
  await saveAddress(it, person, { label: 'There', address: stranger });
  const waits = async () => {
    const { addresses } = (await it.get('/addresses', person)).body.data;
    return Object.fromEntries(
      addresses.map(({ label, created_at, usable_from }: SavedAddress) => [
        label,
        Date.parse(usable_from) - Date.parse(created_at),
      ]),
    );
  };
  expect(await waits()).toMatchObject({ Here: 0, There: day });
  const { token, password } = person;
  const proof = await proofBy(it, token, { method: 'password', password }, 'security');
  expect((await it.put('/security/settings', { allow_list_only: true }, proof)).status).toBe(200);
  expect(await waits()).toMatchObject({ Here: day, There: day });
});
