import type * as z from 'zod/mini';
import { convertMoney, printMoney, type Rate } from '../../contract/money.ts';
import type { statementCall } from '../../contract/statements.ts';
import { valueToken } from '../../contract/tokens.ts';
import { midnightIn, refuseUnknownZone } from '../core/localDays.ts';
import { priceText } from '../core/pairs.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { decimal } from '../rates/currentPrices.ts';
import { priceThen } from '../rates/priceThen.ts';

type Search = z.infer<(typeof statementCall)['search']>;

/** A token of a statement, in minor units. `first` and `last` are the positions of the period's legs in the account's chain. */
interface Account {
  readonly token: string;
  readonly decimals: number;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly first: string | null;
  readonly last: string | null;
  /** In USDT, in the format of the column; null when no price was known. */
  readonly priceAtStart: string | null;
  readonly priceAtEnd: string | null;
}

/** The head of a statement. `until` is the end of the period, or the time of the request when that is earlier. */
export interface Statement extends Search {
  readonly userId: string;
  readonly holder: string;
  /** The person's email or username, or their id. */
  readonly login: string;
  readonly from: Date;
  readonly until: Date;
  readonly isOver: boolean;
  readonly accounts: readonly Account[];
}

/** Every leg of the person at `$1`, from their side. */
const legs = `
  SELECT token, -amount AS amount, debit_position AS position, created_at FROM ledger_transfers WHERE debit_owner_id = $1
  UNION ALL
  SELECT token, amount, credit_position, created_at FROM ledger_transfers WHERE credit_owner_id = $1`;

/**
 * Reads the balances at both ends of the period, in one SQL statement. Refuses a period that has not begun (`in_future`) and one that ended
 * before the account was opened (`too_small`).
 */
export async function openStatement(
  query: Query,
  userId: string,
  search: Search,
  at: Date,
): Promise<Statement> {
  const bounds = await boundsOf(query, userId, search, at);
  const rows = await query<
    Omit<Account, 'opening' | 'closing'> & { readonly opening: string; readonly closing: string }
  >(
    `SELECT folded.*, tokens.decimals, ${priceThen('folded.token', '$2')} AS "priceAtStart", ${priceThen('folded.token', '$3')} AS "priceAtEnd"
    FROM (
      SELECT token, coalesce(sum(amount) FILTER (WHERE created_at < $2), 0) AS opening, sum(amount) AS closing,
        min(position) FILTER (WHERE created_at >= $2) AS first, max(position) FILTER (WHERE created_at >= $2) AS last
      FROM (${legs}) AS leg WHERE created_at < $3::timestamptz GROUP BY token
    ) AS folded JOIN tokens ON tokens.symbol = folded.token ORDER BY folded.token`,
    [userId, bounds.from, bounds.until],
  );
  const accounts = rows
    .map((row) => ({ ...row, opening: BigInt(row.opening), closing: BigInt(row.closing) }))
    .filter(({ opening, first }) => opening !== 0n || first !== null);
  return { ...search, ...bounds, userId, accounts };
}

async function boundsOf(query: Query, userId: string, { period, time_zone }: Search, at: Date) {
  const isYear = period.length === 4;
  const start = "($2::text || '-01')::date::timestamp";
  const [row] = await query<{ from: Date; end: Date; created_at: Date; holder: string; login: string }>(
    `SELECT ${midnightIn('$3', start)} AS from, ${midnightIn('$3', `(${start} + $4::interval)`)} AS end, created_at,
      coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, username, id::text) AS holder,
      coalesce(email, username, id::text) AS login
    FROM users WHERE id = $1`,
    [userId, isYear ? `${period}-01` : period, time_zone, isYear ? '1 year' : '1 month'],
  ).catch(refuseUnknownZone);
  if (!row) throw new Error('a statement of nobody');
  const { from, end, created_at, holder, login } = row;
  if (from > at) throw new Refusal('VALIDATION_FAILED', { fields: { period: 'in_future' } });
  if (end <= created_at) throw new Refusal('VALIDATION_FAILED', { fields: { period: 'too_small' } });
  return { from, until: end < at ? end : at, isOver: end <= at, holder, login };
}

