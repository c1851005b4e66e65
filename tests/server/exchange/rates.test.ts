import { expect, test } from 'vitest';
import { fillRates } from '../../../server/demo/market.ts';
import { takeMarketPrices } from '../../../server/rates/marketPrices.ts';
import { runOperator } from '../../support/command.ts';
import { quoteFor, richPerson } from '../../support/exchange.ts';
import { serverStart, testServer } from '../../support/server.ts';

const server = testServer();

async function run(line: string) {
  const { code, said } = await runOperator(server.it, line.split(' '));
  return { code, said: said[0]?.split('\n')[0], all: said.join('\n') };
}

async function told(line: string) {
  const { code, said } = await run(line);
  return { code, said };
}

test('an operator sets a price, and what is quoted from then on has it', async () => {
  const { token } = await richPerson(server.it, { USDT: '100' });
  expect(await told('rates set zst/usdt 0.25')).toEqual({
    code: 0,
    said: 'ZST/USDT is 0.25 from now on; it was unknown.',
  });
  expect(await quoteFor(server.it, token, { from: 'USDT', to: 'ZST', pay: '10' })).toMatchObject({
    rate: '3.98',
  });
  expect(await told('rates set ZST/USDT 0.5 --confirm')).toEqual({
    code: 0,
    said: 'ZST/USDT is 0.5 from now on; it was 0.25.',
  });
  expect(await quoteFor(server.it, token, { from: 'USDT', to: 'ZST', pay: '10' })).toMatchObject({
    rate: '1.99',
  });
});

const far = (rate: string) => ({
  code: 1,
  said: `STO/USDT is 3.2. ${rate} is more than 1.25 times away from it. If that is meant, repeat the command with --confirm.`,
});

test('a price far from the last is set when the operator confirms it, and not before', async () => {
  expect((await told('rates set STO/USDT 3.2')).code).toBe(0);
  for (const rate of ['32', '4.000001', '2.559999', '0.32']) {
    expect(await told(`rates set STO/USDT ${rate}`)).toEqual(far(rate));
  }
  const priced = async () => (await server.it.operator('GET', '/rates')).body.data[1].rate;
  expect(await priced()).toBe('3.2');
  expect((await told('rates set STO/USDT 4')).code).toBe(0);
  expect((await told('rates set STO/USDT 3.2')).code).toBe(0);
  expect((await told('rates set STO/USDT 32 --confirm')).said).toBe(
    'STO/USDT is 32 from now on; it was 3.2.',
  );
  const unsure = await server.it.operator('POST', '/rates', {
    pair: 'STO/USDT',
    rate: '3.2',
    confirm: false,
  });
  expect(unsure).toMatchObject({ status: 409, body: { code: 'CONFIRMATION_REQUIRED' } });
  const unclear = await server.it.operator('POST', '/rates', {
    pair: 'STO/USDT',
    rate: '3.2',
    confirm: 'no',
  });
  expect(unclear).toMatchObject({ status: 422, body: { fields: { confirm: 'format' } } });
  expect((await told('rates set STO/USDT 3.2 --confirm')).code).toBe(0);
});

