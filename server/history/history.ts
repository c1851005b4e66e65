import type * as z from 'zod/mini';
import { csvLine } from '../../contract/csv.ts';
import { printMoney } from '../../contract/money.ts';
import type { TransactionStatus } from '../../contract/statuses.ts';
import { isTokenSymbol } from '../../contract/tokens.ts';
import type { exportTransactionsCall, Transaction, transactionsCall } from '../../contract/transactions.ts';
import { inOrder } from '../core/inOrder.ts';
import { isFrom, isUntil, refuseUnknownZone } from '../core/localDays.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Db, Query, SqlValue } from '../database/db.ts';
import { tellTerms } from '../exchange/quotes.ts';
import { isStopped, waitsToLeave } from '../payments/leaving.ts';
import { canCancel } from '../payments/payments.ts';
import { shownName } from '../payments/people.ts';
import { type Explorer, transactionPage } from '../tokens/explorer.ts';
import { type NewTransaction, rowOf, type TransactionRow } from '../transactions/records.ts';

type Filters = z.infer<(typeof exportTransactionsCall)['search']>;
type Search = z.infer<(typeof transactionsCall)['search']>;

export interface HistoryWorld {
  readonly query: Query;
  /** Where transaction hashes can be looked up. */
  readonly explorer: Explorer | null;
}

/** A transaction joined with everything that its answer needs. */
interface Line extends TransactionRow {
  readonly decimals: number;
  readonly seen: number | null;
  readonly needed: number | null;
  /** The chain of its hash (CAIP-2); null for a transaction without a chain. */
  readonly chain: string | null;
  readonly is_paused: boolean;
  readonly is_queued: boolean | null;
  /** Null for anything but a deposit. */
  readonly is_under_review: boolean | null;
  /** What an exchange received, in minor units of `received_token`, and its rate. */
  readonly receive: string | null;
  readonly rate: string | null;
  /** The person of another account here who paid it. The names are null unless that person is discoverable. */
  readonly payer_id: string | null;
  readonly payer_first_name: string | null;
  readonly payer_last_name: string | null;
}

const linesFrom = (line: string) => `
  SELECT ${line}.*, tokens.decimals, coalesce(deposits.seen, outgoing.seen) AS seen,
    coalesce(deposits.needed, outgoing.needed) AS needed, coalesce(deposits.network, outgoing.chain) AS chain, exchanges.receive, exchanges.rate,
    paid.user_id AS payer_id, payers.first_name AS payer_first_name, payers.last_name AS payer_last_name,
    ${waitsToLeave(line)} AND ${isStopped(line)} AS is_paused,
    ${waitsToLeave(line)} AND ${line}.status = 'processing' AND outgoing.payment_id IS NOT NULL AS is_queued,
    deposits.under_review AND ${line}.status = 'processing' AS is_under_review
  FROM ${line} JOIN tokens ON tokens.symbol = ${line}.token
  LEFT JOIN deposits ON deposits.transaction_id = ${line}.id
  LEFT JOIN outgoing_payments outgoing ON outgoing.payment_id = ${line}.id
  LEFT JOIN exchanges ON exchanges.id = ${line}.id
  LEFT JOIN transactions paid ON ${line}.kind = 'receive' AND paid.operation_id = ${line}.operation_id AND paid.kind <> 'receive'
  LEFT JOIN users payers ON payers.id = paid.user_id AND payers.discoverable_since IS NOT NULL AND payers.closed_at IS NULL`;

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function conditionOf(userId: string, filters: Filters): Condition {
  const { kind, token, status, date_from, date_to, time_zone, q } = filters;
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (sql: (place: string) => string, value: SqlValue | undefined) => {
    if (value === undefined || value === '') return;
    values.push(value);
    parts.push(sql(`$${values.length}`));
  };
  add((place) => `user_id = ${place}`, userId);
  add((place) => `kind = ${place}`, kind);
  add((place) => `${place} IN (token, received_token)`, token);
  add((place) => `status = ${place}`, status);
  if (date_from !== undefined || date_to !== undefined) {
    const zone = `$${values.push(time_zone)}`;
    add((place) => isFrom('created_at', zone, place), date_from);
    add((place) => isUntil('created_at', zone, place), date_to);
  }
  add(
    (place) => `strpos(lower(concat_ws(' ', id, counterparty, tx_hash, note)), lower(${place}::text)) > 0`,
    q,
  );
  return { sql: parts.join(' AND '), values };
}

export interface ListWorld extends Pick<HistoryWorld, 'explorer'> {
  readonly together: Db['together'];
}

