import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { addressOf, fund, type Person } from '../../support/payments.ts';
import { openTestServer, publicChain, register, testServer } from '../../support/server.ts';
import { imitation, link, list } from '../../support/tokens.ts';

const server = testServer();

beforeAll(async () => {
  if (!hasEngine()) return;
  await list(server.it, link);
  await list(server.it, imitation);
});

async function found({ token }: Person, q = ''): Promise<string[]> {
  const { body } = await server.it.get(`/tokens${q && `?q=${encodeURIComponent(q)}`}`, { token });
  return body.data.map(({ symbol }: { symbol: string }) => symbol);
}

async function shown({ token }: Person): Promise<string[]> {
  const { body } = await server.it.get('/wallet', { token });
  return body.data.tokens.map(({ symbol }: { symbol: string }) => symbol);
}

const add = ({ token }: Person, symbol: unknown) => server.it.post('/wallet/tokens', { symbol }, { token });
const hide = ({ token }: Person, symbol: string) => server.it.delete(`/wallet/tokens/${symbol}`, { token });

test('the catalogue tells everything about each token, and what shares a ticker', async () => {
  const person = await register(server.it);
  const { body } = await server.it.get('/tokens', { token: person.token });
  expect(body.data).toHaveLength(5);
  expect(body.data[2]).toEqual({
    symbol: 'USDT',
    ticker: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    network: 'Zesto Demo',
    contract_address: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    explorer_url: null,
    issuer: 'Tether',
    same_ticker: true,
    added: true,
    hidden: false,
    in_use: false,
  });
  expect(body.data[3]).toMatchObject({ symbol: 'LINK', same_ticker: false, added: false, hidden: false });
  expect(body.data[4]).toMatchObject({
    symbol: 'USDT.4FABB1',
    ticker: 'USDT',
    decimals: 8,
    contract_address: '0x4Fabb145d64652a948d72533023f6E7A623C7C53',
    issuer: null,
    same_ticker: true,
    added: false,
  });
});

test('a token has a page in the explorer of its chain', async () => {
  const it = await openTestServer({
    database: server.it.database,
    chain: publicChain({ explorerUrl: 'https://explorer.example/main' }),
  });
  const person = await register(it);
  const { body } = await it.get('/tokens?q=tether', { token: person.token });
  expect(body.data[0].explorer_url).toBe(
    'https://explorer.example/main/token/0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
  );
});

test.each([
  ['lin', ['LINK']],
  ['TETHER', ['USDT', 'USDT.4FABB1']],
  ['0x514910771af9ca656af840dff83e8264ecf986ca', ['LINK']],
  ['9FE46736', ['USDT']],
  ['%', []],
  ['nothing like it', []],
])('looking for "%s" finds %j', async (q, symbols) => {
  expect(await found(await register(server.it), q)).toEqual(symbols);
});

test('a token is added, hidden and added again; twice is as once', async () => {
  const person = await register(server.it);
  const added = await add(person, 'LINK');
  expect(added.status).toBe(201);
  expect(added.body.data).toMatchObject({ symbol: 'LINK', added: true, hidden: false, in_use: false });
  expect((await add(person, 'LINK')).status).toBe(201);
  expect(await shown(person)).toEqual(['ZST', 'STO', 'USDT', 'LINK']);
  expect((await hide(person, 'LINK')).status).toBe(204);
  expect((await hide(person, 'LINK')).status).toBe(204);
  expect(await shown(person)).toEqual(['ZST', 'STO', 'USDT']);
  const { body } = await server.it.get('/tokens?q=LINK', { token: person.token });
  expect(body.data).toMatchObject([{ symbol: 'LINK', added: false, hidden: true }]);
  await add(person, 'LINK');
  expect(await shown(person)).toEqual(['ZST', 'STO', 'USDT', 'LINK']);
});

test('a new token in a wallet has no price, which leaves the sums known', async () => {
  const person = await register(server.it);
  await add(person, 'USDT.4FABB1');
  const { body } = await server.it.get('/wallet', { token: person.token });
  expect(body.data.total).toBe('0');
  expect(body.data.tokens[3]).toEqual({
    symbol: 'USDT.4FABB1',
    name: 'Tether USD',
    decimals: 8,
    total: '0',
    available: '0',
    pending: '0',
    frozen: '0',
    price: null,
    price_as_of: null,
    price_is_old: false,
    value: null,
    change_24h: null,
    withdrawals_enabled: true,
    minimum_withdrawal: '1',
    withdrawal_fee: '0.1',
    maximum_payment: '1000',
    contract: { chain_id: 1337, address: '0x4Fabb145d64652a948d72533023f6E7A623C7C53' },
  });
});

