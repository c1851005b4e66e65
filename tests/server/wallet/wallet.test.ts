import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { placeHold } from '../../../server/ledger/holds.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const hour = 3_600_000;

async function setRate(pair: string, rate: string, hoursAgo: number) {
  await server.it.database.query('INSERT INTO rates (pair, rate, at) VALUES ($1, $2, $3)', [
    pair,
    rate,
    new Date(serverStart.getTime() - hoursAgo * hour),
  ]);
}

async function deposit(email: string, token: string, amount: string) {
  const answer = await server.it.operator('POST', '/deposits', { id: randomUUID(), email, token, amount });
  expect(answer.status).toBe(201);
}

beforeEach(async ({ task }) => {
  if (task.result?.state !== 'skip') await server.it.database.query('DELETE FROM rates');
});

test('a new wallet is empty, which is known without any price', async () => {
  const { token } = await register(server.it);
  const { body } = await server.it.get('/wallet', { token });
  const nothing = { total: '0', available: '0', pending: '0', frozen: '0' };
  const noPrice = { price: null, price_as_of: null, price_is_old: false, value: null, change_24h: null };
  const catalogue = await server.it.get('/tokens', { token });
  const on = (sought: string) => {
    const listed = catalogue.body.data.find(({ symbol }: { symbol: string }) => symbol === sought);
    return { chain_id: 1337, address: listed.contract_address };
  };
  expect(body.data).toEqual({
    currency: 'USDT',
    ...nothing,
    as_of: serverStart.toISOString(),
    limits: {
      verified: false,
      day: { limit: '5000', used: '0', left: '5000', more_at: null },
      month: { limit: '10000', used: '0', left: '10000', more_at: null },
    },
    tokens: [
      {
        symbol: 'ZST',
        name: 'Zesto',
        decimals: 18,
        ...nothing,
        ...noPrice,
        withdrawals_enabled: true,
        minimum_withdrawal: '10',
        withdrawal_fee: '0.5',
        maximum_payment: '10000000',
        contract: on('ZST'),
      },
      {
        symbol: 'STO',
        name: 'Stone',
        decimals: 18,
        ...nothing,
        ...noPrice,
        withdrawals_enabled: true,
        minimum_withdrawal: '1',
        withdrawal_fee: '0.05',
        maximum_payment: '1000000',
        contract: on('STO'),
      },
      {
        symbol: 'USDT',
        name: 'Tether USD',
        decimals: 6,
        ...nothing,
        price: '1',
        price_as_of: '2026-11-20T09:00:00.000Z',
        price_is_old: false,
        value: '0',
        change_24h: '0',
        withdrawals_enabled: true,
        minimum_withdrawal: '5',
        withdrawal_fee: '1.25',
        maximum_payment: '1000000',
        contract: on('USDT'),
      },
    ],
  });
});

test('balances, holds, prices and sums of a lively wallet', async () => {
  const { token, email, id } = await register(server.it);
  await setRate('ZST/USDT', '0.20', 30);
  await setRate('ZST/USDT', '0.21', 2);
  await setRate('STO/USDT', '3.333333', 24);
  await setRate('STO/USDT', '3', 0);
  await deposit(email, 'ZST', '1000.000000000000000001');
  await deposit(email, 'STO', '7');
  await deposit(email, 'USDT', '50.5');
  const since = new Date('2026-11-19T08:00:00.000Z');
  const operationId = randomUUID();
  await server.it.database.transaction(async (query) => {
    const hold = { ownerId: id, since, operationId };
    await placeHold(query, {
      ...hold,
      id: randomUUID(),
      token: 'USDT',
      amount: 20_000_000n,
      kind: 'withdrawal',
      until: null,
    });
    await placeHold(query, {
      ...hold,
      id: randomUUID(),
      token: 'ZST',
      amount: 100n * 10n ** 18n,
      kind: 'review',
      until: new Date('2026-11-25T08:00:00.000Z'),
    });
  });

  const { body } = await server.it.get('/wallet', { token });
  expect(body.data).toMatchObject({
    total: '281.5',
    available: '240.5',
    pending: '20',
    frozen: '21',
    tokens: [
      {
        symbol: 'ZST',
        total: '1000.000000000000000001',
        available: '900.000000000000000001',
        pending: '0',
        frozen: '100',
        price: '0.21',
        value: '210',
        change_24h: '5.00',
      },
      { symbol: 'STO', total: '7', available: '7', price: '3', value: '21', change_24h: '-9.99' },
      { symbol: 'USDT', total: '50.5', available: '30.5', pending: '20', value: '50.5', change_24h: '0' },
    ],
  });
  const holds = await server.it.get('/wallet/holds', { token });
  expect(holds.body.data).toHaveLength(2);
  expect(holds.body.data).toEqual(
    expect.arrayContaining([
      {
        token: 'USDT',
        amount: '20',
        kind: 'withdrawal',
        operation_id: operationId,
        since: since.toISOString(),
        until: null,
        confirmations: null,
      },
      {
        token: 'ZST',
        amount: '100',
        kind: 'review',
        operation_id: operationId,
        since: since.toISOString(),
        until: '2026-11-25T08:00:00.000Z',
        confirmations: null,
      },
    ]),
  );
});