test('of two operators at once who both go to the edge, the second is compared with the first', async () => {
  const { it } = server;
  await told('rates set STO/USDT 3.2 --confirm');
  const set = (rate: string) => it.operator('POST', '/rates', { pair: 'STO/USDT', rate });
  const answers = await Promise.all([set('4'), set('2.56')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  await told('rates set STO/USDT 3.2 --confirm');
});

test('the rules of a token are set one by one, listed, and judge the next price', async () => {
  expect(await told('rates rules STO/USDT --jump 2')).toEqual({
    code: 0,
    said: 'STO/USDT: a quote stands while the price moves by 0.699 % at most; a price more than 2 times away from the last needs --confirm.',
  });
  expect((await told('rates set STO/USDT 6.4')).code).toBe(0);
  expect((await told('rates set STO/USDT 3.2')).code).toBe(0);
  expect((await told('rates rules STO/USDT --quote-move 0.25')).said).toContain(
    'moves by 0.25 % at most; a price more than 2 times',
  );
  const { all } = await run('rates list');
  expect(all).toContain(
    'STO/USDT  3.2 since 2026-11-20T09:00:00.000Z\n  STO/USDT: a quote stands while the price moves by 0.25 %',
  );
  expect((await told('rates rules STO/USDT --quote-move 0.699 --jump 1.25')).code).toBe(0);
});

test.each([
  ['--quote-move 0', 'quote-move: not in the right form'],
  ['--quote-move 0.001', 'quote-move: too small'],
  ['--quote-move=-1', 'quote-move: not in the right form'],
  ['--quote-move 0.50001', 'quote-move: too many decimals'],
  ['--jump 1', 'jump: too small'],
  ['--jump 1001', 'jump: too large'],
  ['--jump two', 'jump: not in the right form'],
  ['', 'quote-move: required'],
])('a rule %s is refused by its name', async (given, field) => {
  const said = `The server does not accept what was given (--${field})`;
  expect(await told(`rates rules STO/USDT ${given}`.trim())).toEqual({ code: 1, said });
});

test.each(['0.7', '51'])(
  'a quote that survives %s % is refused, and what an exchange earns is told',
  async (move) => {
    expect(await told(`rates rules STO/USDT --quote-move ${move}`)).toEqual({
      code: 1,
      said: `${move} % is more than an exchange earns: the spread of 0.5 % and the fee of 0.2 % earn 0.699 %. The server does not accept what was given (--quote-move: too large)`,
    });
  },
);

test('a market’s jump is held and told, nothing is exchanged by it, and an operator or the market ends that', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '100' });
  const take = async (rate: string) => {
    it.clock.advance(1_000);
    return it.database.transaction((query) =>
      takeMarketPrices(query, [{ token: 'ZST', rate }], it.clock.now()),
    );
  };
  const ask = async () =>
    (await it.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '10' }, { token })).status;
  await told('rates set ZST/USDT 0.25 --confirm');
  expect(await take('0.26')).toEqual([]);
  const held = { pair: 'ZST/USDT', rate: '2.6', last: '0.26' };
  expect(await take('2.6')).toEqual([{ ...held, since: it.clock.now() }]);
  const since = it.clock.now().toISOString();
  expect(await take('2.7')).toEqual([]);
  expect(await ask()).toBe(503);
  expect((await run('rates list')).all).toContain(`HELD since ${since}: the market says 2.7.`);
  expect(await take('0.27')).toEqual([]);
  expect(await ask()).toBe(201);
  await take('2.6');
  expect(await ask()).toBe(503);
  expect((await told('rates set ZST/USDT 2.6 --confirm')).said).toBe(
    'ZST/USDT is 2.6 from now on; it was 0.27.',
  );
  expect(await ask()).toBe(201);
  expect((await run('rates list')).all).not.toContain('HELD');
  await told('rates set ZST/USDT 0.25 --confirm');
});

test.each([
  ['rates set ZST/STO 1', 1, 'PAIR must be a token and USDT, like ZST/USDT.'],
  ['rates set USDT/USDT 1', 1, 'PAIR must be a token and USDT, like ZST/USDT.'],
  ['rates set DOGE/USDT 1', 1, 'The server does not accept what was given (PAIR: not in the right form)'],
  ['rates set ZST/USDT 0', 1, 'The server does not accept what was given (RATE: not in the right form)'],
  ['rates set ZST/USDT 1e3', 1, 'The server does not accept what was given (RATE: not in the right form)'],
  [
    'rates set ZST/USDT 0.0000000000000000001',
    1,
    'The server does not accept what was given (RATE: too many decimals)',
  ],
  ['rates set ZST/USDT 10000000000000', 1, 'The server does not accept what was given (RATE: too large)'],
  ['rates set ZST/USDT', 2, 'RATE is missing.'],
  ['rates set ZST/USDT 1 2', 2, '"2" is a word too many. A text of several words is written in quotes.'],
])('"%s" ends with %i and says why', async (line, code, said) => {
  expect(await told(line)).toEqual({ code, said });
});

test('a price that a clock that ran ahead has set does not come back after another is set', async () => {
  const { it } = server;
  const hour = 3_600_000;
  const priced = async () => (await it.operator('GET', '/rates')).body.data[0].rate;
  await told('rates set ZST/USDT 0.25 --confirm');
  it.clock.advance(hour);
  await told('rates set ZST/USDT 0.3 --confirm');
  it.clock.advance(-hour + 1_000);
  expect(await priced()).toBe('0.25');
  await told('rates set ZST/USDT 0.26 --confirm');
  it.clock.advance(hour);
  expect(await priced()).toBe('0.26');
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