/** The ends of a statement and the time when it was made, as `YYYY-MM-DD HH:MM:SS` in its time zone. */
export interface StatementTimes {
  readonly from: string;
  readonly until: string;
  readonly created: string;
}

export async function timesOf(
  query: Query,
  { from, until, time_zone }: Statement,
  at: Date,
): Promise<StatementTimes> {
  const local = (place: string) => `to_char(${place}::timestamptz AT TIME ZONE $4, 'YYYY-MM-DD HH24:MI:SS')`;
  const [times] = await query<StatementTimes>(
    `SELECT ${local('$1')} AS from, ${local('$2')} AS until, ${local('$3')} AS created`,
    [from, until, at, time_zone],
  );
  if (!times) throw new Error('a statement without times');
  return times;
}

/** The effect of one operation on one token, in minor units: `change` excludes the fee, which was taken separately. */
interface Movement {
  readonly operation: string;
  readonly at: Date;
  readonly last: string;
  readonly change: bigint;
  readonly fee: bigint;
}

interface Leg {
  readonly position: string;
  readonly operation: string;
  readonly isFee: boolean;
  readonly amount: string;
  readonly at: Date;
}

const legsAtOnce = 1_000;

/**
 * The legs of one token in the order of the ledger, in parts. Positions are assigned under the account's lock, so no leg is added later
 * between the first and the last one.
 */
async function* legsOf(
  query: Query,
  { userId, from, until }: Statement,
  { token, first, last }: Account,
): AsyncGenerator<readonly Leg[]> {
  if (first === null || last === null) return;
  const side = (name: 'debit' | 'credit') => `
    (SELECT ${name}_position AS position, operation_id AS operation, kind = 'fee' AS "isFee",
      ${name === 'debit' ? '-amount' : 'amount'} AS amount, created_at AS at
    FROM ledger_transfers WHERE ${name}_owner_id = $1 AND token = $2 AND ${name}_position >= $3 AND ${name}_position <= $4
      AND created_at >= $5 AND created_at < $6 ORDER BY ${name}_position LIMIT ${legsAtOnce})`;
  for (let next = first; ; ) {
    const rows: Leg[] = await query<Leg>(
      `${side('debit')} UNION ALL ${side('credit')} ORDER BY position LIMIT ${legsAtOnce}`,
      [userId, token, next, last, from, until],
    );
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < legsAtOnce) return;
    next = String(BigInt(end.position) + 1n);
  }
}

/** Joins adjacent legs of one operation to one movement, also across parts. */
async function* movementsOf(parts: AsyncIterable<readonly Leg[]>): AsyncGenerator<readonly Movement[]> {
  let open: Movement | null = null;
  for await (const part of parts) {
    const whole: Movement[] = [];
    for (const { operation, at, position, isFee, amount } of part) {
      const isNext: boolean = open?.operation === operation;
      if (open && !isNext) whole.push(open);
      const before: Pick<Movement, 'change' | 'fee'> = open && isNext ? open : { change: 0n, fee: 0n };
      open = {
        ...{ operation, at, last: position },
        change: before.change + (isFee ? 0n : BigInt(amount)),
        fee: before.fee - (isFee ? BigInt(amount) : 0n),
      };
    }
    if (whole.length > 0) yield whole;
  }
  if (open) yield [open];
}

/** Facts of a movement that come from other tables than the ledger. */
interface Told {
  readonly local: string;
  readonly kind: string | null;
  readonly counterparty: string | null;
  readonly tx_hash: string | null;
  readonly other: string | null;
  readonly other_amount: string | null;
  readonly other_decimals: number | null;
  readonly price: string | null;
}

