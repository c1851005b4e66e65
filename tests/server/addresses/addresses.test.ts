import { mnemonicToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { demoNetwork } from '../../../server/demo/chain/network.ts';
import { createLog } from '../../../server/http/log.ts';
import { createServer } from '../../../server/server.ts';
import { testDecoder } from '../../support/decoder.ts';
import { fund, quote } from '../../support/payments.ts';
import { openTestServer, operatorToken, publicChain, register, testServer } from '../../support/server.ts';

const server = testServer();

test('a person’s address is the same on every call, also when eight arrive at once', async () => {
  const { it } = server;
  const { token } = await register(it);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => it.post('/wallet/addresses', { token: 'USDT' }, { token })),
  );
  const [first] = answers;
  expect(first?.status).toBe(201);
  const { address } = first?.body.data ?? {};
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  for (const { body } of answers) {
    expect(body.data).toEqual({
      token: 'USDT',
      network: 'Zesto Demo',
      address,
      uri: `ethereum:0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0@1337/transfer?address=${address}`,
      chain: null,
      minimum_deposit: null,
      confirmations_needed: null,
    });
  }
  expect((await it.get('/wallet/addresses', { token })).body.data).toEqual([first?.body.data]);
});

test('over a chain an address tells the least deposit, and how many confirmations one needs', async () => {
  const it = await openTestServer({
    database: server.it.database,
    chain: publicChain(),
  });
  const { token } = await register(it);
  const { body } = await it.post('/wallet/addresses', { token: 'USDT' }, { token });
  expect(body.data).toMatchObject({ minimum_deposit: '1.25', confirmations_needed: 12 });
  await it.post('/wallet/addresses', { token: 'ZST' }, { token });
  expect((await it.get('/wallet/addresses', { token })).body.data).toMatchObject([
    { token: 'USDT', minimum_deposit: '1.25', confirmations_needed: 12 },
    { token: 'ZST', minimum_deposit: '0.5', confirmations_needed: 12 },
  ]);
});

test('a token that costs nothing to leave has no least deposit', async () => {
  const { it: own } = server;
  await own.operator('POST', '/tokens', {
    ...{
      ticker: 'FREE',
      name: 'Free',
      issuer: null,
      decimals: 8,
      contract: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
    },
    ...{ minimum: '1', fee: '0', maximum: '1000' },
  });
  const it = await openTestServer({ database: own.database, chain: publicChain({ confirmations: 1 }) });
  const { token } = await register(it);
  const { body } = await it.post('/wallet/addresses', { token: 'FREE' }, { token });
  expect(body.data).toMatchObject({ token: 'FREE', minimum_deposit: null, confirmations_needed: 1 });
});

test('no two are the same, and the key’s numbers are used without a gap', async () => {
  const { it } = server;
  const people = await Promise.all(Array.from({ length: 6 }, () => register(it)));
  const answers = await Promise.all(
    people.flatMap(({ token }) =>
      ['ZST', 'STO', 'ZST'].map((symbol) => it.post('/wallet/addresses', { token: symbol }, { token })),
    ),
  );
  const made = new Set(answers.map(({ body }) => body.data.address));
  expect(made.size).toBe(12);
  const [{ rows, used }] = (await it.database.query<{ rows: string; used: number }>(
    'SELECT (SELECT count(*) FROM deposit_addresses) AS rows, (SELECT used FROM deposit_keys) AS used',
  )) as [{ rows: string; used: number }];
  expect(used).toBe(Number(rows));
});

test('a frozen person gets no new address and is told the old ones', async () => {
  const { it } = server;
  const { token, email } = await register(it);
  const made = await it.post('/wallet/addresses', { token: 'ZST' }, { token });
  await it.operator('POST', '/accounts/freeze', { email });
  const again = await it.post('/wallet/addresses', { token: 'ZST' }, { token });
  expect(again).toMatchObject({ status: 201, body: made.body });
  const refused = await it.post('/wallet/addresses', { token: 'STO' }, { token });
  expect(refused).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } });
  expect((await it.get('/wallet/addresses', { token })).body.data).toHaveLength(1);
});

test('an unknown token has none', async () => {
  const { token } = await register(server.it);
  const answer = await server.it.post('/wallet/addresses', { token: 'BTC' }, { token });
  expect(answer).toMatchObject({ status: 422, body: { fields: { token: 'format' } } });
});

test('a server without a network makes none and says that it cannot', async () => {
  const bare = createServer({
    database: server.it.database,
    clock: server.it.clock,
    log: createLog('silent'),
    files: server.it.files,
    decoder: testDecoder,
    operatorToken,
    appUrl: 'http://localhost:3000',
    operatorUrl: () => 'http://localhost:3001',
  });
  const { token } = await register(server.it);
  const ask = (method: string, body?: string) =>
    bare.fetch(
      new Request('http://localhost:3000/api/web-app/wallet/addresses', {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body } : {}),
      }),
    );
  expect((await ask('POST', '{"token":"USDT"}')).status).toBe(503);
  expect(await (await ask('GET')).json()).toEqual({ data: [] });
});

test('what a wallet needs to pay by itself is told of a chain that is followed', async () => {
  const chain = publicChain({ rpcUrl: 'https://rpc.example.com', nativeCurrency: 'POL' });
  const following = await openTestServer({ database: server.it.database, chain });
  const { token } = await register(server.it);
  const made = await following.post('/wallet/addresses', { token: 'USDT' }, { token });
  expect(made.body.data.chain).toEqual({
    id: 1337,
    contract: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
    ticker: 'USDT',
    decimals: 6,
    native_currency: 'POL',
    rpc_url: 'https://rpc.example.com',
    explorer_url: null,
  });
  expect((await following.get('/wallet/addresses', { token })).body.data).toEqual([made.body.data]);
});

test('another key of the settings gives everybody new addresses, and the first key its own again', async () => {
  const { database } = server.it;
  const words = 'test test test test test test test test test test test junk';
  const xpub = mnemonicToAccount(words, { path: "m/44'/60'/2'" }).getHdKey().publicExtendedKey;
  const before = server.it;
  const after = await openTestServer({ database, network: { ...demoNetwork, xpub } });
  const { token } = await register(before);
  const ask = async (it: typeof before) =>
    (await it.post('/wallet/addresses', { token: 'USDT' }, { token })).body.data.address as string;
  const shown = async (it: typeof before) =>
    (await it.get('/wallet/addresses', { token })).body.data.map(
      ({ address }: { address: string }) => address,
    );

  const first = await ask(before);
  expect(await shown(after)).toEqual([]);
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask(after)));
  const [second] = asked;
  expect(new Set(asked).size).toBe(1);
  expect(second).not.toBe(first);
  expect(await shown(after)).toEqual([second]);

  const payer = await register(before);
  await fund(before, payer, 'USDT', '100');
  for (const to of [first, second]) {
    const { body } = await quote(before, payer, { to });
    expect(body.data.recipient).toMatchObject({ is_account: true });
  }
  expect(await ask(before)).toBe(first);
  expect(await shown(before)).toEqual([first]);
});
