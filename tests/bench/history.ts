import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFields } from '../../contract/rules.ts';
import { transactionsCall } from '../../contract/transactions.ts';
import type { Query } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { exportTransactions, type ListWorld, listTransactions } from '../../server/history/history.ts';
import { statementPages } from '../../server/history/statementPages.ts';
import { openStatement, statementParts, timesOf } from '../../server/history/statements.ts';
import { statementTable } from '../../server/history/statementTable.ts';
import { longHistory } from '../support/longHistory.ts';
import { longLedger } from '../support/longLedger.ts';
import { tell, tellTimes } from './figures.ts';

const times = 15;

/**
 * How long the server takes for a page of 100,000 transactions on the embedded database, at the median and at worst, and for the statement of
 * a year with 100,000 movements.
 */
export async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zesto-history-'));
  const database = await openPglite({ dataDir });
  await migrate(database);
  const userId = randomUUID();
  await longHistory(database.query, userId, 100_000);
  const world = { query: database.query, together: database.together, explorer: null };
  for (const [name, search, budget] of looks) await measure(world, userId, { name, search, budget });
  const began = performance.now();
  let bytes = 0;
  for await (const piece of exportTransactions(world, userId, { time_zone: 'UTC' })) bytes += piece.length;
  const seconds = (performance.now() - began) / 1_000;
  tell({ name: `100,000 transactions as CSV (${(bytes / 1e6).toFixed(1)} MB)`, value: seconds, unit: 's' });
  await measureStatements(database.query);
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

/** Both kinds of a statement: their time, their bytes, and the most memory that was in use. */
async function measureStatements(query: Query) {
  const userId = randomUUID();
  await query(`INSERT INTO users (id, username, created_at) VALUES ($1, 'bench', $2)`, [
    userId,
    '2026-01-01',
  ]);
  const at = new Date('2026-12-31T00:00:00Z');
  await longLedger(query, userId, 100_000, at);
  await query('ANALYZE');
  const statement = await openStatement(query, userId, { period: '2026', time_zone: 'UTC' }, at);
  const times = await timesOf(query, statement, at);
  const parts = () => statementParts(query, statement, (work) => work());
  const kinds = [
    ['CSV', statementTable(statement, parts())],
    ['PDF', statementPages({ statement, times, language: 'ru', at }, parts())],
  ] as const;
  for (const [name, pieces] of kinds) {
    const began = performance.now();
    let [bytes, heap] = [0, 0];
    for await (const piece of pieces) {
      bytes += piece.length;
      heap = Math.max(heap, process.memoryUsage().heapUsed);
    }
    const seconds = (performance.now() - began) / 1_000;
    const statement = `statement of 100,000 movements as ${name}`;
    tell({ name: `${statement} (${(bytes / 1e6).toFixed(1)} MB)`, value: seconds, unit: 's', aim: 10 });
    tell({ name: `${statement}, most memory in use`, value: heap / 1e6, unit: 'MB' });
  }
}

interface Look {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly budget: number;
}

async function measure(world: ListWorld, userId: string, { name, search, budget }: Look) {
  const read = checkFields(transactionsCall.search, search);
  if (!read.ok) throw new Error(JSON.stringify(read.fields));
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    await listTransactions(world, userId, read.value);
    taken.push(performance.now() - began);
  }
  tellTimes(`history, ${name}`, taken, budget);
}
