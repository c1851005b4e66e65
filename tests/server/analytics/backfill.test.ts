import { expect, test } from 'vitest';
import { addressOf, fund, pay } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

const migrations = import.meta.glob<string>('../../../server/database/migrations/051-*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('a database with a history gets the events that would have been written as it happened', async () => {
  const { it } = server;
  await it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.123456789', confirm: true });
  const [person, friend] = [await register(it), await register(it)];
  await fund(it, person, 'ZST', '3.000000000000000007');
  await fund(it, person, 'USDT', '10');
  await pay(it, person, { to: await addressOf(it, friend), amount: '4' });
  await it.operator('POST', '/accounts/freeze', { email: friend.email });
  const { query } = it.database;
  const all = () => query('SELECT user_id, type, at, value FROM events ORDER BY user_id, type, value');
  const written = await all();
  expect(written).toHaveLength(7);
  const inserts = Object.values(migrations)
    .join()
    .split(/;\s*$/m)
    .filter((statement) => statement.includes('INSERT INTO events'));
  expect(inserts).toHaveLength(3);
  await query('DELETE FROM events');
  for (const statement of inserts) await query(statement);
  expect(await all()).toEqual(written);
});
