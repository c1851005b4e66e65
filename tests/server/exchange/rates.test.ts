import { expect, test } from 'vitest';
import { fillRates } from '../../../server/demo/market.ts';
import { runCommand } from '../../../server/operator/command.ts';
import { quoteFor, richPerson } from '../../support/exchange.ts';
import { operatorToken, serverStart, testServer } from '../../support/server.ts';

const server = testServer();

async function run(line: string) {
  const said: string[] = [];
  const code = await runCommand(line.split(' '), {
    origin: 'http://localhost:3000',
    token: operatorToken,
    read: () => Promise.reject(new Error('there are no files here')),
    fetch: (request) => server.it.operate(request),
    print: (text) => said.push(text),
    complain: (text) => said.push(text),
  });
  return { code, said: said[0]?.split('\n')[0] };
}

test('an operator sets a price, and what is quoted from then on has it', async () => {
  const { token } = await richPerson(server.it, { USDT: '100' });
  expect(await run('rates set zst/usdt 0.25')).toEqual({
    code: 0,
    said: 'ZST/USDT is 0.25 from now on; it was unknown.',
  });
  expect(await quoteFor(server.it, token, { from: 'USDT', to: 'ZST', pay: '10' })).toMatchObject({
    rate: '3.98',
  });
  expect(await run('rates set ZST/USDT 0.5')).toEqual({
    code: 0,
    said: 'ZST/USDT is 0.5 from now on; it was 0.25.',
  });
  expect(await quoteFor(server.it, token, { from: 'USDT', to: 'ZST', pay: '10' })).toMatchObject({
    rate: '1.99',
  });
});

test.each([
  ['rates set ZST/STO 1', 1, 'PAIR must be a token and USDT, like ZST/USDT.'],
  ['rates set USDT/USDT 1', 1, 'PAIR must be a token and USDT, like ZST/USDT.'],
  ['rates set DOGE/USDT 1', 1, 'The server does not accept what was given (--pair: format)'],
  ['rates set ZST/USDT 0', 1, 'The server does not accept what was given (--rate: format)'],
  ['rates set ZST/USDT 1e3', 1, 'The server does not accept what was given (--rate: format)'],
  [
    'rates set ZST/USDT 0.0000000000000000001',
    1,
    'The server does not accept what was given (--rate: too_many_decimals)',
  ],
  ['rates set ZST/USDT 10000000000000', 1, 'The server does not accept what was given (--rate: too_large)'],
  ['rates set ZST/USDT', 2, 'There is no command "rates set ZST/USDT".'],
  ['rates set ZST/USDT 1 2', 2, 'There is no command "rates set ZST/USDT 1 2".'],
])('"%s" ends with %i and says why', async (line, code, said) => {
  expect(await run(line)).toEqual({ code, said });
});

test('a person cannot set a price', async () => {
  const { token } = await richPerson(server.it, {});
  const url = 'http://localhost:3000/api/operator/rates';
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ pair: 'ZST/USDT', rate: '1' });
  expect((await server.it.operate(new Request(url, { method: 'POST', headers, body }))).status).toBe(401);
});

test('the demo’s market goes on at full hours after a price was set between them', async () => {
  const { query } = server.it.database;
  const later = (hours: number) => new Date(serverStart.getTime() + hours * 3_600_000);
  await query('DELETE FROM rates');
  await query('INSERT INTO rates (pair, rate, at) VALUES ($1, $2, $3)', ['ZST/USDT', '0.3', later(0.4)]);
  await fillRates(query, later(2.5));
  const rows = await query<{ at: Date }>("SELECT at FROM rates WHERE pair = 'ZST/USDT' ORDER BY at");
  expect(rows.map(({ at }) => at)).toEqual([later(0.4), later(1), later(2)]);
});
