import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { availableTo, exchangeBy, quoteFor, richPerson, setRate } from '../../support/exchange.ts';
import { type FaultyDatabase, faultyDatabase } from '../../support/faultyDatabase.ts';
import { openTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let database: FaultyDatabase;

beforeAll(async () => {
  if (!hasEngine()) return;
  database = faultyDatabase(await openTestDatabase());
  server = await openTestServer({ database: database.db });
  await setRate(server, 'ZST/USDT', '0.25');
});
afterAll(() => server?.close());
beforeEach((context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
});

const request = { from: 'USDT', to: 'ZST', pay: '10' };

interface Case {
  readonly when: 'before' | 'after';
  readonly code: string;
  readonly first: number;
  readonly found: unknown;
  readonly replayed: string | null;
}

const done = { status: 200, body: { data: { status: 'done', problem: null } } };
const nothing = { status: 404, body: { code: 'NOT_FOUND' } };

test.each<Case>([
  { when: 'before', code: '40001', first: 201, found: done, replayed: 'true' },
  { when: 'before', code: '40P01', first: 201, found: done, replayed: 'true' },
  { when: 'before', code: '08006', first: 503, found: nothing, replayed: null },
  { when: 'before', code: 'ECONNRESET', first: 503, found: nothing, replayed: null },
  { when: 'before', code: 'XX000', first: 500, found: nothing, replayed: null },
  { when: 'after', code: '40001', first: 201, found: done, replayed: 'true' },
  { when: 'after', code: '08006', first: 503, found: done, replayed: 'true' },
  { when: 'after', code: 'XX000', first: 500, found: done, replayed: 'true' },
])('$code $when the commit: one movement, and the key tells the truth', async (fault) => {
  const { token } = await richPerson(server, { USDT: '25' });
  const { id } = await quoteFor(server, token, request);
  const key = randomUUID();
  database.fault = fault;
  expect((await exchangeBy(server, token, id, key)).status).toBe(fault.first);
  expect(database.fault).toBeNull();
  expect(await server.get(`/operations/${key}`, { token })).toMatchObject({ ...(fault.found as object) });
  const again = await exchangeBy(server, token, id, key);
  expect(again).toMatchObject({ status: 201, body: { data: { pay: '10', receive: '39.7204' } } });
  expect(again.headers.get('idempotent-replayed')).toBe(fault.replayed);
  expect(await availableTo(server, token)).toEqual({ USDT: '15', ZST: '39.7204', STO: '0' });
  expect((await server.get('/exchange', { token })).body.meta.total).toBe(1);
  expect((await server.operator('GET', '/audit')).body.data.faults).toEqual([]);
});

test('a refusal whose answer was lost is the answer of its key', async () => {
  const { token } = await richPerson(server, { USDT: '25' });
  const { id } = await quoteFor(server, token, request);
  server.clock.advance(60_000);
  const key = randomUUID();
  database.fault = { when: 'after', code: '08006' };
  expect((await exchangeBy(server, token, id, key)).status).toBe(503);
  const told = (await server.get(`/operations/${key}`, { token })).body.data;
  expect(told).toMatchObject({ status: 'refused', result: null, problem: { code: 'QUOTE_EXPIRED' } });
  const again = await exchangeBy(server, token, id, key);
  expect({ status: again.status, body: again.body }).toEqual({ status: 409, body: told.problem });
});

test('a quote that is over when its exchange gets its turn is refused, however early the exchange arrived', async () => {
  const { token } = await richPerson(server, { USDT: '25' });
  const { id } = await quoteFor(server, token, request);
  const { isHeld, release } = database.hold();
  const held = exchangeBy(server, token, id);
  await isHeld;
  server.clock.advance(60_000);
  release();
  expect(await held).toMatchObject({ status: 409, body: { code: 'QUOTE_EXPIRED' } });
  expect(await availableTo(server, token)).toEqual({ USDT: '25', ZST: '0', STO: '0' });
});
