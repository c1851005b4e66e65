import type { Query } from '../database/db.ts';
import { type Chain, contentOf, extend } from './chain.ts';
import type { Amounts, Findings } from './findings.ts';
import type { Transfer } from './transfers.ts';

/** The most transfers in memory at once. */
const sliceSize = 500;

/** An account as read. `last_position` is the last position of a transfer in its chain; null without any. */
export interface AccountRow {
  readonly owner_id: string;
  readonly token: string;
  readonly kind: string;
  readonly posted: string;
  readonly held: string;
  readonly chain_length: string;
  readonly chain_head: Uint8Array;
  /** The sum of its active holds, and their number. */
  readonly holding: string;
  readonly active_holds: number;
  readonly last_position: string | null;
}

interface Judging {
  readonly findings: Findings;
  readonly amounts: Amounts;
  /** Receives the number of chain positions read since the last call. */
  readonly onRead: (places: number) => void;
}

/** A transfer in the chain of one of its accounts. */
interface Leg extends Omit<Transfer, 'amount'> {
  readonly account: number;
  readonly position: string;
  readonly head: Uint8Array;
  readonly amount: string;
  readonly is_debit: boolean;
}

/** The state of an account after the transfers that were read. */
interface Walk extends Chain {
  readonly posted: bigint;
}

interface Span {
  readonly account: AccountRow;
  readonly from: bigint;
  readonly to: bigint;
}

const lowest = -(1n << 63n);

/** Walks the chains of `accounts`, up to the length of each account when it was read. */
export async function auditChains(
  query: Query,
  accounts: readonly AccountRow[],
  judging: Judging,
): Promise<void> {
  const walks = new Map<AccountRow, Walk>();
  for (const slice of slicesOf(accounts)) {
    const legs = await query<Leg>(legsSql, [
      slice.map(({ account }) => account.owner_id),
      slice.map(({ account }) => account.token),
      slice.map(({ from }) => from),
      slice.map(({ to }) => to),
    ]);
    for (const leg of legs) {
      const account = slice[leg.account - 1]?.account;
      if (account) walks.set(account, judgeLeg(account, walks.get(account) ?? start, leg, judging));
    }
    for (const { account, to } of slice) {
      if (to < BigInt(account.chain_length)) continue;
      judgeEnd(account, walks.get(account) ?? start, judging);
      walks.delete(account);
    }
    judging.onRead(slice.reduce((all, { from, to }) => all + Number(to - (from < 0n ? 0n : from)), 0));
  }
}

const start: Walk = { length: 0n, head: new Uint8Array(), posted: 0n };

/** Parts of chains that together have about as many positions as a slice may have. */
function* slicesOf(accounts: readonly AccountRow[]): Generator<readonly Span[]> {
  let slice: Span[] = [];
  let room = BigInt(sliceSize);
  for (const account of accounts) {
    const length = BigInt(account.chain_length);
    let from = lowest;
    do {
      const begun = from < 0n ? 0n : from;
      const to = begun + room < length ? begun + room : length;
      slice.push({ account, from, to });
      room -= to - begun;
      from = to;
      if (room === 0n) {
        yield slice;
        slice = [];
        room = BigInt(sliceSize);
      }
    } while (from < length);
  }
  if (slice.length > 0) yield slice;
}

const legColumns = `id, leg.token, debit_owner_id AS "debitOwnerId", credit_owner_id AS "creditOwnerId", amount, kind,
  operation_id AS "operationId", created_at AS at`;

const legsSql = `
SELECT span.number::int AS account, leg.* FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[])
  WITH ORDINALITY AS span (owner_id, token, after, upto, number)
CROSS JOIN LATERAL (
  SELECT debit_position AS position, debit_chain AS head, true AS is_debit, ${legColumns}
  FROM ledger_transfers leg
  WHERE leg.debit_owner_id = span.owner_id AND leg.token = span.token AND debit_position > span.after AND debit_position <= span.upto
  UNION ALL
  SELECT credit_position, credit_chain, false, ${legColumns}
  FROM ledger_transfers leg
  WHERE leg.credit_owner_id = span.owner_id AND leg.token = span.token AND credit_position > span.after AND credit_position <= span.upto
) AS leg
ORDER BY span.number, leg.position, leg.id`;

function judgeLeg(account: AccountRow, walk: Walk, leg: Leg, { findings }: Judging): Walk {
  const position = BigInt(leg.position);
  const amount = BigInt(leg.amount);
  const next = walk.length + 1n;
  const name = nameOf(account);
  const fault = (kind: string) => `${kind} ${account.owner_id} ${account.token}`;
  if (position > next)
    findings.add(fault('lacks'), `${name} lacks ${places(next, position - 1n)} of its transfers`);
  if (position < next)
    findings.add(`place ${leg.id}`, `transfer ${leg.id} has a place of another in the chain of ${name}`);
  if (position === next) {
    const expected = extend(walk, contentOf({ ...leg, amount })).head;
    if (Buffer.compare(expected, leg.head) !== 0) {
      findings.add(
        `content ${leg.id}`,
        `transfer ${leg.id} is not what was written, or not where: its chain does not fit`,
      );
    }
  }
  return {
    length: position > walk.length ? position : walk.length,
    head: leg.head,
    posted: walk.posted + (leg.is_debit ? -amount : amount),
  };
}

function judgeEnd(account: AccountRow, walk: Walk, { findings, amounts }: Judging) {
  const { token, posted, chain_head, last_position } = account;
  const name = nameOf(account);
  const fault = (kind: string) => `${kind} ${account.owner_id} ${account.token}`;
  const length = BigInt(account.chain_length);
  const claimed = BigInt(last_position ?? '0');
  if (walk.length < length)
    findings.add(fault('lacks'), `${name} lacks ${places(walk.length + 1n, length)} of its transfers`);
  else if (Buffer.compare(walk.head, chain_head) !== 0)
    findings.add(fault('head'), `${name} says that its chain of ${length} transfers ends in another one`);
  if (claimed > length)
    findings.add(fault('claimed'), `${name} has ${length} transfers, another claims place ${claimed}`);
  if (walk.posted !== BigInt(posted)) {
    const made = amounts(String(walk.posted), token);
    findings.add(fault('posted'), `${name} has ${amounts(posted, token)} posted, its transfers make ${made}`);
  }
}

function nameOf({ owner_id, token }: AccountRow): string {
  return `account ${owner_id} in ${token}`;
}

function places(from: bigint, to: bigint): string {
  return from === to ? `number ${from}` : `numbers ${from} to ${to}`;
}