/** One page, newest first, with the total count. */
export function listTransactions({ together, explorer }: ListWorld, userId: string, search: Search) {
  const { page, per_page } = search;
  const condition = conditionOf(userId, search);
  const part = { skip: (page - 1) * per_page, size: per_page };
  return together(async (query) => {
    const counted = countOf(query, condition);
    // The first page is at the front, however many there are.
    const listed =
      part.skip === 0
        ? idsOf(query, condition, { ...part, total: per_page })
        : counted.then((total) => idsOf(query, condition, { ...part, total }));
    const [total, ids] = await inOrder([counted, listed]);
    const [rows, steps] =
      ids.length === 0 ? [[], []] : await inOrder([linesOf(query, ids), stepsOf(query, ids)]);
    return { data: tellAll(rows, steps, explorer), meta: { page, per_page, total } };
  });
}

async function countOf(query: Query, { sql, values }: Condition): Promise<number> {
  const [counted] = await query<{ total: string }>(
    `SELECT count(*) AS total FROM transactions WHERE ${sql}`,
    values,
  ).catch(refuseUnknownZone);
  return Number(counted?.total);
}

interface Part {
  readonly skip: number;
  readonly size: number;
  /** How many pass the filters; at least `skip` and `size`. */
  readonly total: number;
}