test('values are rounded down, part by part', async () => {
  const { token, email } = await register(server.it);
  await setRate('STO/USDT', '0.333333333333333333', 0);
  await deposit(email, 'STO', '2');
  const { body } = await server.it.get('/wallet', { token });
  expect(body.data).toMatchObject({ total: '0.666666', available: '0.666666' });
});

test('while a token that somebody has is without a price, the sums are unknown and the others are not', async () => {
  const { token, email } = await register(server.it);
  await setRate('ZST/USDT', '0.25', 1);
  await deposit(email, 'STO', '1');
  await deposit(email, 'ZST', '4');
  const { body } = await server.it.get('/wallet', { token });
  expect(body.data).toMatchObject({ total: null, available: null, pending: null, frozen: null });
  expect(body.data.tokens).toMatchObject([
    { symbol: 'ZST', price: '0.25', value: '1', change_24h: null },
    { symbol: 'STO', total: '1', price: null, value: null, change_24h: null },
    { symbol: 'USDT', price: '1' },
  ]);
});

test('a rate of tomorrow is not the price of today', async () => {
  const { token } = await register(server.it);
  await setRate('STO/USDT', '3', 1);
  await setRate('STO/USDT', '9', -24);
  const { body } = await server.it.get('/wallet', { token });
  expect(body.data.tokens[1].price).toBe('3');
});

test('a frozen person sees everything, and all of it frozen, with the reason', async () => {
  const { token, email, id } = await register(server.it);
  await deposit(email, 'USDT', '80');
  const wallet = { token: 'USDT', amount: 30_000_000n, kind: 'withdrawal', until: null } as const;
  await placeHold(server.it.database.query, {
    ...wallet,
    id: randomUUID(),
    ownerId: id,
    operationId: null,
    since: serverStart,
  });
  await server.it.operator('POST', '/accounts/freeze', { email });
  const { body } = await server.it.get('/wallet', { token });
  expect(body.data).toMatchObject({ total: '80', available: '0', pending: '0', frozen: '80' });
  expect(body.data.tokens[2]).toMatchObject({
    total: '80',
    available: '0',
    pending: '0',
    frozen: '80',
    withdrawals_enabled: false,
  });
  const holds = await server.it.get('/wallet/holds', { token });
  expect(holds.body.data).toEqual([
    {
      token: 'USDT',
      amount: '80',
      kind: 'account_freeze',
      operation_id: null,
      since: serverStart.toISOString(),
      until: null,
      confirmations: null,
    },
  ]);

  await server.it.operator('POST', '/accounts/unfreeze', { email });
  const after = await server.it.get('/wallet', { token });
  expect(after.body.data).toMatchObject({ available: '50', pending: '30', frozen: '0' });
});

test('nobody sees somebody else’s money', async () => {
  const rich = await register(server.it);
  const poor = await register(server.it);
  await deposit(rich.email, 'USDT', '1000');
  const { body } = await server.it.get('/wallet', { token: poor.token });
  expect(body.data.total).toBe('0');
});