test('the tokens from the start can be hidden while they are empty, and money brings them back', async () => {
  const person = await register(server.it);
  expect((await hide(person, 'STO')).status).toBe(204);
  expect(await shown(person)).toEqual(['ZST', 'USDT']);
  await fund(server.it, person, 'STO', '0.000000000000000001');
  expect(await shown(person)).toEqual(['ZST', 'STO', 'USDT']);
  const refused = await hide(person, 'STO');
  expect(refused).toMatchObject({ status: 409, body: { code: 'BALANCE_NOT_ZERO' } });
  const { body } = await server.it.get('/tokens', { token: person.token });
  expect(body.data[1]).toMatchObject({ symbol: 'STO', in_use: true });
});

test('a token stays while a deposit of it is on its way', async () => {
  const person = await register(server.it);
  await add(person, 'LINK');
  const to = await addressOf(server.it, person, 'LINK');
  const id = '0b1c2d3e-0000-4000-8000-000000000001';
  await server.it.operator('POST', '/network/deposits', { id, to, token: 'LINK', amount: '2' });
  await server.it.settle();
  expect(await hide(person, 'LINK')).toMatchObject({ status: 409, body: { code: 'BALANCE_NOT_ZERO' } });
  const { body } = await server.it.get('/tokens?q=LINK', { token: person.token });
  expect(body.data).toMatchObject([{ symbol: 'LINK', in_use: true }]);
});

test.each([
  ['DOGE', 404, 'NOT_FOUND', undefined],
  ['', 422, 'VALIDATION_FAILED', { symbol: 'required' }],
  ['link', 422, 'VALIDATION_FAILED', { symbol: 'format' }],
  ["'; DROP", 422, 'VALIDATION_FAILED', { symbol: 'format' }],
  [7, 422, 'VALIDATION_FAILED', { symbol: 'required' }],
])('adding %j is refused', async (symbol, status, code, fields) => {
  const answer = await add(await register(server.it), symbol);
  expect(answer.status).toBe(status);
  expect(answer.body.code).toBe(code);
  expect(answer.body.fields).toEqual(fields);
});

test('hiding what is not listed is NOT_FOUND, and a frozen person changes nothing', async () => {
  const person = await register(server.it);
  expect((await hide(person, 'DOGE')).body.code).toBe('NOT_FOUND');
  await server.it.operator('POST', '/accounts/freeze', { email: person.email });
  expect((await hide(person, 'STO')).body.code).toBe('ACCOUNT_BLOCKED');
  expect((await add(person, 'LINK')).body.code).toBe('ACCOUNT_BLOCKED');
});

test('what one person adds or hides is nobody else’s', async () => {
  const [one, other] = [await register(server.it), await register(server.it)];
  await add(one, 'LINK');
  await hide(one, 'ZST');
  expect(await shown(other)).toEqual(['ZST', 'STO', 'USDT']);
});

test.each([
  [{ ...link }, { contract: 'taken' }],
  [{ ...link, contract: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0' }, { contract: 'taken' }],
  [{ ...link, ticker: 'L K' }, { ticker: 'format' }],
  [{ ...link, decimals: 31 }, { decimals: 'too_large' }],
  [{ ...link, decimals: 1.5 }, { decimals: 'format' }],
  [{ ...link, minimum: '5', maximum: '4' }, { maximum: 'too_small' }],
  [{ ...link, contract: '0x514910771aF9Ca656af840dff83E8264EcF986CA' }, { contract: 'checksum' }],
  [{ ...link, decimals: 2, fee: '0.001' }, { fee: 'too_many_decimals' }],
])('listing is refused by its field: %#', async (token, fields) => {
  const { status, body } = await server.it.operator('POST', '/tokens', token);
  expect(status).toBe(422);
  expect(body.fields).toEqual(fields);
});

test('the table and the contract agree on our own tokens', async () => {
  const rows = await server.it.database.query(
    'SELECT symbol, name, decimals FROM tokens WHERE is_from_start ORDER BY number',
  );
  expect(rows).toEqual([
    { symbol: 'ZST', name: 'Zesto', decimals: 18 },
    { symbol: 'STO', name: 'Stone', decimals: 18 },
    { symbol: 'USDT', name: 'Tether USD', decimals: 6 },
  ]);
});
