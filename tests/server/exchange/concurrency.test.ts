import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { lockWaits } from '../../../server/database/lockWaits.ts';
import { hasEngine } from '../../support/database.ts';
import { availableTo, exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { testServer } from '../../support/server.ts';

const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

const server = testServer();
const request = { from: 'USDT', to: 'ZST', pay: '10' };
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

beforeAll(async () => {
  if (hasEngine()) await setRate(server.it, 'ZST/USDT', '0.25');
});

async function faults() {
  return (await server.it.operator('GET', '/audit')).body.data.faults;
}

test('300 keys, each from 8 callers at once, are 300 movements and 300 answers', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '3000' });
  const receipts = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const quotes = await Promise.all(times(50, () => quoteFor(it, token, request)));
    const answers = await Promise.all(
      quotes.flatMap(({ id }) => {
        const key = randomUUID();
        return times(8, async () => ({ id, ...(await exchangeBy(it, token, id, key)) }));
      }),
    );
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(350);
    const told = new Set(answers.map(({ id, body }) => `${id} ${JSON.stringify(body)}`));
    expect(told.size).toBe(50);
    for (const { body } of answers) receipts.add(body.data.id);
  }
  expect(receipts.size).toBe(300);
  expect(await availableTo(it, token)).toEqual({ USDT: '0', ZST: '11916.12', STO: '0' });
  expect((await it.get('/exchange', { token })).body.meta.total).toBe(300);
  expect(await faults()).toEqual([]);
});

test('of different keys that race for one quote, one gets it', async () => {
  const { it } = server;
  const { token } = await richPerson(it, { USDT: '1000' });
  for (const { id } of await Promise.all(times(25, () => quoteFor(it, token, request)))) {
    const answers = await Promise.all(times(3, () => exchangeBy(it, token, id)));
    const codes = answers.map(({ status, body }) => (status === 201 ? 'done' : body.code));
    expect(codes.toSorted()).toEqual(['QUOTE_USED', 'QUOTE_USED', 'done']);
  }
  expect(await availableTo(it, token)).toMatchObject({ USDT: '750' });
});

test('exchanges that cross, of two people who have only so much, end and never overdraw', async () => {
  const { it } = server;
  const one = await richPerson(it, { USDT: '50', ZST: '200' });
  const other = await richPerson(it, { USDT: '50', ZST: '200' });
  const quotes = await Promise.all(
    times(40, async (index) => {
      const { token } = index % 2 === 0 ? one : other;
      const sell = index % 8 < 6 ? { from: 'ZST', to: 'USDT', pay: '40' } : request;
      return { token, id: (await quoteFor(it, token, sell)).id };
    }),
  );
  const answers = await Promise.all(quotes.map(({ token, id }) => exchangeBy(it, token, id)));
  expect([...new Set(answers.map(({ status }) => status))].toSorted()).toEqual([201, 422]);
  for (const { token } of [one, other]) {
    for (const left of Object.values(await availableTo(it, token))) expect(left).not.toMatch(/^-/);
  }
  expect(await faults()).toEqual([]);
});

onPostgres('a freeze waits for the exchange that is under way', async () => {
  const { it } = server;
  const { id: owner, token, email } = await richPerson(it, { USDT: '10' });
  const { id } = await quoteFor(it, token, request);
  const { made, frozen } = await it.database.transaction(async (query) => {
    await query('SELECT 1 FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [owner]);
    const made = exchangeBy(it, token, id);
    await expect.poll(() => lockWaits(it.database.query)).toBe(1);
    const frozen = it.operator('POST', '/accounts/freeze', { email });
    await expect.poll(() => lockWaits(it.database.query)).toBe(2);
    return { made, frozen };
  });
  expect([(await made).status, (await frozen).status]).toEqual([201, 200]);
});

test('of exchanges sent together with a freeze, none is made after the freeze was answered', async () => {
  const { it } = server;
  const { token, email } = await richPerson(it, { USDT: '300' });
  const quotes = await Promise.all(times(30, () => quoteFor(it, token, request)));
  const exchanging = Promise.all(quotes.map(({ id }) => exchangeBy(it, token, id)));
  await it.operator('POST', '/accounts/freeze', { email });
  const { total } = (await it.get('/exchange', { token })).body.meta;
  const answers = await exchanging;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(total);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(30 - total);
});
