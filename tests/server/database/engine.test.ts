import { expect, onTestFinished, test } from 'vitest';
import type { Query, Write } from '../../../server/database/db.ts';
import { lockWaits } from '../../../server/database/lockWaits.ts';
import { testDatabase } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';

const database = testDatabase();

test('every type comes back the same from both engines', async () => {
  const [row] = await database.db.query(
    `SELECT $1::numeric AS amount, 9007199254740993::bigint AS big, 7 AS small, 1.5::float8 AS real, $2::timestamptz AS at,
      '2026-02-28'::date AS day, $3::jsonb AS json, $4::bytea AS bytes, $5::boolean AS flag, $6::uuid AS id, $7::text AS text,
      NULL::text AS nothing, $8::text[] AS texts, $9::numeric[] AS amounts, count(*) AS counted, $10::timestamptz[] AS times`,
    [
      123456789012345678901234567890n,
      new Date('2026-11-20T09:00:00.123Z'),
      JSON.stringify({ a: [1, 'é'] }),
      new Uint8Array([0, 255, 16]),
      true,
      '9b2f3a0e-6d0c-4f5e-8d0b-0a1b2c3d4e5f',
      'quote " backslash \\ brace } comma ,',
      ['a"b', 'c\\d', 'e,f', '', 'NULL', null],
      [1n, -(10n ** 40n)],
      [new Date(0)],
    ],
  );
  expect({ ...row, bytes: Array.from((row as { bytes: Uint8Array }).bytes) }).toEqual({
    amount: '123456789012345678901234567890',
    big: '9007199254740993',
    small: 7,
    real: 1.5,
    at: new Date('2026-11-20T09:00:00.123Z'),
    day: '2026-02-28',
    json: { a: [1, 'é'] },
    bytes: [0, 255, 16],
    flag: true,
    id: '9b2f3a0e-6d0c-4f5e-8d0b-0a1b2c3d4e5f',
    text: 'quote " backslash \\ brace } comma ,',
    nothing: null,
    texts: ['a"b', 'c\\d', 'e,f', '', 'NULL', null],
    amounts: ['1', '-10000000000000000000000000000000000000000'],
    counted: '1',
    times: [new Date(0)],
  });
});

