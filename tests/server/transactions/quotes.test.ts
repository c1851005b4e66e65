import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addressOf,
  balance,
  fund,
  idempotent,
  outside,
  type Person,
  pay,
  payProven,
  quote,
} from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

let made: Promise<Person> | undefined;

/** Somebody with 100 USDT who never comes to spend them. */
function anybody(): Promise<Person> {
  made ??= register(server.it).then(async (person) => {
    await fund(server.it, person, 'USDT', '100');
    return person;
  });
  return made;
}

test('a quote says what a payment costs, whom it reaches, and until when', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { status, body } = await quote(it, person, { kind: 'withdraw', to: outside.toLowerCase() });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.any(String),
    kind: 'withdraw',
    token: 'USDT',
    amount: '10',
    fee: { amount: '1.25', token: 'USDT' },
    fee_basis: { kind: 'fixed', reason: null, network: null },
    total: '11.25',
    to: outside,
    recipient: {
      ...{ known: false, is_account: false, first_time: true, looks_like: null },
      ...{ label: 'Saved', usable_from: null, allowance: null, person: null },
    },
    minimum: '5',
    maximum: '98.75',
    limits: {
      verified: false,
      day: { limit: '5000', used: '0', left: '5000', more_at: null },
      month: { limit: '10000', used: '0', left: '10000', more_at: null },
    },
    factor_advised: true,
    expires_at: new Date(it.clock.now().getTime() + 60_000).toISOString(),
  });
});

test.each([
  [outside, '98.75', '1.25', '100'],
  ['an account', '100', '0', '100'],
])('the most that can be paid to %s is what is available less the fee', async (to, amount, fee, total) => {
  const [payer, payee] = [await anybody(), await register(server.it)];
  const answer = await quote(server.it, payer, {
    amount: 'max',
    to: to === outside ? outside : await addressOf(server.it, payee),
  });
  expect(answer.body.data).toMatchObject({ amount, total, fee: { amount: fee, token: 'USDT' } });
});

test('without a kind, whom it reaches decides: an address outside is withdrawn to, an account is sent to', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const kindTo = async (to: string) => (await quote(it, payer, { kind: undefined, to })).body.data.kind;
  expect([await kindTo(outside), await kindTo(await addressOf(it, payee))]).toEqual(['withdraw', 'send']);
  const left = await quote(it, payer, { kind: undefined });
  const asked = { quote_id: left.body.data.id };
  expect((await idempotent(it, payer, '/transactions/send', asked)).body.code).toBe('NOT_FOUND');
  const paid = await payProven(it, payer, '/transactions/withdraw', asked);
  expect(paid.body.data).toMatchObject({ kind: 'withdraw', status: 'pending' });
  for (const kind of ['', 'SEND', null, ['send']]) {
    const answer = await quote(it, payer, { kind: kind as never });
    expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_FAILED']);
  }
});

test('the most of a balance that does not cover the fee is too little to pay', async () => {
  const payer = await register(server.it);
  await fund(server.it, payer, 'USDT', '1');
  const answer = await quote(server.it, payer, { amount: 'max' });
  expect([answer.status, answer.body.code, answer.body.fields]).toEqual([
    422,
    'AMOUNT_TOO_SMALL',
    { amount: 'too_small' },
  ]);
});

test('the maximum is exact to the last unit: it can be paid, and leaves nothing', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'ZST', '1000.000000000000000001');
  const first = await quote(it, person, { token: 'ZST', amount: '10' });
  expect(first.body.data.maximum).toBe('999.500000000000000001');
  const over = await quote(it, person, { token: 'ZST', amount: '999.500000000000000002' });
  expect(over.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', fields: { amount: 'insufficient' } });
  const paid = await pay(it, person, { token: 'ZST', amount: '999.500000000000000001' });
  expect(paid.body.data).toMatchObject({ status: 'pending', total: '1000.000000000000000001' });
  expect(await balance(it, person, 'ZST')).toMatchObject({ available: '0' });
});

test.each([
  ['0', 'AMOUNT_TOO_SMALL', 'too_small'],
  ['-1', 'AMOUNT_TOO_SMALL', 'too_small'],
  ['4.999999', 'AMOUNT_TOO_SMALL', 'too_small'],
  ['0.0000001', 'VALIDATION_FAILED', 'too_many_decimals'],
  ['100', 'INSUFFICIENT_BALANCE', 'insufficient'],
  ['1000000.000001', 'AMOUNT_TOO_LARGE', 'too_large'],
  [`1${'0'.repeat(30)}`, 'AMOUNT_TOO_LARGE', 'too_large'],
  ['9'.repeat(60), 'AMOUNT_TOO_LARGE', 'too_large'],
  ['9'.repeat(61), 'VALIDATION_FAILED', 'too_long'],
  [`0.${'0'.repeat(60_000)}1`, 'VALIDATION_FAILED', 'too_long'],
  ['1e5', 'VALIDATION_FAILED', 'format'],
  ['١٢', 'VALIDATION_FAILED', 'format'],
  ['1,234.5', 'VALIDATION_FAILED', 'format'],
  ['', 'VALIDATION_FAILED', 'required'],
  [10, 'VALIDATION_FAILED', 'required'],
])('an amount of %j is refused by its field', async (amount, code, rule) => {
  const { it } = server;
  const person = await anybody();
  const { status, body } = await quote(it, person, { amount });
  expect({ status, code: body.code, fields: body.fields }).toEqual({
    status: 422,
    code,
    fields: { amount: rule },
  });
});

