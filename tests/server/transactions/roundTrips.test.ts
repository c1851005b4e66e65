import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../server/database/postgres.ts';
import { tracedDatabase } from '../../../server/database/traced.ts';
import { createTracer, type EndedSpan } from '../../../server/tracing/span.ts';
import { countingLine } from '../../support/countingLine.ts';
import { copyTemplate, hasEngine } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import { faultyDatabase } from '../../support/faultyDatabase.ts';
import { addressOf, fund, idempotent, type Person, pay, quote } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';

const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

/** A server on a database whose line is counted, and what it has recorded when `isTraced`. */
async function counted(isTraced = false) {
  const line = await countingLine(await copyTemplate());
  onTestFinished(() => line.close());
  const database = faultyDatabase(await openPostgres({ url: line.url, connections: 20 }));
  onTestFinished(() => database.db.close());
  const spans: EndedSpan[] = [];
  const traced = { database: tracedDatabase(database.db), tracer: createTracer((span) => spans.push(span)) };
  const server = await openTestServer(isTraced ? traced : { database: database.db });
  return { line, database, server, spans };
}

/** Has these addresses paid in one batch, by the payers in turn, and answers the transaction that it was. */
async function batchOf(
  { line, database, server }: Awaited<ReturnType<typeof counted>>,
  payers: readonly Person[],
  addresses: readonly string[],
) {
  const orders: (() => ReturnType<typeof idempotent>)[] = [];
  const keys: string[] = [];
  for (const [index, to] of addresses.entries()) {
    const payer = payers[index % payers.length] as Person;
    const { body } = await quote(server, payer, { amount: '0.1', to });
    const key = randomUUID();
    keys.push(key);
    orders.push(() => idempotent(server, payer, '/transactions/send', { quote_id: body.data.id }, key));
  }
  const [first, ...others] = orders;
  const { isHeld, release } = database.hold();
  const sent = [first?.()];
  await isHeld;
  sent.push(...others.map((order) => order()));
  for (const [index, key] of keys.entries()) {
    const payer = payers[index % payers.length] as Person;
    while ((await server.get(`/operations/${key}`, payer)).status === 404) await new Promise(setImmediate);
  }
  line.transactions.length = 0;
  release();
  for (const answer of await Promise.all(sent)) expect(answer?.status).toBe(201);
  const found = line.transactions.filter((each) => keys.slice(1).every((key) => each.sent.includes(key)));
  expect(found).toHaveLength(1);
  return { roundTrips: found[0]?.roundTrips, statements: found[0]?.statements };
}

onPostgres(
  'a batch of payments is five round trips and sixteen statements, however many they are',
  async () => {
    const world = await counted();
    const { server } = world;
    const payers = [await register(server), await register(server)];
    for (const payer of payers) await fund(server, payer, 'USDT', '10');
    const payees = [await register(server), await register(server)];
    const addresses = await Promise.all(payees.map((payee) => addressOf(server, payee)));
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => addresses[Math.floor(index / 2) % 2] as string);
    const few = await batchOf(world, payers, many(3));
    expect(few).toEqual({ roundTrips: 5, statements: 16 });
    // The quotes of one person are limited in a minute.
    server.clock.advance(60_000);
    expect(await batchOf(world, payers, many(20))).toEqual(few);
  },
);

onPostgres(
  'a batch that is recorded has no round trip more, and is a part of its first request',
  async () => {
    const world = await counted(true);
    const { server, spans } = world;
    const payers = [await register(server), await register(server)];
    for (const payer of payers) await fund(server, payer, 'USDT', '10');
    const payee = await addressOf(server, await register(server));
    spans.length = 0;
    expect(await batchOf(world, payers, [payee, payee, payee])).toEqual({ roundTrips: 5, statements: 16 });

    const sent = spans.filter(({ name }) => name === 'POST /api/web-app/transactions/send');
    expect(sent).toHaveLength(3);
    const batch = spans.find(({ name, facts }) => name === 'batch' && facts['zesto.batch.size'] === 2);
    const first = sent.find(({ spanId }) => spanId === batch?.parentId);
    const [linked] = batch?.links ?? [];
    expect(sent.map(({ spanId }) => spanId)).toContain(linked?.spanId);
    expect(linked?.traceId).not.toBe(first?.traceId);
    const [transaction] = spans.filter(({ parentId }) => parentId === batch?.spanId);
    expect([transaction?.name, transaction?.traceId]).toEqual(['transaction', first?.traceId]);
    const asked = spans.filter(({ parentId }) => parentId === transaction?.spanId);
    expect(asked.map(({ name }) => name).slice(0, 2)).toEqual(['INSERT', 'SELECT']);
    expect([transaction, ...asked].every((span) => span?.kind === 'client' && !span.isFailed)).toBe(true);
    for (const { startedAt, endedAt } of asked) {
      expect(startedAt).toBeGreaterThanOrEqual(transaction?.startedAt ?? Number.NaN);
      expect(endedAt).toBeLessThanOrEqual(transaction?.endedAt ?? Number.NaN);
    }
    // Statements are told without what is in them.
    const text = JSON.stringify(spans);
    for (const secret of [
      payee,
      payee.toLowerCase(),
      ...payers.flatMap(({ email, token }) => [email, token]),
    ])
      expect(text).not.toContain(secret);
  },
);

