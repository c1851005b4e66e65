import { expect, test } from 'vitest';
import { addressOf, balance, fund, idempotent, type Person, pay, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

async function expectClean() {
  expect((await server.it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

async function quotes(person: Person, count: number, to: string, amount = '1'): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => quote(server.it, person, { to, amount })),
  );
  return made.map(({ body }) => body.data.id);
}

test('of 400 spends of 1 from a balance of 100 at once, exactly 100 are paid', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const ids = await quotes(payer, 400, await addressOf(it, payee));
  const answers = await Promise.all(
    ids.map((quote_id) => idempotent(it, payer, '/transactions/send', { quote_id })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(answers.filter(({ body }) => body.code === 'INSUFFICIENT_BALANCE')).toHaveLength(300);
  expect(await balance(it, payer)).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await balance(it, payee)).toEqual({ total: '100', available: '100', pending: '0' });
  const history = await it.get('/transactions?kind=send', { token: payer.token });
  expect(history.body.meta.total).toBe(100);
  await expectClean();
});

test('payments to accounts and to outside addresses never share one balance', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const here = await quotes(payer, 20, await addressOf(it, payee), '8.75');
  const out = await Promise.all(
    Array.from({ length: 20 }, () => quote(it, payer, { kind: 'withdraw', amount: '7.5' })),
  );
  const answers = await Promise.all([
    ...here.map((quote_id) => idempotent(it, payer, '/transactions/send', { quote_id })),
    ...out.map(({ body }) => idempotent(it, payer, '/transactions/withdraw', { quote_id: body.data.id })),
  ]);
  // Each of them costs 8.75 with its fee: eleven fit into 100.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(11);
  expect(await balance(it, payer)).toMatchObject({ available: '3.75' });
  await expectClean();
});

test('payments that cross between five people neither stop each other nor make or lose money', async () => {
  const { it } = server;
  const people = await Promise.all(Array.from({ length: 5 }, () => register(it)));
  const addresses = await Promise.all(people.map((person) => addressOf(it, person)));
  await Promise.all(people.map((person) => fund(it, person, 'USDT', '1000')));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const payer = people[index % 5] as Person;
      const to = addresses[(index + 1 + (index % 4)) % 5];
      return pay(it, payer, { to, amount: '3' });
    }),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  const totals = await Promise.all(people.map((person) => balance(it, person)));
  expect(totals.reduce((sum, { total }) => sum + Number(total), 0)).toBe(5_000);
  const lines = await it.database.query('SELECT kind FROM transactions WHERE user_id = ANY ($1::uuid[])', [
    people.map(({ id }) => id),
  ]);
  expect(lines).toHaveLength(5 + 200 + 200);
  await expectClean();
});
