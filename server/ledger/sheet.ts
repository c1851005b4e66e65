import { ok, type Result, refused } from '../../contract/result.ts';
import type { Query } from '../database/db.ts';
import type { Hold } from './holds.ts';
import { checkBatch, type Transfer, type TransferProblem } from './transfers.ts';

interface AccountName {
  readonly ownerId: string;
  readonly token: string;
}

/** A locked account: as it was found, and as it will stand. */
interface Line extends AccountName {
  readonly isUser: boolean;
  readonly found: Amounts;
  now: Amounts;
}

interface Amounts {
  readonly posted: bigint;
  readonly held: bigint;
}

type SheetProblem = Extract<TransferProblem, 'insufficient_balance' | 'unknown_account'>;

/**
 * Many movements of one transaction, each judged by itself: the accounts are locked and read at once, the movements judged one
 * after the other on paper, and what was accepted is written at once. A refused movement leaves no trace and stops no other.
 */
export interface Sheet {
  /** Moves all of `legs` or nothing, by the balances after the last of them. */
  transfer(legs: readonly Transfer[]): Result<null, SheetProblem>;
  /** Takes an amount out of what is available. */
  hold(hold: Hold): Result<null, SheetProblem>;
  /** Writes what was accepted, in one statement. */
  write(): Promise<void>;
}

/** Locks `accounts`, in the order of their key. Others than these cannot be moved on the sheet. */
export async function openSheet(query: Query, accounts: readonly AccountName[]): Promise<Sheet> {
  const lines = await lockLines(query, accounts);
  const transfers: Transfer[] = [];
  const holds: Hold[] = [];

  /** Applies changes, by account, if all of them can be. */
  function apply(changes: ReadonlyMap<string, Amounts>): Result<null, SheetProblem> {
    const after: (readonly [Line, Amounts])[] = [];
    for (const [name, change] of changes) {
      const line = lines.get(name);
      if (!line) return refused('unknown_account');
      after.push([line, plus(line.now, change)]);
    }
    if (after.some(([line, { posted, held }]) => line.isUser && posted < held)) {
      return refused('insufficient_balance');
    }
    for (const [line, amounts] of after) line.now = amounts;
    return ok(null);
  }

  return {
    transfer(legs) {
      checkBatch(legs);
      const changes = new Map<string, Amounts>();
      for (const { token, debitOwnerId, creditOwnerId, amount } of legs) {
        add(changes, nameOf({ ownerId: debitOwnerId, token }), { posted: -amount, held: 0n });
        add(changes, nameOf({ ownerId: creditOwnerId, token }), { posted: amount, held: 0n });
      }
      const applied = apply(changes);
      if (applied.ok) transfers.push(...legs);
      return applied;
    },
    hold(hold) {
      if (hold.amount <= 0n) throw new RangeError('this is not a hold');
      const applied = apply(new Map([[nameOf(hold), { posted: 0n, held: hold.amount }]]));
      if (applied.ok) holds.push(hold);
      return applied;
    },
    write: () => write(query, transfers, holds, [...lines.values()]),
  };
}

async function lockLines(query: Query, accounts: readonly AccountName[]): Promise<Map<string, Line>> {
  const rows = await query<{
    owner_id: string;
    token: string;
    kind: string;
    posted: string;
    held: string;
  }>(
    `SELECT account.owner_id, account.token, account.kind, account.posted, account.held
    FROM (SELECT DISTINCT owner_id, token FROM unnest($1::uuid[], $2::text[]) AS given (owner_id, token)) AS named
    JOIN ledger_accounts account ON account.owner_id = named.owner_id AND account.token = named.token
    ORDER BY account.owner_id, account.token FOR NO KEY UPDATE OF account`,
    [accounts.map(({ ownerId }) => ownerId), accounts.map(({ token }) => token)],
  );
  const lines = rows.map(({ owner_id: ownerId, token, kind, posted, held }): Line => {
    const found = { posted: BigInt(posted), held: BigInt(held) };
    return { ownerId, token, isUser: kind === 'user', found, now: found };
  });
  return new Map(lines.map((line) => [nameOf(line), line]));
}

/** Balances move by differences, never to a number that was calculated here. */
const writeSql = `
WITH written AS (
  INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::uuid[], $8::timestamptz[])
), placed AS (
  INSERT INTO ledger_holds (id, owner_id, token, amount, kind, operation_id, since, until)
  SELECT * FROM unnest($9::uuid[], $10::uuid[], $11::text[], $12::numeric[], $13::text[], $14::uuid[], $15::timestamptz[], $16::timestamptz[])
)
UPDATE ledger_accounts account SET posted = account.posted + change.posted, held = account.held + change.held
FROM unnest($17::uuid[], $18::text[], $19::numeric[], $20::numeric[]) AS change (owner_id, token, posted, held)
WHERE account.owner_id = change.owner_id AND account.token = change.token`;

async function write(
  query: Query,
  transfers: readonly Transfer[],
  holds: readonly Hold[],
  lines: readonly Line[],
): Promise<void> {
  const changed = lines.filter(({ now, found }) => now.posted !== found.posted || now.held !== found.held);
  if (transfers.length === 0 && holds.length === 0) return;
  await query(writeSql, [
    transfers.map(({ id }) => id),
    transfers.map(({ token }) => token),
    transfers.map(({ debitOwnerId }) => debitOwnerId),
    transfers.map(({ creditOwnerId }) => creditOwnerId),
    transfers.map(({ amount }) => amount),
    transfers.map(({ kind }) => kind),
    transfers.map(({ operationId }) => operationId),
    transfers.map(({ at }) => at),
    holds.map(({ id }) => id),
    holds.map(({ ownerId }) => ownerId),
    holds.map(({ token }) => token),
    holds.map(({ amount }) => amount),
    holds.map(({ kind }) => kind),
    holds.map(({ operationId }) => operationId),
    holds.map(({ since }) => since),
    holds.map(({ until }) => until),
    changed.map(({ ownerId }) => ownerId),
    changed.map(({ token }) => token),
    changed.map(({ now, found }) => now.posted - found.posted),
    changed.map(({ now, found }) => now.held - found.held),
  ]);
}

function nameOf({ ownerId, token }: AccountName): string {
  return `${ownerId} ${token}`;
}

function add(changes: Map<string, Amounts>, name: string, change: Amounts): void {
  changes.set(name, plus(changes.get(name) ?? { posted: 0n, held: 0n }, change));
}

function plus(one: Amounts, other: Amounts): Amounts {
  return { posted: one.posted + other.posted, held: one.held + other.held };
}
