import { setImmediate } from 'node:timers/promises';
import type { Query } from '../database/db.ts';
import { floatOwner, systemOwners } from './accounts.ts';

/** The accounts that one statement adds up, which takes the database a few milliseconds. */
const sliceSize = 2_000;

/** The sum over all accounts in a token. */
export interface Total {
  readonly token: string;
  readonly accounts: number;
  /** Positions in chains: two for each transfer. */
  readonly places: number;
  readonly posted: bigint;
  /** The customers' part of it. */
  readonly customers: bigint;
}

interface Part {
  readonly token: string;
  readonly accounts: string;
  readonly places: string;
  readonly posted: string;
  readonly customers: string;
  readonly last_owner_id: string;
  readonly last_token: string;
}

const sql = `
WITH slice AS (
  SELECT owner_id, token, kind, posted, chain_length FROM ledger_accounts
  WHERE (owner_id, token) > ($1, $2) ORDER BY owner_id, token LIMIT $3
)
SELECT token, count(*) AS accounts, sum(chain_length) AS places, sum(posted) AS posted,
  coalesce(sum(posted) FILTER (WHERE kind = 'user'), 0) AS customers,
  (SELECT owner_id FROM slice ORDER BY owner_id DESC, token DESC LIMIT 1) AS last_owner_id,
  (SELECT token FROM slice ORDER BY owner_id DESC, token DESC LIMIT 1) AS last_token
FROM slice GROUP BY token`;

/**
 * The totals of all tokens, in order, read in slices of accounts. While money moves they are consistent only inside a
 * snapshot.
 */
export async function totalsOf(query: Query): Promise<Total[]> {
  const totals = new Map<string, Total>();
  let after = ['00000000-0000-0000-0000-000000000000', ''];
  for (;;) {
    const parts = await query<Part>(sql, [...after, sliceSize]);
    for (const part of parts) totals.set(part.token, plus(totals.get(part.token), part));
    const [any] = parts;
    if (!any) return [...totals.values()].sort((one, other) => (one.token < other.token ? -1 : 1));
    after = [any.last_owner_id, any.last_token];
    // The embedded database runs only in promises, so without this pause the process would handle no other event until the end.
    await setImmediate();
  }
}

function plus(total: Total | undefined, part: Part): Total {
  return {
    token: part.token,
    accounts: (total?.accounts ?? 0) + Number(part.accounts),
    places: (total?.places ?? 0) + Number(part.places),
    posted: (total?.posted ?? 0n) + BigInt(part.posted),
    customers: (total?.customers ?? 0n) + BigInt(part.customers),
  };
}

/** What all accounts of one kind hold of a token. */
interface KindTotal {
  readonly token: string;
  readonly decimals: number;
  readonly kind: string;
  /** In minor units. */
  readonly posted: bigint;
}

/**
 * The totals of each token by the kind of account, read from the system's few accounts: what these lack is what customers have, because
 * every transfer has both legs. Only an audit proves that.
 */
export async function kindTotals(query: Query): Promise<KindTotal[]> {
  const rows = await query<{ token: string; decimals: number; kind: string; posted: string }>(
    `SELECT token, decimals, kind, posted FROM ledger_accounts JOIN tokens ON symbol = token
    WHERE owner_id = ANY ($1::uuid[]) ORDER BY token, kind`,
    [[...Object.values(systemOwners), floatOwner]],
  );
  const system = rows.map((row) => ({ ...row, posted: BigInt(row.posted) }));
  const customers = new Map<string, KindTotal>();
  for (const { token, decimals, posted } of system) {
    const before = customers.get(token)?.posted ?? 0n;
    customers.set(token, { token, decimals, kind: 'user', posted: before - posted });
  }
  return [...system, ...customers.values()];
}
