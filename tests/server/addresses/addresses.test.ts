import { expect, test } from 'vitest';
import { createLog } from '../../../server/http/log.ts';
import { createServer } from '../../../server/server.ts';
import { operatorToken, register, testServer } from '../../support/server.ts';

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
      uri: `ethereum:0x9029a190e2D6409986B3C9E58f21BAF1e61fe348@1337/transfer?address=${address}`,
    });
  }
  expect((await it.get('/wallet/addresses', { token })).body.data).toEqual([first?.body.data]);
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

test('a frozen person gets no new address and reads the old ones', async () => {
  const { it } = server;
  const { token, email } = await register(it);
  await it.post('/wallet/addresses', { token: 'ZST' }, { token });
  await it.operator('POST', '/accounts/freeze', { email });
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
    operatorToken,
    appUrl: 'http://localhost:3000',
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
