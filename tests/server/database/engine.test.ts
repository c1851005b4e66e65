import { expect, test } from 'vitest';
import { testDatabase } from '../../support/database.ts';

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
