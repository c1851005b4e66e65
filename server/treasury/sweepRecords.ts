import type { Address, Hex } from 'viem';
import { printMoney } from '../../contract/money.ts';
import type { Sweep, SweepFile, SweepTransaction } from '../../contract/sweeps.ts';
import type { Query } from '../database/db.ts';

/** The chain's coin in wei. */
const coin = { symbol: 'coins', name: 'coins', decimals: 18 };

/** A transaction of a sweep. Amounts are in minor units or wei. */
export interface Planned {
  readonly path: string;
  readonly sender: Address;
  readonly nonce: number;
  readonly called: Address;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Null for the chain's coin. */
  readonly token: string | null;
  readonly amount: bigint;
  readonly recipient: Address;
}

/** A stored transaction of a sweep. */
export interface Kept extends Planned {
  readonly place: number;
  readonly raw: Hex | null;
  readonly hash: Hex | null;
  readonly toldBlock: bigint | null;
  readonly blockNumber: bigint | null;
  readonly blockHash: Hex | null;
  readonly outcome: 'succeeded' | 'failed' | 'replaced' | null;
}

interface Row {
  readonly place: number;
  readonly path: string;
  readonly sender: Address;
  readonly nonce: string;
  readonly called: Address;
  readonly value: string;
  readonly data: Hex;
  readonly gas: string;
  readonly max_fee: string;
  readonly priority_fee: string;
  readonly token: string | null;
  readonly amount: string;
  readonly recipient: Address;
  readonly raw: Hex | null;
  readonly hash: Hex | null;
  readonly told_block: string | null;
  readonly block_number: string | null;
  readonly block_hash: Hex | null;
  readonly outcome: Kept['outcome'];
}

const big = (text: string | null) => (text === null ? null : BigInt(text));

export async function transactionsOf(query: Query, sweep: string): Promise<readonly Kept[]> {
  const rows = await query<Row>('SELECT * FROM sweep_transactions WHERE sweep = $1 ORDER BY place', [sweep]);
  return rows.map((row) => ({
    ...{ place: row.place, path: row.path, sender: row.sender, nonce: Number(row.nonce), called: row.called },
    ...{ value: BigInt(row.value), data: row.data, gas: BigInt(row.gas) },
    ...{ maxFeePerGas: BigInt(row.max_fee), maxPriorityFeePerGas: BigInt(row.priority_fee) },
    ...{ token: row.token, amount: BigInt(row.amount), recipient: row.recipient },
    ...{ raw: row.raw, hash: row.hash, toldBlock: big(row.told_block) },
    ...{ blockNumber: big(row.block_number), blockHash: row.block_hash, outcome: row.outcome },
  }));
}

interface NewSweep {
  readonly chain: string;
  readonly recipient: Address;
  readonly transactions: readonly Planned[];
  readonly at: Date;
}

/** Stores a sweep, replacing one that was exported and never sent. Null while another one is in progress. */
export async function keepSweep(
  query: Query,
  { chain, recipient, transactions, at }: NewSweep,
): Promise<string | null> {
  await query(
    "UPDATE sweeps SET outcome = 'replaced', ended_at = $2 WHERE chain = $1 AND sent_at IS NULL AND ended_at IS NULL",
    [chain, at],
  );
  const [made] = await query<{ number: string }>(
    'INSERT INTO sweeps (chain, recipient, exported_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING number::text',
    [chain, recipient, at],
  );
  if (!made) return null;
  await query(
    `INSERT INTO sweep_transactions (sweep, place, path, sender, nonce, called, value, data, gas, max_fee, priority_fee, token, amount, recipient)
    SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::numeric[], $8::text[], $9::bigint[],
      $10::numeric[], $11::numeric[], $12::text[], $13::numeric[], $14::text[])`,
    [
      made.number,
      transactions.map((_, index) => index + 1),
      transactions.map(({ path }) => path),
      transactions.map(({ sender }) => sender),
      transactions.map(({ nonce }) => nonce),
      transactions.map(({ called }) => called),
      transactions.map(({ value }) => value),
      transactions.map(({ data }) => data),
      transactions.map(({ gas }) => gas),
      transactions.map(({ maxFeePerGas }) => maxFeePerGas),
      transactions.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas),
      transactions.map(({ token }) => token),
      transactions.map(({ amount }) => amount),
      transactions.map((each) => each.recipient),
    ],
  );
  return made.number;
}

interface Listed {
  readonly number: string;
  readonly recipient: string;
  readonly exported_at: Date;
  readonly sent_at: Date | null;
  readonly ended_at: Date | null;
  readonly outcome: 'done' | 'replaced' | null;
  readonly transactions: number;
  readonly confirmed: number;
  readonly failed: number;
  readonly gas_paid: string;
}

/** The last sweeps of a chain, the newest first; or the one of a number. */
export async function sweepsOf(
  query: Query,
  chain: string,
  number: string | null = null,
): Promise<readonly Sweep[]> {
  const rows = await query<Listed>(
    `SELECT number::text, recipient, exported_at, sent_at, ended_at, outcome, part.* FROM sweeps CROSS JOIN LATERAL (
      SELECT count(*)::int AS transactions, (count(*) FILTER (WHERE outcome IS NOT NULL))::int AS confirmed,
        (count(*) FILTER (WHERE outcome IN ('failed', 'replaced')))::int AS failed, coalesce(sum(gas_paid), 0)::text AS gas_paid
      FROM (SELECT sweep_transactions.outcome, gas_paid FROM sweep_transactions WHERE sweep = number) AS each
    ) AS part
    WHERE chain = $1 AND ($2::bigint IS NULL OR number = $2) ORDER BY number DESC LIMIT 50`,
    [chain, number],
  );
  return rows.map((row) => ({
    ...row,
    number: Number(row.number),
    exported_at: row.exported_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    status: row.outcome ?? (row.sent_at === null ? 'exported' : 'sent'),
    gas_paid: printMoney({ token: coin, minor: BigInt(row.gas_paid) }),
  }));
}

interface Exported {
  readonly number: string;
  readonly chainId: number;
  readonly recipient: string;
  readonly transactions: readonly Kept[];
  readonly decimals: ReadonlyMap<string, number>;
}

/** The file of a sweep. Without the signatures, the same sweep always gives the same file. */
export function fileOf({ number, chainId, recipient, transactions, decimals }: Exported): SweepFile {
  const most = transactions.reduce((all, { gas, maxFeePerGas }) => all + gas * maxFeePerGas, 0n);
  return {
    format: 'zesto-sweep',
    version: 1,
    sweep: Number(number),
    chain_id: chainId,
    recipient,
    most_gas: printMoney({ token: coin, minor: most }),
    transactions: transactions.map((each) => told(each, decimals)),
  };
}

function told(each: Kept, decimals: ReadonlyMap<string, number>): SweepTransaction {
  const {
    path,
    sender,
    nonce,
    called,
    value,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    token,
    recipient,
  } = each;
  const unit = token === null ? coin : { symbol: token, name: token, decimals: decimals.get(token) ?? 0 };
  const amount = printMoney({ token: unit, minor: each.amount });
  return {
    moves: `${amount} ${unit.symbol} from ${sender} to ${recipient}${token === null ? ', for its gas' : ''}`,
    ...{ path, from: sender, nonce, to: called, value: String(value), data, gas: String(gas) },
    max_fee_per_gas: String(maxFeePerGas),
    max_priority_fee_per_gas: String(maxPriorityFeePerGas),
    ...{ token, amount, recipient, signed: null },
  };
}
