import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyticsCall, eventTypes } from '../../contract/analytics.ts';
import { checkFields } from '../../contract/rules.ts';
import { figuresOf } from '../../server/analytics/figures.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { tellTimes } from './figures.ts';

const times = 15;
const aim = 100;

const looks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a year by day', {}],
  ['a year by day, in Berlin', { time_zone: 'Europe/Berlin' }],
  ['a year by month, in Kolkata', { group_by: 'monthly', time_zone: 'Asia/Kolkata' }],
  ['one type by day', { type: 'transaction_send' }],
  ['one month', { date_from: '2026-03-01', date_to: '2026-03-31' }],
];

/** How long one person's figures of a year with 100,000 events take on the embedded database, at the median and at worst. */
export async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zesto-analytics-'));
  const database = await openPglite({ dataDir });
  await migrate(database);
  const userId = randomUUID();
  await database.query('INSERT INTO users (id, created_at) VALUES ($1, now())', [userId]);
  await database.query(
    `INSERT INTO events (id, user_id, type, at, value)
    SELECT gen_random_uuid(), $1, ($2::text[])[1 + n % 13],
      timestamptz '2026-11-30T00:00:00Z' - n * interval '315 seconds', n::numeric * 1000000
    FROM generate_series(1, 100000) AS n`,
    [userId, eventTypes],
  );
  await database.query('VACUUM ANALYZE');
  for (const [name, given] of looks) {
    const search = checkFields(analyticsCall.search, given);
    if (!search.ok) throw new Error(JSON.stringify(search.fields));
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const began = performance.now();
      await figuresOf(database.query, userId, search.value);
      taken.push(performance.now() - began);
    }
    tellTimes(`analytics, ${name}`, taken, aim);
  }
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
