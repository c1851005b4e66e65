import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../server/database/postgres.ts';
import { countingLine } from '../../support/countingLine.ts';
import { copyTemplate, hasEngine } from '../../support/database.ts';
import { faultyDatabase } from '../../support/faultyDatabase.ts';
import { addressOf, fund, idempotent, type Person, quote } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';

const onPostgres = test.runIf(process.env.ENGINE === 'postgres' && hasEngine());

/** A server on a database whose line is counted. */
async function counted() {
  const line = await countingLine(await copyTemplate());
  onTestFinished(() => line.close());
  const database = faultyDatabase(await openPostgres({ url: line.url, connections: 20 }));
  onTestFinished(() => database.db.close());
  const server = await openTestServer({ database: database.db });
  return { line, database, server };
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
