import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { addressOf, balance, fund, outside, pay, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { imitation, link, list } from '../../support/tokens.ts';

const server = testServer();

beforeAll(async () => {
  if (!hasEngine()) return;
  await list(server.it, link);
  await list(server.it, imitation);
});

async function expectClean() {
  expect((await server.it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('a further token is held, sent to somebody who never added it, and withdrawn by its own terms', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'LINK', '10');
  it.clock.advance(1);
  // Any address of a person takes any token of the network.
  const to = await addressOf(it, payee, 'ZST');
  const sent = await pay(it, payer, { token: 'LINK', amount: '2.5', to });
  expect(sent.body.data).toMatchObject({ status: 'completed', token: 'LINK', amount: '2.5', fee: '0' });
  expect(await balance(it, payee, 'LINK')).toEqual({ total: '2.5', available: '2.5', pending: '0' });

  const asked = await quote(it, payer, { kind: 'withdraw', token: 'LINK', amount: '0.9' });
  expect(asked.body.code).toBe('AMOUNT_TOO_SMALL');
  it.clock.advance(1);
  const left = await pay(it, payer, { token: 'LINK', amount: '1', to: outside });
  expect(left.body.data).toMatchObject({ status: 'pending', amount: '1', fee: '0.1', total: '1.1' });
  await it.operator('POST', '/withdrawals/approve', { id: left.body.data.id });
  await it.settle();
  it.clock.advance(5_000);
  await it.settle();
  expect(await balance(it, payer, 'LINK')).toEqual({ total: '6.4', available: '6.4', pending: '0' });
  const history = await it.get('/transactions?token=LINK', { token: payer.token });
  expect(history.body.data).toMatchObject([
    { kind: 'send', status: 'completed', total: '1.1' },
    { kind: 'send', status: 'completed', total: '2.5' },
    { kind: 'deposit', amount: '10' },
  ]);
  await expectClean();
});

test('an imitation is never the token that it calls itself', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT.4FABB1', '500');
  expect(await balance(it, person, 'USDT')).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await balance(it, person, 'USDT.4FABB1')).toMatchObject({ total: '500' });
  const wallet = await it.get('/wallet', { token: person.token });
  expect(wallet.body.data.total).toBe('0');
  const request = { from: 'USDT.4FABB1', to: 'ZST', pay: '5' };
  const exchange = await it.post('/exchange/quotes', request, { token: person.token });
  expect(exchange.body.fields).toEqual({ from: 'format' });
  const quoted = await quote(it, person, { token: 'USDT', amount: '10' });
  expect(quoted.body.code).toBe('INSUFFICIENT_BALANCE');
  await expectClean();
});

test('a further token is worth something once it has a price, and cannot take the sums away before', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'LINK', '4');
  await fund(it, person, 'USDT', '10');
  const before = await it.get('/wallet', { token: person.token });
  expect(before.body.data).toMatchObject({ total: '10', available: '10' });
  expect(before.body.data.tokens[3]).toMatchObject({ symbol: 'LINK', price: null, value: null });
  await it.operator('POST', '/rates', { pair: 'LINK/USDT', rate: '12.5' });
  const after = await it.get('/wallet', { token: person.token });
  expect(after.body.data).toMatchObject({ total: '60' });
  expect(after.body.data.tokens[3]).toMatchObject({ symbol: 'LINK', price: '12.5', value: '50' });
});

test('an address for a further token names its contract', async () => {
  const { it } = server;
  const { token } = await register(it);
  const { status, body } = await it.post('/wallet/addresses', { token: 'LINK' }, { token });
  expect(status).toBe(201);
  expect(body.data.uri).toMatch(
    /^ethereum:0x514910771AF9Ca656af840dff83E8264EcF986CA@1337\/transfer\?address=0x[0-9a-fA-F]{40}$/,
  );
  expect((await it.get('/wallet/addresses', { token })).body.data).toEqual([body.data]);
});

test.each([
  ['/wallet/addresses', { token: 'DOGE' }],
  ['/transactions/quotes', { kind: 'send', token: 'DOGE', amount: '1', to: outside }],
])('%s with a token that is not listed is refused', async (path, body) => {
  const { token } = await register(server.it);
  const answer = await server.it.post(path, body, { token });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', fields: { token: 'format' } },
  });
});