test('what a transaction wrote is gone when its work throws', async () => {
  const { db } = database;
  await db.query('CREATE TABLE kept (n int)');
  const failing = db.transaction(async (query) => {
    await query('INSERT INTO kept VALUES (1)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await db.transaction((query) => query('SELECT n FROM kept'))).toEqual([]);
});

test('a transaction whose failed statement was swallowed is an error, not a silent rollback', async () => {
  const { db } = database;
  await db.query('CREATE TABLE halves (n int)');
  const swallowing = db.transaction(async (query) => {
    await query('INSERT INTO halves VALUES (1)');
    await query('SELECT 1 / 0').catch(() => []);
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect(await db.query('SELECT n FROM halves')).toEqual([]);
});

test('an error of the database tells its state and its constraint', async () => {
  const { db } = database;
  await db.query('CREATE TABLE singles (n int CONSTRAINT only_once UNIQUE)');
  await db.query('INSERT INTO singles VALUES (1)');
  await expect(db.query('INSERT INTO singles VALUES ($1)', [1])).rejects.toMatchObject({
    code: '23505',
    constraint: 'only_once',
  });
  expect(await db.query('SELECT n FROM singles')).toEqual([{ n: 1 }]);
});

test.each(['40001', '40P01'])('work that the database undid (%s) is run again', async (code) => {
  let runs = 0;
  const done = await database.db.transaction(async (query) => {
    runs += 1;
    if (runs < 3) throw Object.assign(new Error('undone'), { code });
    return query('SELECT 1 AS one');
  });
  expect(done).toEqual([{ one: 1 }]);
  expect(runs).toBe(3);
});

test.skipIf(process.env.ENGINE !== 'postgres')(
  'a conflict that the database itself finds (40001) is run again, as at SERIALIZABLE, which is the rule elsewhere',
  async () => {
    const { db } = database;
    await db.query('CREATE TABLE duties (who text PRIMARY KEY, is_on boolean NOT NULL)');
    await db.query("INSERT INTO duties VALUES ('one', true), ('two', true)");
    const [first, second] = [latch(), latch()];
    let runs = 0;
    // Each goes only where another one stays, and both have read before either writes.
    const leave = (who: string, mine: typeof first, others: typeof first) =>
      db.transaction(async (query) => {
        runs += 1;
        await query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
        const stay = await query('SELECT who FROM duties WHERE is_on');
        mine.open();
        await others.isOpen;
        if (stay.length > 1) await query('UPDATE duties SET is_on = false WHERE who = $1', [who]);
      });
    await Promise.all([leave('one', first, second), leave('two', second, first)]);
    expect(await db.query('SELECT who FROM duties WHERE is_on')).toHaveLength(1);
    expect(runs).toBe(3);
  },
);

test('work that the database always undoes fails in the end, other errors at once', async () => {
  let runs = 0;
  const failing = (code: string) =>
    database.db.transaction(async () => {
      runs += 1;
      throw Object.assign(new Error('undone'), { code });
    });
  await expect(failing('40001')).rejects.toThrow('undone');
  expect(runs).toBe(12);
  runs = 0;
  await expect(failing('23505')).rejects.toThrow('undone');
  expect(runs).toBe(1);
});

test('what is kept for the commit runs with it, in its order, after all that the work asked for', async () => {
  const { db } = database;
  await db.query('CREATE TABLE lines (n int)');
  const add = 'INSERT INTO lines SELECT coalesce(max(n), 0) * 10 + $1::int FROM lines';
  const seen = await db.transaction(async (query, atCommit = query) => {
    await atCommit(add, [3]);
    await atCommit(add, [4]);
    await Promise.all([query(add, [1]), query(add, [2])]);
    return query('SELECT n FROM lines ORDER BY n');
  });
  expect(seen).toEqual([{ n: 1 }, { n: 12 }]);
  expect(await db.query('SELECT n FROM lines ORDER BY n')).toEqual([1, 12, 123, 1234].map((n) => ({ n })));
});

test.each([
  ['fails in the database', 'SELECT 1 / $1::int', 0, '22012'],
  ['cannot be sent', 'SELECT $1::timestamptz', new Date(Number.NaN), undefined],
] as const)(
  'nothing is committed when a statement that is kept for the commit %s',
  async (_, sql, value, code) => {
    const { db } = database;
    await db.query('CREATE TABLE IF NOT EXISTS wholes (n int)');
    const error: unknown = await db
      .transaction(async (query, atCommit = query) => {
        await query('INSERT INTO wholes VALUES (1)');
        await atCommit('INSERT INTO wholes VALUES (2)');
        await atCommit(sql, [value]);
        await atCommit('INSERT INTO wholes VALUES (3)');
      })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as { code?: string }).code).toBe(code);
    expect(await db.query('SELECT n FROM wholes')).toEqual([]);
  },
);

test('a conflict in what is kept for the commit runs the work again', async () => {
  let runs = 0;
  await database.db.transaction(async (query, atCommit = query) => {
    runs += 1;
    if (runs < 3) await atCommit("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
  });
  expect(runs).toBe(3);
});

test('a statement that comes after the end of its transaction is refused and changes nothing', async () => {
  const { db } = database;
  await db.query('CREATE TABLE late (n int)');
  for (const isUndone of [false, true]) {
    const asked = await db
      .transaction(async (query, atCommit = query) => {
        if (isUndone) throw Object.assign(new Error('undone'), { asked: { query, atCommit } });
        return { query, atCommit };
      })
      .catch((error: { asked: { query: Query; atCommit: Write } }) => error.asked);
    for (const run of [asked.query, asked.atCommit])
      await expect(run('INSERT INTO late VALUES (1)')).rejects.toThrow('after the end of its transaction');
  }
  expect(await db.query('SELECT n FROM late')).toEqual([]);
});

test('after a failure, what was sent with it fails too, and the first failure is told', async () => {
  const { db } = database;
  await db.query('CREATE TABLE halted (n int)');
  const failed = db.transaction((query) =>
    Promise.all([query('SELECT 1 / 0'), query('INSERT INTO halted VALUES (1)'), query('SELECT 1')]),
  );
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await db.query('SELECT n FROM halted')).toEqual([]);
});

test('of statements that are asked for together each is a transaction of its own, in their order', async () => {
  const { db } = database;
  await db.query('CREATE TABLE asked (number integer PRIMARY KEY)');
  onTestFinished(async () => void (await db.query('DROP TABLE asked')));
  const insert = 'INSERT INTO asked VALUES ($1)';

  const outcomes = await db.together((query) =>
    Promise.allSettled([
      query(insert, [1]),
      query(insert, [1]),
      query('SELECT number FROM asked'),
      query(insert, [2]),
    ]),
  );

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(outcomes[1]).toHaveProperty('reason.code', '23505');
  expect(outcomes[2]).toHaveProperty('value', [{ number: 1 }]);
  expect(await db.query('SELECT number FROM asked ORDER BY number')).toEqual([{ number: 1 }, { number: 2 }]);
});

test('a statement that comes after the end of work on one connection is refused', async () => {
  const { db } = database;
  let late: Query = db.query;

  await expect(
    db.together(async (query) => {
      late = query;
      throw new Error('enough');
    }),
  ).rejects.toThrow('enough');

  await expect(late('SELECT 1')).rejects.toThrow('after the end');
  expect(db.load().inUse).toBe(0);
});

test('transactions at once each see their own work only', async () => {
  const { db } = database;
  await db.query('CREATE TABLE counter (n int)');
  await db.query('INSERT INTO counter VALUES (0)');
  await Promise.all(
    Array.from({ length: 40 }, () =>
      db.transaction(async (query) => {
        const [row] = await query<{ n: number }>('SELECT n FROM counter FOR UPDATE');
        await query('UPDATE counter SET n = $1', [(row?.n ?? 0) + 1]);
      }),
    ),
  );
  expect(await db.query('SELECT n FROM counter')).toEqual([{ n: 40 }]);
});

test('more different statements than are kept prepared still answer', async () => {
  const { db } = database;
  for (let n = 0; n < 520; n += 1) {
    expect(await db.query(`SELECT $1::int + ${n} AS sum`, [1])).toEqual([{ sum: n + 1 }]);
  }
  expect(await db.query('SELECT $1::int + 519 AS sum', [2])).toEqual([{ sum: 521 }]);
});

test.runIf(process.env.ENGINE === 'postgres')(
  'a connection lost in a transaction is an error, is not tried again, and spares the next caller',
  async () => {
    const { db } = database;
    let runs = 0;
    const lost = db.transaction(async (query) => {
      runs += 1;
      await query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(lost).rejects.toThrow();
    expect(runs).toBe(1);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

test('what is in use and what waits for a connection is told', async () => {
  const { db } = database;
  const { most } = db.load();
  const end = latch();
  onTestFinished(end.open);
  const holding = Array.from({ length: most }, () => db.transaction(() => end.isOpen));
  const last = db.query('SELECT 1');
  await expect.poll(() => db.load()).toEqual({ inUse: most, most, waiting: 1 });
  end.open();
  await Promise.all([...holding, last]);
  expect(db.load()).toEqual({ inUse: 0, most, waiting: 0 });
});

test('a lock that a session waits for is told', async () => {
  const { db } = database;
  expect(await lockWaits(db.query)).toBe(0);
  // The embedded engine has one session, which waits for nobody.
  if (db.engine === 'pglite') return;
  await db.query('CREATE TABLE locked (n int)');
  await db.query('INSERT INTO locked VALUES (1)');
  const [held, end] = [latch(), latch()];
  onTestFinished(end.open);
  const first = db.transaction(async (query) => {
    await query('UPDATE locked SET n = 2');
    held.open();
    await end.isOpen;
  });
  await held.isOpen;
  const second = db.query('UPDATE locked SET n = 3');
  await expect.poll(() => lockWaits(db.query)).toBe(1);
  end.open();
  await Promise.all([first, second]);
  expect(await lockWaits(db.query)).toBe(0);
});
