import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', '0.25');
  await setRate(server.it, 'STO/USDT', '3.4');
});

/** Somebody with deposits of USDT and STO who has exchanged USDT for ZST. */
async function exchanger() {
  const { it } = server;
  const person = await richPerson(it, { USDT: '250', STO: '5' });
  const quote = await quoteFor(it, person.token, { from: 'USDT', to: 'ZST', pay: '100' });
  const { body } = await exchangeBy(it, person.token, quote.id);
  return { token: person.token, exchange: body.data };
}

const both = {
  from: 'USDT',
  to: 'ZST',
  pay: '100',
  receive: '397.204',
  rate: '3.98',
  fee: { amount: '0.2', token: 'USDT' },
};

async function lines(token: string, search = '') {
  return (await server.it.get(`/transactions${search}`, { token })).body;
}

test('a line of the history tells both sides of an exchange, in the list and by its id', async () => {
  const { token, exchange } = await exchanger();
  const { data } = await lines(token, '?kind=exchange');
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ id: exchange.id, token: 'USDT', total: '100', exchange: both });
  const { body } = await server.it.get(`/transactions/${exchange.id}`, { token });
  expect(body.data.exchange).toEqual(both);
  const deposits = await lines(token, '?kind=deposit');
  expect(deposits.data.map((line: { exchange: unknown }) => line.exchange)).toEqual([null, null]);
});

test('an exchange is found by either of its tokens, once, and by no other', async () => {
  const { token } = await exchanger();
  const found = async (search: string) => {
    const { data, meta } = await lines(token, search);
    return [data.map((line: { kind: string }) => line.kind), meta.total];
  };
  expect(await found('?token=ZST')).toEqual([['exchange'], 1]);
  expect((await found('?token=USDT'))[1]).toBe(2);
  expect(await found('?token=USDT&kind=exchange')).toEqual([['exchange'], 1]);
  expect(await found('?token=STO')).toEqual([['deposit'], 1]);
  expect((await found(''))[1]).toBe(3);
});

test('the table has a column for each part of what an exchange brought, and none of it for the rest', async () => {
  const { token } = await exchanger();
  const request = new Request('http://localhost:3000/api/web-app/transactions/export?token=ZST', {
    headers: { authorization: `Bearer ${token}` },
  });
  const [head, line, end] = (await (await server.it.fetch(request)).text()).split('\r\n');
  expect(head).toBe(
    'id,created_at,updated_at,kind,status,token,amount,fee,total,counterparty,tx_hash,note,received_token,received_amount,rate,reason,explorer_url',
  );
  expect(line?.split(',').slice(3)).toEqual([
    'exchange',
    'completed',
    'USDT',
    '99.8',
    '0.2',
    '100',
    '',
    '',
    '',
    'ZST',
    '397.204',
    '3.98',
    '',
    '',
  ]);
  expect(end).toBe('');
});

test('an exchange that was written before lines knew their second token is found by it', async () => {
  const { token } = await exchanger();
  const { query } = server.it.database;
  await query('UPDATE transactions SET received_token = NULL');
  expect((await lines(token, '?token=ZST')).meta.total).toBe(0);
  const migration = new URL(
    '../../../server/database/migrations/067-both-sides-of-an-exchange.sql',
    import.meta.url,
  );
  const update = /^UPDATE [^;]+/m.exec(await readFile(migration, 'utf8'))?.[0] ?? '';
  await query(update);
  const { data } = await lines(token, '?token=ZST');
  expect(data).toMatchObject([{ exchange: both }]);
});

test('the figures count an exchange once', async () => {
  const { token } = await exchanger();
  const { body } = await server.it.get('/analytics?group_by=daily&time_zone=UTC', { token });
  const counted = body.data.totals.filter(({ type }: { type: string }) => type.includes('exchange'));
  expect(counted).toEqual([{ type: 'transaction_exchange', count: 1, value: '99.8', unpriced: 0 }]);
});
