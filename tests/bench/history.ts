import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFields } from '../../contract/rules.ts';
import { transactionsCall } from '../../contract/transactions.ts';
import type { Query } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { exportTransactions, listTransactions } from '../../server/history/history.ts';
import { longHistory } from '../support/longHistory.ts';

const times = 15;

/** How long the server takes for a page of 100,000 transactions on the embedded database, at the median and at worst. */
export async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zesto-history-'));
  const database = await openPglite({ dataDir });
  await migrate(database);
  const userId = randomUUID();
  await longHistory(database.query, userId, 100_000);
  for (const [name, search, budget] of looks) await measure(database.query, userId, { name, search, budget });
  const began = performance.now();
  let bytes = 0;
  for await (const piece of exportTransactions(database.query, userId, { time_zone: 'UTC' }))
    bytes += piece.length;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`the whole history as CSV: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s`);
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}

const looks = [
  ['first page', {}, 50],
  ['page 2,500, in the middle', { page: '2500' }, 150],
  ['last page', { page: '5000' }, 150],
  ['withdrawals, first page', { kind: 'withdraw' }, 150],
  ['failed in STO, first page', { status: 'failed', token: 'STO' }, 150],
  ['all in STO, first page', { token: 'STO' }, 150],
  ['one month', { date_from: '2026-03-01', date_to: '2026-03-31' }, 150],
  ['a part of an address', { q: 'beef' }, 150],
] as const;

interface Look {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly budget: number;
}

async function measure(query: Query, userId: string, { name, search, budget }: Look) {
  const read = checkFields(transactionsCall.search, search);
  if (!read.ok) throw new Error(JSON.stringify(read.fields));
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await listTransactions(query, userId, read.value);
    taken.push(performance.now() - began);
  }
  taken.sort((left, right) => left - right);
  const tell = (milliseconds: number | undefined) => (milliseconds ?? 0).toFixed(1).padStart(6);
  console.log(
    `${name.padEnd(28)} median ${tell(taken[times >> 1])} ms, worst ${tell(taken.at(-1))} ms, aim ${budget} ms`,
  );
}