test.each([
  ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ADDRESS_INVALID', 'checksum'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'ADDRESS_INVALID', 'format'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'ADDRESS_INVALID', 'format'],
  [`0x${'0'.repeat(40)}`, 'ADDRESS_INVALID', 'format'],
  ['', 'VALIDATION_FAILED', 'required'],
  ['0x1234567', 'VALIDATION_FAILED', 'too_short'],
  ['0'.repeat(255), 'VALIDATION_FAILED', 'too_long'],
  ['0x5aAeb6053F3E94C9\u0000b9A09f33669435E7Ef1BeAed', 'VALIDATION_FAILED', 'characters'],
])('an address %j is refused by its field', async (to, code, rule) => {
  const { it } = server;
  const person = await anybody();
  const { body } = await quote(it, person, { to });
  expect(body).toMatchObject({ status: 422, code, fields: { to: rule } });
});

test('nobody pays to the contract of a token, nor saves its address', async () => {
  const { it } = server;
  const person = await anybody();
  const { data } = (await it.get('/tokens', person)).body;
  const contracts = data.map((token: { contract_address: string }) => token.contract_address);
  expect(contracts.length).toBeGreaterThan(2);
  for (const to of contracts) {
    const { body } = await quote(it, person, { to: to.toLowerCase() });
    expect(body).toMatchObject({ status: 422, code: 'ADDRESS_INVALID', fields: { to: 'contract' } });
    const saved = await it.post('/addresses', { label: 'Token', address: to }, person);
    expect(saved.body).toMatchObject({ code: 'ADDRESS_INVALID', fields: { address: 'contract' } });
  }
});

test('nobody pays to an address of their own, whatever its token', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const { body } = await quote(it, person, { to: await addressOf(it, person, 'ZST') });
  expect(body).toMatchObject({ code: 'ADDRESS_INVALID', fields: { to: 'own' } });
});

test('an address of an account costs nothing, may be paid the smallest unit, and is known', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const to = await addressOf(it, payee);
  const { body } = await quote(it, payer, { to, amount: '0.000001' });
  expect(body.data).toMatchObject({
    fee: { amount: '0', token: 'USDT' },
    minimum: '0.000001',
    maximum: '100',
    recipient: { known: true, is_account: true, first_time: true, looks_like: null },
  });
});

test('whom one has paid is known, and one who looks alike is told apart from them', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  await pay(it, person, { to: outside });
  const again = await quote(it, person, { to: outside });
  expect(again.body.data.recipient).toEqual({
    known: true,
    is_account: false,
    first_time: false,
    looks_like: null,
    label: 'Saved',
    usable_from: null,
    allowance: null,
    person: null,
  });
  const alike = `0xfb69${'1'.repeat(32)}d359`;
  const other = `0xfb69${'1'.repeat(32)}d358`;
  const oneOff = [5, 20, 41].map((at) => {
    const text = outside.toLowerCase();
    return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
  });
  const poisoned = await quote(it, person, { to: alike });
  expect(poisoned.body.data.recipient).toEqual({
    known: false,
    is_account: false,
    first_time: true,
    looks_like: outside,
    person: null,
    label: null,
    usable_from: '2026-11-21T09:00:00.000Z',
    allowance: { limit: '100', left: '100' },
  });
  expect((await quote(it, person, { to: other })).body.data.recipient.looks_like).toBeNull();
  for (const to of oneOff)
    expect((await quote(it, person, { to })).body.data.recipient.looks_like, to).toBe(outside);
  expect((await quote(it, person, { to: outside.toLowerCase() })).body.data.recipient.looks_like).toBeNull();
});

test('a payment that came to nothing makes nobody known', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const paid = await pay(it, person, { to: outside });
  await idempotent(it, person, `/transactions/${paid.body.data.id}/cancel`);
  const again = await quote(it, person, { to: outside });
  expect(again.body.data.recipient).toMatchObject({ known: false, first_time: true });
});

test('a quote is good one tick before its end, and over at it', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const [early, late] = [await quote(it, person), await quote(it, person)];
  it.clock.advance(59_999);
  const paid = await idempotent(it, person, '/transactions/send', { quote_id: early.body.data.id });
  expect(paid.status).toBe(201);
  it.clock.advance(1);
  const over = await idempotent(it, person, '/transactions/send', { quote_id: late.body.data.id });
  expect(over).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
  expect(await balance(it, person)).toEqual({ total: '100', available: '88.75', pending: '11.25' });
});

test('a quote is good once, for its own call, and for nobody else', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  await fund(it, person, 'USDT', '100');
  await fund(it, other, 'USDT', '100');
  const quote_id = (await quote(it, person)).body.data.id;
  const foreign = await idempotent(it, other, '/transactions/send', { quote_id });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  const asWithdrawal = await idempotent(it, person, '/transactions/withdraw', { quote_id });
  expect(asWithdrawal).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  const made = await Promise.all(
    Array.from({ length: 6 }, () => idempotent(it, person, '/transactions/send', { quote_id })),
  );
  expect(made.map(({ status, body }) => (status === 201 ? 'done' : body.code)).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'QUOTE_USED'),
    'done',
  ]);
  const nonsense = await idempotent(it, person, '/transactions/send', { quote_id: randomUUID() });
  expect(nonsense.body.code).toBe('NOT_FOUND');
});

test('a frozen person is quoted nothing and pays nothing', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const quoted = await quote(it, person);
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  const answers = [
    await quote(it, person),
    await idempotent(it, person, '/transactions/send', { quote_id: quoted.body.data.id }),
    await idempotent(it, person, `/transactions/${randomUUID()}/cancel`),
  ];
  for (const { status, body } of answers) {
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'ACCOUNT_BLOCKED' });
  }
});
