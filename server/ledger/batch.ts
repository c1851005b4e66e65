import { ok, type Result, refused } from '../../contract/result.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query, Write } from '../database/db.ts';
import { type Chain, contentOf, extend } from './chain.ts';
import type { Hold } from './holds.ts';
import { checkBatch, type Transfer, type TransferProblem } from './transfers.ts';

interface AccountName {
  readonly ownerId: string;
  readonly token: string;
}

/** A locked account, with its original and its new state. */
interface Line extends AccountName {
  readonly isUser: boolean;
  readonly found: Amounts;
  now: Amounts;
  readonly chainFound: Chain;
  chain: Chain;
}

interface Amounts {
  readonly posted: bigint;
  readonly held: bigint;
}

type LedgerBatchProblem = Extract<TransferProblem, 'insufficient_balance' | 'unknown_account'>;

/**
 * Many movements in one transaction, each judged separately: the accounts are locked and read at once, the movements judged one
 * after the other in memory, and the accepted ones written at once. A refused movement changes nothing and stops no other.
 */
export interface LedgerBatch {
  /** Moves all of `legs` or none, judged by the balances after the last of them. */
  transfer(legs: readonly Transfer[]): Result<null, LedgerBatchProblem>;
  /** Holds an amount of the available balance. */
  hold(hold: Hold): Result<null, LedgerBatchProblem>;
  /** What an account has available after the movements accepted so far, in minor units. */
  available(account: AccountName): bigint;
  /** Writes the accepted movements, in one statement: at once, or as `run` does. */
  write(run?: Write): Promise<void>;
}

/** Locks `accounts`, in key order. Only these can be moved in the batch. */
export async function openLedgerBatch(query: Query, accounts: readonly AccountName[]): Promise<LedgerBatch> {
  const lines = await lockLines(query, accounts);
  const transfers: Transfer[] = [];
  const holds: Hold[] = [];

  /** Applies the changes of all accounts, or none. */
  function apply(changes: ReadonlyMap<string, Amounts>): Result<null, LedgerBatchProblem> {
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
    available(account) {
      const line = lines.get(nameOf(account));
      return line ? line.now.posted - line.now.held : 0n;
    },
    write: (run = query) => write(run, transfers, holds, lines),
  };
}

async function lockLines(query: Query, accounts: readonly AccountName[]): Promise<Map<string, Line>> {
  const rows = await query<{
    owner_id: string;
    token: string;
    kind: string;
    posted: string;
    held: string;
    chain_length: string;
    chain_head: Uint8Array;
  }>(
    `SELECT account.owner_id, account.token, account.kind, account.posted, account.held, account.chain_length, account.chain_head
    FROM (SELECT DISTINCT owner_id, token FROM unnest(${anyLength('$1', 'uuid')}, $2::text[]) AS given (owner_id, token)) AS named
    JOIN ledger_accounts account ON account.owner_id = named.owner_id AND account.token = named.token
    ORDER BY account.owner_id, account.token FOR NO KEY UPDATE OF account`,
    [accounts.map(({ ownerId }) => ownerId), accounts.map(({ token }) => token)],
  );
  const lines = rows.map(({ owner_id: ownerId, token, kind, posted, held, ...row }): Line => {
    const found = { posted: BigInt(posted), held: BigInt(held) };
    const chain = { length: BigInt(row.chain_length), head: row.chain_head };
    return { ownerId, token, isUser: kind === 'user', found, now: found, chainFound: chain, chain };
  });
  return new Map(lines.map((line) => [nameOf(line), line]));
}

/** Balances are changed by differences, never set to a number computed here; only the chain's head is set. */
const writeSql = `
WITH written AS (
  INSERT INTO ledger_transfers (id, token, debit_owner_id, credit_owner_id, amount, kind, operation_id, created_at,
    debit_position, debit_chain, credit_position, credit_chain)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::uuid[], $8::timestamptz[],
    $23::bigint[], $24::bytea[], $25::bigint[], $26::bytea[])
), placed AS (
  INSERT INTO ledger_holds (id, owner_id, token, amount, kind, operation_id, since, until)
  SELECT * FROM unnest($9::uuid[], $10::uuid[], $11::text[], $12::numeric[], $13::text[], $14::uuid[], $15::timestamptz[], $16::timestamptz[])
)
UPDATE ledger_accounts account SET posted = account.posted + change.posted, held = account.held + change.held,
  chain_length = account.chain_length + change.links, chain_head = change.head
FROM unnest(${anyLength('$17', 'uuid')}, $18::text[], $19::numeric[], $20::numeric[], $21::bigint[], $22::bytea[])
  AS change (owner_id, token, posted, held, links, head)
WHERE account.owner_id = change.owner_id AND account.token = change.token`;

async function write(
  run: Write,
  transfers: readonly Transfer[],
  holds: readonly Hold[],
  lines: ReadonlyMap<string, Line>,
): Promise<void> {
  if (transfers.length === 0 && holds.length === 0) return;
  const links = transfers.map((each) => linksOf(each, lines));
  const changed = [...lines.values()].filter(
    ({ now, found, chain, chainFound }) =>
      now.posted !== found.posted || now.held !== found.held || chain.length !== chainFound.length,
  );
  await run(writeSql, [
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
    changed.map(({ chain, chainFound }) => chain.length - chainFound.length),
    changed.map(({ chain }) => chain.head),
    links.map(({ debit }) => debit.length),
    links.map(({ debit }) => debit.head),
    links.map(({ credit }) => credit.length),
    links.map(({ credit }) => credit.head),
  ]);
}

/** Adds a transfer to the chains of its accounts, and answers their new state. */
function linksOf(transfer: Transfer, lines: ReadonlyMap<string, Line>) {
  const { token, debitOwnerId, creditOwnerId } = transfer;
  const content = contentOf(transfer);
  const link = (ownerId: string) => {
    const line = lines.get(nameOf({ ownerId, token }));
    if (!line) throw new Error('a transfer of an account that is not on the batch');
    line.chain = extend(line.chain, content);
    return line.chain;
  };
  return { debit: link(debitOwnerId), credit: link(creditOwnerId) };
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
