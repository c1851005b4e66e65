import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../../contract/call.ts';
import { answer } from '../../../contract/schemas.ts';
import { pathId } from '../../../contract/textRules.ts';
import type { UserRow } from '../../../server/accounts/users.ts';
import { problemResponse, Refusal } from '../../../server/core/refusal.ts';
import type { Db, Query } from '../../../server/database/db.ts';
import { createIdempotency, operationCalls } from '../../../server/http/idempotency.ts';
import { createKeyedCallLimit, type KeyedCallLimit } from '../../../server/http/keyedCalls.ts';
import { addCalls, type ServerEnv } from '../../../server/http/routes.ts';
import { balancesOf } from '../../../server/ledger/accounts.ts';
import { transfer } from '../../../server/ledger/transfers.ts';
import { hasEngine, testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();
const impatient = testDatabase({ lockTimeout: 100 });

const payCall = {
  method: 'POST',
  path: '/payments/{id}',
  params: z.object({ id: pathId }),
  summary: 'Pay somebody',
  access: 'session',
  idempotent: true,
  status: 201,
  body: () => z.strictObject({ amount: z.int('format'), note: z.optional(z.string()) }),
  answer: answer(z.object({ id: z.string(), amount: z.int() })),
  problems: ['INSUFFICIENT_BALANCE', 'UNAVAILABLE'],
} as const satisfies Call;

/** A server of one idempotent call that moves ZST, and that forgets it when `spoil` throws. */
function payments(
  db: Db,
  spoil: (query: Query) => Promise<void> = async () => undefined,
  requireTurn: KeyedCallLimit = async () => undefined,
) {
  const app = new Hono<ServerEnv>();
  const here = { address: '203.0.113.7' };
  let requests = 0;
  app.use(async (context, next) => {
    requests += 1;
    context.set('requestId', `request ${requests}`);
    await next();
  });
  const idempotent = createIdempotency(db, requireTurn);
  const gate = {
    authenticate: async (id: string) => ({
      id,
      user: { id } as UserRow,
      deviceKey: null,
      proven: null,
      endsAt: at,
    }),
    operatorOf: async () => null,
  };
  addCalls(app, '', { clock: { now: () => at }, gate, idempotent, listeners: [] }, (route) => {
    operationCalls(route, idempotent);
    route(payCall, async ({ body, params, session, query }) => {
      const wanted = sending(session.user.id, params.id, { amount: BigInt(body.amount) });
      const done = await transfer(query, wanted);
      await spoil(query);
      if (!done.ok) throw new Refusal('INSUFFICIENT_BALANCE', { fields: { amount: 'insufficient' } });
      return { id: wanted.id, amount: body.amount };
    });
  });
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL');
    return problemResponse(refusal, context.get('requestId'));
  });
  const read = async (response: Response) => ({
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    type: response.headers.get('content-type'),
    text: await response.text(),
  });
  return {
    pay: async (payer: string, payee: string, key: string | null, body: unknown) =>
      read(
        await app.request(
          `/payments/${payee}`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${payer}`,
              'content-type': 'application/json',
              ...(key === null ? {} : { 'idempotency-key': key }),
            },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          },
          here,
        ),
      ),
    find: async (owner: string, key: string) => {
      const response = await app.request(
        `/operations/${key}`,
        {
          headers: { authorization: `Bearer ${owner}` },
        },
        here,
      );
      return { status: response.status, body: await response.json() };
    },
  };
}

let payer: string;
let payee: string;

beforeEach(async () => {
  if (!hasEngine()) return;
  payer = await newOwner(database.db.query, 10n);
  payee = await newOwner(database.db.query);
});

async function zstOf(ownerId: string, db = database.db) {
  const balances = await balancesOf(db.query, ownerId);
  return balances.find(({ token }) => token === 'ZST')?.posted;
}

test.each([null, '', 'again', '1', '00000000-0000-0000-0000-00000000000g', `${randomUUID()}1`])(
  'without a key that is a UUID nothing moves: %s',
  async (key) => {
    const { pay } = payments(database.db);
    const refusal = await pay(payer, payee, key, { amount: 1 });
    expect(refusal.status).toBe(400);
    expect(JSON.parse(refusal.text)).toMatchObject({ code: 'MALFORMED_REQUEST' });
    expect(await zstOf(payee)).toBe(0n);
  },
);

test('the same key and body get exactly the first answer again, and nothing moves', async () => {
  const { pay } = payments(database.db);
  const key = randomUUID();
  const first = await pay(payer, payee, key, { amount: 3, note: 'tea' });
  expect(first).toMatchObject({ status: 201, replayed: null });
  const again = await pay(payer, payee, key.toUpperCase(), ' { "note": "tea",  "amount": 3 } ');
  expect(again).toEqual({ ...first, replayed: 'true' });
  expect(await zstOf(payee)).toBe(3n);
});

test('a refusal is the answer of its key, even when the reason is gone', async () => {
  const { pay } = payments(database.db);
  const key = randomUUID();
  const first = await pay(payer, payee, key, { amount: 11 });
  expect(first).toMatchObject({ status: 422, type: 'application/problem+json' });
  await transfer(database.db.query, sending(await newOwner(database.db.query, 100n), payer, { amount: 90n }));
  expect(await pay(payer, payee, key, { amount: 11 })).toEqual({ ...first, replayed: 'true' });
  expect(await pay(payer, payee, randomUUID(), { amount: 11 })).toMatchObject({ status: 201 });
});

test('a key is for one body and one subject', async () => {
  const { pay } = payments(database.db);
  const key = randomUUID();
  await pay(payer, payee, key, { amount: 1 });
  const other = await newOwner(database.db.query);
  for (const [to, amount] of [
    [payee, 2],
    [other, 1],
  ] as const) {
    const refusal = await pay(payer, to, key, { amount });
    expect(refusal).toMatchObject({ status: 422, replayed: null });
    expect(JSON.parse(refusal.text)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  }
  expect(await zstOf(payee)).toBe(1n);
  expect(await zstOf(other)).toBe(0n);
});

test('a fault keeps nothing and leaves the key free, as does what passes by itself', async () => {
  const key = randomUUID();
  for (const [fault, status] of [
    [new Error('a fault'), 500],
    [new Refusal('UNAVAILABLE'), 503],
    [new Refusal('RATE_LIMITED'), 429],
  ] as const) {
    const failing = payments(database.db, () => Promise.reject(fault));
    expect(await failing.pay(payer, payee, key, { amount: 4 })).toMatchObject({ status });
    expect(await failing.find(payer, key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
  expect(await zstOf(payee)).toBe(0n);
  const { pay } = payments(database.db);
  expect(await pay(payer, payee, key, { amount: 4 })).toMatchObject({ status: 201, replayed: null });
});

test('what became of a key is told to its owner and to nobody else', async () => {
  const { pay, find } = payments(database.db);
  const [good, bad] = [randomUUID(), randomUUID()];
  const done = await pay(payer, payee, good, { amount: 2 });
  const refused = await pay(payer, payee, bad, { amount: 200 });
  expect(await find(payer, good)).toEqual({
    status: 200,
    body: { data: { status: 'done', result: JSON.parse(done.text).data, problem: null } },
  });
  expect(await find(payer, bad)).toEqual({
    status: 200,
    body: { data: { status: 'refused', result: null, problem: JSON.parse(refused.text) } },
  });
  for (const [owner, key] of [
    [payee, good],
    [payer, randomUUID()],
    [payer, 'nonsense'],
  ] as const) {
    expect(await find(owner, key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

test('unknown keys are asked for no more often than calls are made, and known ones freely', async () => {
  const { db } = database;
  let committed = 0;
  const watched: Db = {
    ...db,
    transaction: async (work) => {
      const done = await db.transaction(work);
      committed += 1;
      return done;
    },
  };
  const { pay, find } = payments(watched, undefined, createKeyedCallLimit(db.query, 60));
  const key = randomUUID();
  await pay(payer, payee, key, { amount: 1 });
  committed = 0;
  for (let asked = 1; asked < 60; asked += 1)
    expect(await find(payer, randomUUID())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await find(payer, randomUUID())).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(await find(payer, key)).toMatchObject({ status: 200, body: { data: { status: 'done' } } });
  expect(await find(payee, key)).toMatchObject({ status: 404 });
  // What is rolled back waits for no disk.
  expect(committed).toBe(0);
});

test('a request that waits for its turn in the database has arrived', async () => {
  const { db } = database;
  const key = randomUUID();
  let found: unknown;
  let isFirst = true;
  const busy: Db = {
    ...db,
    transaction: async (work) => {
      if (isFirst) {
        isFirst = false;
        found = (await find(payer, key)).body;
      }
      return db.transaction(work);
    },
  };
  const { pay, find } = payments(busy);
  expect(await pay(payer, payee, key, { amount: 1 })).toMatchObject({ status: 201 });
  expect(found).toEqual({ data: { status: 'running', result: null, problem: null } });
});

test('a claim that is not committed is running for every server on the database', async ({ skip }) => {
  const { db } = impatient;
  if (db.engine === 'pglite') skip('one process, one connection');
  const here = { payer: await newOwner(db.query, 10n), payee: await newOwner(db.query) };
  const key = randomUUID();
  const asked: unknown[] = [];
  const slow = payments(db, async () => {
    const another = payments(db);
    asked.push((await another.find(here.payer, key)).body);
    const second = await another.pay(here.payer, here.payee, key, { amount: 1 });
    asked.push(JSON.parse(second.text).code);
  });
  expect(await slow.pay(here.payer, here.payee, key, { amount: 1 })).toMatchObject({ status: 201 });
  expect(asked).toEqual([
    { data: { status: 'running', result: null, problem: null } },
    'IDEMPOTENCY_IN_FLIGHT',
  ]);
  expect(await zstOf(here.payee, db)).toBe(1n);
});