/** The ids of a page. One of the second half is read from the end, so that the database skips as few rows as possible. */
async function idsOf(
  query: Query,
  { sql, values }: Condition,
  { skip, size, total }: Part,
): Promise<string[]> {
  const count = Math.min(size, total - skip);
  if (count <= 0) return [];
  const isFromEnd = skip > total / 2;
  const order = isFromEnd ? 'ASC' : 'DESC';
  const found = await query<{ id: string }>(
    `SELECT id FROM transactions WHERE ${sql}
    ORDER BY created_at ${order}, id ${order} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    [...values, count, isFromEnd ? total - skip - count : skip],
  );
  return found.map(({ id }) => id);
}

/** Newest first. A statement of its own, since only without a limit PostgreSQL keeps its plan, which takes it longer to make than to carry out. */
function linesOf(query: Query, ids: readonly string[]): Promise<Line[]> {
  return query<Line>(
    `${linesFrom('transactions')} WHERE transactions.id = ANY (${anyLength('$1', 'uuid')})
    ORDER BY transactions.created_at DESC, transactions.id DESC`,
    [ids],
  );
}

export async function findTransaction(
  { query, explorer }: HistoryWorld,
  userId: string,
  id: string,
): Promise<Transaction | null> {
  const rows = await query<Line>(
    `${linesFrom('transactions')} WHERE transactions.id = $1 AND transactions.user_id = $2`,
    [id, userId],
  );
  const [found] = await tell({ query, explorer }, rows);
  return found ?? null;
}

async function tell({ query, explorer }: HistoryWorld, rows: readonly Line[]): Promise<Transaction[]> {
  if (rows.length === 0) return [];
  const steps = await stepsOf(
    query,
    rows.map(({ id }) => id),
  );
  return tellAll(rows, steps, explorer);
}

interface StepRow {
  readonly transaction_id: string;
  readonly status: TransactionStatus;
  readonly at: Date;
}

/** The timelines of transactions, each in its order. */
function stepsOf(query: Query, ids: readonly string[]): Promise<StepRow[]> {
  return query<StepRow>(
    `SELECT transaction_id, status, at FROM transaction_steps
    WHERE transaction_id = ANY (${anyLength('$1', 'uuid')}) ORDER BY transaction_id, position`,
    [ids],
  );
}

function tellAll(rows: readonly Line[], steps: readonly StepRow[], explorer: Explorer | null): Transaction[] {
  const timelines = new Map(rows.map(({ id }) => [id, [] as Transaction['timeline']]));
  for (const { transaction_id, status, at } of steps) {
    timelines.get(transaction_id)?.push({ status, at: at.toISOString() });
  }
  return rows.map((row) => tellOne(row, timelines.get(row.id) ?? [], explorer));
}

/** A payment just written, in the same form as when it is read later. */
export function tellNew(line: NewTransaction, decimals: number): Transaction {
  const timeline = line.timeline.map(({ status, at }) => ({ status, at: at.toISOString() }));
  return tellOne({ decimals, ...unread, ...rowOf(line) }, timeline, null);
}

/** What other tables would tell of a payment that was just written. */
const unread = {
  seen: null,
  needed: null,
  chain: null,
  payer_id: null,
  payer_first_name: null,
  payer_last_name: null,
  is_paused: false,
  is_queued: false,
  is_under_review: null,
  receive: null,
  rate: null,
};

const pageOfHash = ({ chain, tx_hash: hash }: Line, explorer: Explorer | null) =>
  transactionPage(explorer, { chain, hash });

function tellOne(row: Line, timeline: Transaction['timeline'], explorer: Explorer | null): Transaction {
  const { amount, fee, total } = amountsOf(row);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    token: row.token,
    amount,
    fee,
    total,
    counterparty: row.counterparty,
    tx_hash: row.tx_hash,
    note: row.note,
    reason: reasonOf(row),
    confirmations: row.seen === null || row.needed === null ? null : { seen: row.seen, needed: row.needed },
    explorer_url: pageOfHash(row, explorer),
    exchange: bothSidesOf(row),
    sender: senderOf(row),
    can_cancel: canCancel(row),
    timeline,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function reasonOf({ is_paused, is_queued, is_under_review, reason }: Line): Transaction['reason'] {
  if (is_paused) return 'paused';
  if (is_queued) return 'queued';
  return is_under_review ? 'under_review' : reason;
}

/** Null when no other account here paid it. */
function senderOf({ payer_id, payer_first_name: first_name, payer_last_name: last_name }: Line) {
  return payer_id === null ? null : { name: shownName({ first_name, last_name }) };
}

/** Null when it is no exchange, or when its record is missing. */
function bothSidesOf({ token: from, received_token: to, amount, fee, receive, rate }: Line) {
  if (to === null || receive === null || rate === null) return null;
  if (!isTokenSymbol(from) || !isTokenSymbol(to)) return null;
  const [minor, minorFee] = [BigInt(amount), BigInt(fee)];
  return tellTerms({ from, to, pay: minor + minorFee, fee: minorFee, receive: BigInt(receive), rate });
}

function amountsOf({ kind, token: symbol, decimals, amount, fee }: Line) {
  const print = (minor: bigint) => printMoney({ token: { symbol, name: symbol, decimals }, minor });
  const isPaid = kind === 'send' || kind === 'withdraw' || kind === 'exchange';
  return {
    amount: print(BigInt(amount)),
    fee: print(BigInt(fee)),
    total: print(BigInt(amount) + (isPaid ? BigInt(fee) : 0n)),
  };
}

const columns = [
  'id',
  'created_at',
  'updated_at',
  'kind',
  'status',
  'token',
  'amount',
  'fee',
  'total',
  'counterparty',
  'tx_hash',
  'note',
  'received_token',
  'received_amount',
  'rate',
  'reason',
  'explorer_url',
] as const;

const rowsAtOnce = 500;

/**
 * Everything that passes the filters, newest first, as CSV (RFC 4180), a few hundred rows at a time, so that no history fills the server's
 * memory. Transactions that are added meanwhile are not included.
 */
export async function* exportTransactions(
  { query, explorer }: HistoryWorld,
  userId: string,
  filters: Filters,
): AsyncGenerator<string> {
  let isBegun = false;
  for await (const rows of partsOf(query, userId, filters)) {
    // The headings follow the first read, so that a refusal can still be answered as one.
    if (!isBegun) yield csvLine(columns);
    isBegun = true;
    if (rows.length > 0) yield rows.map((row) => lineOf(row, explorer)).join('');
  }
}

/** All of a person's transactions, newest first, in parts. */
export async function* allTransactions(
  world: HistoryWorld,
  userId: string,
): AsyncGenerator<readonly Transaction[]> {
  for await (const rows of partsOf(world.query, userId, { time_zone: 'UTC' })) yield await tell(world, rows);
}

async function* partsOf(query: Query, userId: string, filters: Filters): AsyncGenerator<readonly Line[]> {
  const condition = conditionOf(userId, filters);
  const place = condition.values.length;
  for (let last: Line | undefined; ; ) {
    const rows: Line[] = await query<Line>(
      `WITH part AS (
        SELECT * FROM transactions WHERE ${condition.sql}
        ${last ? `AND (created_at, id) < ($${place + 1}, $${place + 2})` : ''}
        ORDER BY created_at DESC, id DESC LIMIT ${rowsAtOnce}
      )
      ${linesFrom('part')} ORDER BY part.created_at DESC, part.id DESC`,
      last ? [...condition.values, last.created_at, last.id] : condition.values,
    ).catch(refuseUnknownZone);
    yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}

function lineOf(row: Line, explorer: Explorer | null): string {
  const exchange = bothSidesOf(row);
  const cells = {
    id: row.id,
    kind: row.kind,
    status: row.status,
    token: row.token,
    counterparty: row.counterparty,
    tx_hash: row.tx_hash,
    note: row.note,
    ...amountsOf(row),
    received_token: exchange?.to,
    received_amount: exchange?.receive,
    rate: exchange?.rate,
    reason: reasonOf(row),
    explorer_url: pageOfHash(row, explorer),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
  return csvLine(columns.map((column) => cells[column] ?? ''));
}