onPostgres('what does not depend on each other is read together', async () => {
  const { line, database, server } = await counted();
  const payer = await register(server);
  const { token } = payer;
  await fund(server, payer, 'USDT', '10');
  const to = await addressOf(server, await register(server));
  await setRate(server, 'ZST/USDT', '0.25');
  // Opens the connections. After a first payment nobody is advised to add a second factor.
  await pay(server, payer, { amount: '0.1', to });
  const passed = async (ask: () => Promise<{ readonly status: number }>) => {
    Object.assign(line.total, { roundTrips: 0, statements: 0 });
    expect((await ask()).status).toBeLessThan(300);
    return [line.total.roundTrips, line.total.statements];
  };

  // One of them is the look-up of the session.
  expect(await passed(() => server.get('/wallet', { token }))).toEqual([3, 7]);
  expect(await passed(() => server.get('/rates', { token }))).toEqual([2, 4]);
  expect(await passed(() => server.get('/wallet/holds', { token }))).toEqual([2, 4]);
  expect(await passed(() => server.get('/transactions', { token }))).toEqual([3, 5]);
  expect(await passed(() => server.get('/transactions?page=2&per_page=1', { token }))).toEqual([4, 5]);
  expect(await passed(() => quote(server, payer, { amount: '0.1', to }))).toEqual([6, 12]);
  const exchanged = { from: 'USDT', to: 'ZST', pay: '5' };
  expect(await passed(() => server.post('/exchange/quotes', exchanged, { token }))).toEqual([5, 7]);

  await setRate(server, 'ETH/USDT', '3000');
  const onChain = await openTestServer({
    database: database.db,
    chainPrices: {
      ...{ coin: 'ETH', margin: 25, gasPrice: () => 31_000_000_000n, gasOf: () => 65_000n },
      read: async () => undefined,
    },
  });
  expect(await passed(() => onChain.get('/wallet', { token }))).toEqual([3, 8]);

  Object.assign(line.total, { roundTrips: 0, statements: 0 });
  const told = await Promise.all(Array.from({ length: 20 }, () => server.get('/rates', { token })));
  expect(told.map(({ status }) => status)).toEqual(told.map(() => 200));
  // Each for itself would be eighty. Those that come while the first is answered share the next read.
  expect(line.total.statements).toBeLessThanOrEqual(12);
});

onPostgres('an exchange is six round trips, and locks the accounts of all for two of them', async () => {
  const { line, server } = await counted();
  const payer = await register(server);
  const { token } = payer;
  await fund(server, payer, 'USDT', '10');
  await setRate(server, 'ZST/USDT', '0.25');
  const quoted = await server.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '5' }, { token });
  const key = randomUUID();
  const made = await idempotent(server, payer, '/exchange', { quote_id: quoted.body.data.id }, key);
  expect(made.status).toBe(201);
  const [passed, ...others] = line.transactions.filter(({ sent }) => sent.includes(key));
  expect([passed?.roundTrips, passed?.statements, others]).toEqual([6, 12, []]);
  // What was answered without being read back is what was stored.
  expect((await server.get(`/exchange/${made.body.data.id}`, { token })).body).toEqual(made.body);
});

/** What has run twelve times or more on the connection that was used last, and whether PostgreSQL keeps its plan. */
const usedOften = ({ database }: Awaited<ReturnType<typeof counted>>) =>
  database.db.together((query) =>
    query<{ statement: string; is_kept: boolean }>(
      `SELECT statement, generic_plans > 0 AS is_kept FROM pg_prepared_statements
      WHERE generic_plans + custom_plans >= 12`,
    ),
  );

onPostgres('the statements of quotes, wallets and histories are not planned for each call', async () => {
  const world = await counted();
  const { server } = world;
  const payer = await register(server);
  const { token } = payer;
  await fund(server, payer, 'USDT', '10');
  const to = await addressOf(server, await register(server));
  await setRate(server, 'ZST/USDT', '0.25');
  for (let count = 0; count < 12; count += 1) {
    const answers = [
      await quote(server, payer, { amount: '0.1', to }),
      await server.post('/exchange/quotes', { from: 'USDT', to: 'ZST', pay: '5' }, { token }),
      await server.get('/wallet', { token }),
      await server.get('/transactions', { token }),
    ];
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    // The quotes of one person are limited in a minute.
    server.clock.advance(60_000);
  }
  const used = await usedOften(world);
  expect(used.length).toBeGreaterThan(20);
  // A statement with a limit is planned for the number that it gets.
  expect(used.filter(({ statement, is_kept }) => !is_kept && !statement.includes('LIMIT $'))).toEqual([]);
});

onPostgres('the statements of a payment are not planned for each payment that comes alone', async () => {
  const world = await counted();
  const { server } = world;
  const payer = await register(server);
  await fund(server, payer, 'USDT', '10');
  const to = await addressOf(server, await register(server));
  for (let count = 0; count < 12; count += 1) {
    expect((await pay(server, payer, { amount: '0.1', to })).status).toBe(201);
    // The quotes of one person are limited in a minute.
    server.clock.advance(60_000);
  }
  const used = await usedOften(world);
  // Both statements of the keys, two of the accounts, and the balances of the quote.
  expect(used.filter(({ statement }) => /ledger_accounts|idempotency_keys/.test(statement)).length).toBe(5);
  expect(used.filter(({ is_kept }) => !is_kept)).toEqual([]);
});