function describe(
  query: Query,
  { userId, time_zone }: Statement,
  token: string,
  movements: readonly Movement[],
): Promise<Told[]> {
  return query<Told>(
    `SELECT to_char(moved.at AT TIME ZONE $5, 'YYYY-MM-DD HH24:MI:SS') AS local, line.kind, line.counterparty, line.tx_hash,
      other.token AS other, other.amount AS other_amount, tokens.decimals AS other_decimals, ${priceThen('$2::text', 'moved.at')} AS price
    FROM unnest($3::uuid[], $4::timestamptz[]) WITH ORDINALITY AS moved (operation, at, place)
    LEFT JOIN LATERAL (
      SELECT kind, counterparty, tx_hash FROM transactions
      WHERE operation_id = moved.operation AND user_id = $1 ORDER BY status = 'completed' DESC, created_at DESC LIMIT 1
    ) AS line ON true
    LEFT JOIN LATERAL (
      SELECT token, sum(CASE WHEN debit_owner_id = $1 THEN -amount ELSE amount END) AS amount FROM ledger_transfers
      WHERE operation_id = moved.operation AND $1 IN (debit_owner_id, credit_owner_id) AND token <> $2
      GROUP BY token ORDER BY token LIMIT 1
    ) AS other ON true
    LEFT JOIN tokens ON tokens.symbol = other.token
    ORDER BY moved.place`,
    [userId, token, movements.map(({ operation }) => operation), movements.map(({ at }) => at), time_zone],
  );
}

/** Sums of a period in one token, or of all tokens in USDT; in minor units. */
interface Sums {
  readonly in: bigint;
  readonly out: bigint;
  readonly fee: bigint;
}

/** A balance of a token, and its value at that time. */
export interface Balance {
  /** In the format of the wire. */
  readonly balance: string;
  /** In USDT; null when no price was known. */
  readonly price: string | null;
  readonly value: string | null;
}

/** One operation in one token, formatted. */
export interface StatementLine extends Balance {
  readonly at: Date;
  /** `YYYY-MM-DD HH:MM:SS` in the statement's time zone. */
  readonly local: string;
  readonly operation: string;
  /** Null when the history has no transaction for it. */
  readonly kind: string | null;
  /** Null when nothing moved in this direction. */
  readonly in: string | null;
  readonly out: string | null;
  readonly fee: string;
  /** The token and amount of the other side of an exchange. */
  readonly other: string | null;
  readonly otherAmount: string | null;
  readonly counterparty: string | null;
  readonly hash: string | null;
}

/** The parts of a statement, in their order. The sums of a `closing` are in its token, those of the `end` in USDT. */
export type StatementPart =
  | ({ readonly type: 'opening'; readonly account: Account } & Balance)
  | { readonly type: 'movements'; readonly account: Account; readonly lines: readonly StatementLine[] }
  | ({ readonly type: 'closing'; readonly account: Account; readonly sums: PrintedSums } & Balance)
  | {
      readonly type: 'end';
      readonly sums: PrintedSums;
      readonly movements: number;
      /** The number of movements without a known price, which no sum includes. */
      readonly unpriced: number;
      /** Whole operations: an exchange is one, though it is a movement in each of two tokens. */
      readonly transactions: number;
      /** The number of transactions with a movement without a known price. */
      readonly unpricedTransactions: number;
    };

export interface PrintedSums {
  readonly in: string;
  readonly out: string;
  /** In minus out and fees. */
  readonly net: string;
  readonly fee: string;
}

/**
 * Reads a statement, a few hundred movements at a time; `turn` runs each read. Throws when the movements do not add up to the closing
 * balance, so that no incomplete statement ends as if it were complete.
 */
export async function* statementParts(
  query: Query,
  statement: Statement,
  turn: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<StatementPart> {
  const inTurn: Query = (sql, values) => turn(() => query(sql, values));
  const total = { in: 0n, out: 0n, fee: 0n };
  let [movements, unpriced] = [0, 0];
  const transactions = transactionCount();
  for (const account of statement.accounts) {
    const sums = { in: 0n, out: 0n, fee: 0n };
    let balance = account.opening;
    yield { type: 'opening', account, ...balanceAt(account, balance, account.priceAtStart) };
    for await (const part of movementsOf(legsOf(inTurn, statement, account))) {
      const told = await describe(inTurn, statement, account.token, part);
      const lines = part.map((movement, index) => {
        const more = told[index] ?? null;
        const { change, fee } = movement;
        const [into, out] = change > 0n ? [change, 0n] : [0n, -change];
        balance += change - fee;
        add(sums, { in: into, out, fee });
        const price = rateOf(more?.price ?? null);
        const worth = (minor: bigint) => worthOf(account, minor, price) ?? 0n;
        add(total, { in: worth(into), out: worth(out), fee: worth(fee) });
        movements += 1;
        if (price === null) unpriced += 1;
        transactions.add(account.token, movement.operation, more?.other ?? null, price !== null);
        return lineOf(account, movement, more, balance);
      });
      yield { type: 'movements', account, lines };
    }
    // Both are sums of the same legs.
    if (balance !== account.closing) throw new Error(`a statement of ${account.token} does not add up`);
    const printed = printSums(account, sums);
    yield { type: 'closing', account, sums: printed, ...balanceAt(account, balance, account.priceAtEnd) };
  }
  const inUsdt = { token: valueToken.symbol, decimals: valueToken.decimals };
  yield { type: 'end', sums: printSums(inUsdt, total), movements, unpriced, ...transactions.counted() };
}

/** Counts transactions by their movements. One that has movements in two tokens is counted with the first of both. */
function transactionCount() {
  let [transactions, unpriced] = [0, 0];
  const unpricedPairs = new Set<string>();
  return {
    add(token: string, operation: string, other: string | null, isPriced: boolean) {
      if (other === null || token < other) transactions += 1;
      if (isPriced) return;
      if (other === null) unpriced += 1;
      else unpricedPairs.add(operation);
    },
    counted: () => ({ transactions, unpricedTransactions: unpriced + unpricedPairs.size }),
  };
}

type Unit = Pick<Account, 'token' | 'decimals'>;

const print = ({ token, decimals }: Unit, minor: bigint) =>
  printMoney({ token: { symbol: token, name: token, decimals }, minor });

function add(sums: { in: bigint; out: bigint; fee: bigint }, more: Sums) {
  sums.in += more.in;
  sums.out += more.out;
  sums.fee += more.fee;
}

const printSums = (unit: Unit, sums: Sums): PrintedSums => ({
  in: print(unit, sums.in),
  out: print(unit, sums.out),
  net: print(unit, sums.in - sums.out - sums.fee),
  fee: print(unit, sums.fee),
});

function worthOf({ token, decimals }: Unit, minor: bigint, price: Rate | null): bigint | null {
  return (
    price && convertMoney({ token: { symbol: token, name: token, decimals }, minor }, price, valueToken).minor
  );
}

/** A balance with its value at a price; `valued` is the amount to value when it is not the balance. */
export function balanceAt(unit: Unit, balance: bigint, price: string | null, valued = balance): Balance {
  const value = worthOf(unit, valued, rateOf(price));
  return {
    balance: print(unit, balance),
    price: price && priceText(price),
    value: value === null ? null : printMoney({ token: valueToken, minor: value }),
  };
}

function lineOf(
  account: Account,
  { operation, at, change, fee }: Movement,
  more: Told | null,
  balance: bigint,
): StatementLine {
  return {
    ...{ at, operation, local: more?.local ?? '', kind: more?.kind ?? null },
    in: change > 0n ? print(account, change) : null,
    out: change < 0n ? print(account, -change) : null,
    fee: print(account, fee),
    ...{ other: more?.other ?? null, otherAmount: otherAmount(more) },
    ...{ counterparty: more?.counterparty ?? null, hash: more?.tx_hash ?? null },
    ...balanceAt(account, balance, more?.price ?? null, change > 0n ? change : -change),
  };
}

const rateOf = (price: string | null): Rate | null => (price === null ? null : decimal(price));

function otherAmount(told: Told | null): string | null {
  if (!told || told.other === null || told.other_amount === null || told.other_decimals === null) return null;
  const minor = BigInt(told.other_amount);
  return print({ token: told.other, decimals: told.other_decimals }, minor < 0n ? -minor : minor);
}
