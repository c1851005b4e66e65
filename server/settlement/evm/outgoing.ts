import type { Address, Hex } from 'viem';
import { announceAll } from '../../database/announce.ts';
import type { Query } from '../../database/db.ts';
import { isHeldBack } from '../../payments/leaving.ts';
import { type Counted, confirmationsTopic } from '../../topics/topics.ts';
import type { Fees } from './fees.ts';

/** A signed transaction of a payment. Block fields are the number of the newest block at that time. */
export interface Attempt extends Fees {
  readonly attempt: number;
  readonly hash: Hex;
  readonly signedBlock: bigint;
  /** When a node last accepted it; null when none has. */
  readonly toldBlock: bigint | null;
}

/** Where a payment is mined, as far as known. */
export interface Mined {
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly txHash: Hex;
  readonly hasSucceeded: boolean;
  /** In wei. */
  readonly gasPaid: bigint;
  /** In units of gas. */
  readonly gasUsed: bigint;
}

/** A payment that was handed to the chain and has not ended. Amount in minor units. */
export interface Outgoing {
  readonly id: string;
  readonly token: string;
  readonly recipient: Address;
  readonly amount: bigint;
  /** Its nonce and wallet on the chain; null while it waits for them. */
  readonly place: Place | null;
  readonly mined: Mined | null;
  /** The transactions with its nonce, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The attempt number of the next signed transaction. */
  readonly nextAttempt: number;
}

/** The fields that all transactions of a payment share, so that at most one of them is mined. */
export interface Place {
  readonly wallet: Address;
  readonly nonce: bigint;
  readonly contract: Address;
  readonly gas: bigint;
}

interface PaymentRow {
  readonly id: string;
  readonly token: string;
  readonly recipient: Address;
  readonly amount: string;
  readonly contract: Address | null;
  readonly wallet: Address | null;
  readonly nonce: string | null;
  readonly gas: string | null;
  readonly block_number: string | null;
  readonly block_hash: Hex | null;
  readonly tx_hash: Hex | null;
  readonly has_succeeded: boolean | null;
  readonly gas_paid: string | null;
  readonly gas_used: string | null;
}

interface AttemptRow {
  readonly payment_id: string;
  readonly attempt: number;
  readonly hash: Hex;
  readonly max_fee: string;
  readonly priority_fee: string;
  readonly signed_block: string;
  readonly told_block: string | null;
  readonly displaced_by: string | null;
}

/** The payments of the chain that have not ended, in the order in which people requested them. */
export async function openOutgoing(query: Query, chain: string): Promise<Outgoing[]> {
  return read(query, chain, 'outgoing.ended_at IS NULL', []);
}

/** Confirmed payments of a wallet from a nonce on, which have to be sent again to a chain that has lost blocks. */
export function confirmedFrom(
  query: Query,
  chain: string,
  wallet: Address,
  nonce: bigint,
): Promise<Outgoing[]> {
  const isLost = "outgoing.outcome = 'confirmed' AND outgoing.wallet = $2 AND outgoing.nonce >= $3";
  return read(query, chain, isLost, [wallet, nonce]);
}

async function read(query: Query, chain: string, which: string, values: readonly (string | bigint)[]) {
  const payments = await query<PaymentRow>(
    `SELECT outgoing.payment_id AS id, outgoing.* FROM outgoing_payments outgoing JOIN transactions line ON line.id = payment_id
    WHERE outgoing.chain = $1 AND ${which} ORDER BY line.created_at, line.id`,
    [chain, ...values],
  );
  if (payments.length === 0) return [];
  const attempts = await query<AttemptRow>(
    `SELECT payment_id, attempt, hash, max_fee, priority_fee, signed_block, told_block, displaced_by FROM outgoing_transactions
    WHERE chain = $1 AND payment_id = ANY ($2::uuid[]) ORDER BY payment_id, attempt`,
    [chain, payments.map(({ id }) => id)],
  );
  const rowsOf = new Map<string, AttemptRow[]>(payments.map(({ id }) => [id, []]));
  for (const row of attempts) rowsOf.get(row.payment_id)?.push(row);
  return payments.map((row) => ({
    id: row.id,
    token: row.token,
    recipient: row.recipient,
    amount: BigInt(row.amount),
    place: placeOf(row),
    mined: minedOf(row),
    attempts: (rowsOf.get(row.id) ?? []).filter((each) => each.displaced_by === null).map(attemptOf),
    nextAttempt: rowsOf.get(row.id)?.length ?? 0,
  }));
}

function placeOf({ wallet, nonce, contract, gas }: PaymentRow): Place | null {
  if (wallet === null || nonce === null || contract === null || gas === null) return null;
  return { wallet, nonce: BigInt(nonce), contract, gas: BigInt(gas) };
}

function minedOf({
  block_number,
  block_hash,
  tx_hash,
  has_succeeded,
  gas_paid,
  gas_used,
}: PaymentRow): Mined | null {
  if (block_number === null || block_hash === null || tx_hash === null || has_succeeded === null) return null;
  return {
    blockNumber: BigInt(block_number),
    blockHash: block_hash,
    txHash: tx_hash,
    hasSucceeded: has_succeeded,
    gasPaid: BigInt(gas_paid ?? 0),
    gasUsed: BigInt(gas_used ?? 0),
  };
}

function attemptOf(row: AttemptRow): Attempt {
  return {
    attempt: row.attempt,
    hash: row.hash,
    maxFeePerGas: BigInt(row.max_fee),
    maxPriorityFeePerGas: BigInt(row.priority_fee),
    signedBlock: BigInt(row.signed_block),
    toldBlock: row.told_block === null ? null : BigInt(row.told_block),
  };
}

/** The state of a payment that was handed to a chain. */
interface OutgoingState {
  readonly chain: string;
  readonly outcome: 'confirmed' | 'reverted' | 'refused' | null;
  /** The mined transaction, or else the newest signed one. */
  readonly tx_hash: string | null;
}

interface NewOutgoing {
  readonly id: string;
  readonly token: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Hands the payment to the chain unless it is there. */
export async function recordOutgoing(
  query: Query,
  chain: string,
  { id, token, to, amount }: NewOutgoing,
): Promise<void> {
  await query(
    `INSERT INTO outgoing_payments (chain, payment_id, token, recipient, amount) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (payment_id) DO NOTHING`,
    [chain, id, token, to, amount],
  );
}

/**
 * The state of a payment that was handed over. One that another network was given before, and has not paid, is handed to the chain now.
 */
export async function requestOutgoing(
  query: Query,
  chain: string,
  payment: NewOutgoing,
): Promise<OutgoingState> {
  const [known] = await query<OutgoingState>(
    `SELECT chain, outcome, coalesce(tx_hash, (SELECT hash FROM outgoing_transactions signed
      WHERE signed.chain = outgoing.chain AND signed.payment_id = outgoing.payment_id AND displaced_by IS NULL
      ORDER BY attempt DESC LIMIT 1)) AS tx_hash
    FROM outgoing_payments outgoing WHERE payment_id = $1`,
    [payment.id],
  );
  if (known) return known;
  await recordOutgoing(query, chain, payment);
  return { chain, outcome: null, tx_hash: null };
}

/** The call of a payment's transactions, with its gas limit. */
export interface Placement {
  readonly id: string;
  readonly contract: Address;
  readonly gas: bigint;
}

/** The next nonce of a wallet; null when it was never used from here. */
export async function nextNonce(query: Query, chain: string, address: Address): Promise<bigint | null> {
  const [row] = await query<{ next_nonce: string }>(
    'SELECT next_nonce FROM hot_wallets WHERE chain = $1 AND address = $2',
    [chain, address],
  );
  return row ? BigInt(row.next_nonce) : null;
}

/** Tokens, coins and gas promised by a wallet's payments that are not mined at the block of `nonce` (its transaction count there). */
export interface Committed {
  readonly token: string;
  readonly amount: bigint;
  readonly gas: bigint;
}

interface Allotment {
  readonly chain: string;
  readonly wallet: Address;
  /** The number of the wallet's transactions on the chain. */
  readonly mined: bigint;
  /** The nonce of the first payment, unless it was given out meanwhile. */
  readonly from: bigint;
  /** The ids of waiting payments. */
  readonly waiting: readonly string[];
  /** Chooses the payments that the wallet can cover besides what is committed already, in the order of their nonces. */
  readonly choose: (mayLeave: ReadonlySet<string>, committed: readonly Committed[]) => readonly Placement[];
}

/**
 * Gives nonces to payments without a gap, under the lock of the wallet. A payment keeps its nonce for ever. Payments that already have
 * one, have ended, or must not leave (by a stop or a freeze committed before) get none. If no payment gets a nonce,
 * nothing is written. Call it in a transaction.
 */
export async function allotNonces(
  query: Query,
  { chain, wallet, mined, from, waiting, choose }: Allotment,
): Promise<void> {
  const [row] = await query<{ next_nonce: string }>(
    'SELECT next_nonce FROM hot_wallets WHERE chain = $1 AND address = $2 FOR UPDATE',
    [chain, wallet],
  );
  const free = await query<{ id: string }>(
    `SELECT outgoing.payment_id AS id FROM outgoing_payments outgoing JOIN transactions line ON line.id = payment_id
    WHERE chain = $1 AND payment_id = ANY ($2::uuid[]) AND nonce IS NULL AND ended_at IS NULL
      AND line.status = 'processing' AND NOT ${isHeldBack('line')}
    ORDER BY payment_id FOR UPDATE OF outgoing, line`,
    [chain, waiting],
  );
  const committed = await query<{ token: string; amount: string; gas: string }>(
    `SELECT token, sum(amount) AS amount, sum(gas) AS gas FROM outgoing_payments
    WHERE chain = $1 AND wallet = $2 AND nonce >= $3 GROUP BY token`,
    [chain, wallet, mined],
  );
  const placed = choose(
    new Set(free.map(({ id }) => id)),
    committed.map(({ token, amount, gas }) => ({ token, amount: BigInt(amount), gas: BigInt(gas) })),
  );
  if (placed.length === 0) return;
  const next = BigInt(row?.next_nonce ?? 0);
  const first = next > from ? next : from;
  const [taken] = await query(`${row ? nextMoved : walletBegun} RETURNING 1`, [
    chain,
    wallet,
    first + BigInt(placed.length),
  ]);
  // Another server has just started with the wallet; the next round continues after it.
  if (!taken) return;
  await query(
    `UPDATE outgoing_payments SET wallet = $2, nonce = placed.nonce, gas = placed.gas, contract = placed.contract
    FROM unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::text[]) AS placed (id, nonce, gas, contract)
    WHERE chain = $1 AND payment_id = placed.id`,
    [
      chain,
      wallet,
      placed.map(({ id }) => id),
      placed.map((_, index) => first + BigInt(index)),
      placed.map(({ gas }) => gas),
      placed.map(({ contract }) => contract),
    ],
  );
}

const nextMoved = 'UPDATE hot_wallets SET next_nonce = $3 WHERE chain = $1 AND address = $2';
const walletBegun =
  'INSERT INTO hot_wallets (chain, address, next_nonce) VALUES ($1, $2, $3) ON CONFLICT (chain, address) DO NOTHING';

/**
 * Sets a wallet's next nonce, under its lock. Answers whether no payment has that nonce or a later one. Call it in a transaction.
 */
export async function setNextNonce(
  query: Query,
  { chain, wallet, nonce }: { chain: string; wallet: Address; nonce: bigint },
): Promise<boolean> {
  await query(
    'INSERT INTO hot_wallets (chain, address, next_nonce) VALUES ($1, $2, 0) ON CONFLICT (chain, address) DO NOTHING',
    [chain, wallet],
  );
  await query('SELECT 1 FROM hot_wallets WHERE chain = $1 AND address = $2 FOR UPDATE', [chain, wallet]);
  const set = await query(
    `UPDATE hot_wallets SET next_nonce = $3 WHERE chain = $1 AND address = $2
      AND NOT EXISTS (SELECT 1 FROM outgoing_payments WHERE chain = $1 AND wallet = $2 AND nonce >= $3) RETURNING 1`,
    [chain, wallet, nonce],
  );
  return set.length > 0;
}

/**
 * Ends a payment that has no nonce, or was never handed over, and locks it until the commit. Answers whether it
 * did: a payment with a nonce may still be mined.
 */
export async function withdrawOutgoing(query: Query, id: string, at: Date): Promise<boolean> {
  // Lock the transaction row first, because the code that gives out nonces locks it and checks its status.
  const [line] = await query<{ handed_over_at: Date | null }>(
    'SELECT handed_over_at FROM transactions WHERE id = $1 FOR UPDATE',
    [id],
  );
  const [given] = await query<{ nonce: string | null }>(
    'SELECT nonce::text FROM outgoing_payments WHERE payment_id = $1 FOR UPDATE',
    [id],
  );
  if (!given) return line?.handed_over_at === null;
  if (given.nonce !== null) return false;
  await query(
    "UPDATE outgoing_payments SET outcome = 'refused', ended_at = $2 WHERE payment_id = $1 AND ended_at IS NULL",
    [id, at],
  );
  return true;
}

/** Ends payments that have no nonce, for which nothing was signed. */
export async function refuseOutgoing(query: Query, chain: string, ids: readonly string[], at: Date) {
  await query(
    `UPDATE outgoing_payments SET outcome = 'refused', ended_at = $3
    WHERE chain = $1 AND payment_id = ANY ($2::uuid[]) AND nonce IS NULL AND ended_at IS NULL`,
    [chain, ids, at],
  );
}

/** The payments that may be handed to the network, or signed for the first time. */
export async function mayLeave(query: Query, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const free = await query<{ id: string }>(
    `SELECT id FROM transactions line WHERE id = ANY ($1::uuid[]) AND status = 'processing' AND NOT ${isHeldBack('line')}`,
    [ids],
  );
  return new Set(free.map(({ id }) => id));
}

interface NewAttempt extends Fees {
  /** Whether this is the payment's first signed transaction: then it has to be allowed to leave. */
  readonly isFirst: boolean;
  readonly id: string;
  readonly place: Place;
  readonly attempt: number;
  readonly hash: Hex;
  readonly raw: Hex;
}

/**
 * Stores a signed transaction. If two servers sign the same attempt, the first one counts and the other is never broadcast. A
 * transaction is also dropped if its payment has lost the nonce meanwhile, or if it is a first one after a stop or a freeze.
 */
export async function keepSigned(
  query: Query,
  { chain, block, at }: { chain: string; block: bigint; at: Date },
  signed: readonly NewAttempt[],
): Promise<void> {
  if (signed.length === 0) return;
  await query(
    `INSERT INTO outgoing_transactions
      (chain, payment_id, attempt, hash, raw, max_fee, priority_fee, signed_block, signed_at)
    SELECT $1::text, signed.payment_id, attempt, hash, raw, max_fee, priority_fee, $8::bigint, $9::timestamptz
    FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $10::bigint[], $11::boolean[])
      AS signed (payment_id, attempt, hash, raw, max_fee, priority_fee, nonce, is_first)
    JOIN outgoing_payments paid ON paid.chain = $1 AND paid.payment_id = signed.payment_id AND paid.nonce = signed.nonce
    JOIN transactions line ON line.id = signed.payment_id AND NOT (signed.is_first AND ${isHeldBack('line')})
    ON CONFLICT (chain, payment_id, attempt) DO NOTHING`,
    [
      chain,
      signed.map(({ id }) => id),
      signed.map(({ attempt }) => attempt),
      signed.map(({ hash }) => hash),
      signed.map(({ raw }) => raw),
      signed.map(({ maxFeePerGas }) => maxFeePerGas),
      signed.map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas),
      block,
      at,
      signed.map(({ place }) => place.nonce),
      signed.map(({ isFirst }) => isFirst),
    ],
  );
}

interface Taken {
  readonly chain: string;
  readonly id: string;
  readonly nonce: bigint;
  /** The hash of the transaction that has used the nonce. */
  readonly hash: Hex;
}

/** Removes a payment's nonce and its signed transactions, so that it gets a new nonce. Answers whether it still had that nonce. */
export async function placeAgain(query: Query, { chain, id, nonce, hash }: Taken): Promise<boolean> {
  const [freed] = await query(
    `UPDATE outgoing_payments SET wallet = NULL, nonce = NULL, gas = NULL, contract = NULL, block_number = NULL, block_hash = NULL,
      tx_hash = NULL, has_succeeded = NULL, gas_paid = NULL, seen = NULL, needed = NULL
    WHERE chain = $1 AND payment_id = $2 AND nonce = $3 AND ended_at IS NULL RETURNING 1`,
    [chain, id, nonce],
  );
  if (!freed) return false;
  await query(
    `UPDATE outgoing_transactions SET displaced_by = $3
    WHERE chain = $1 AND payment_id = $2 AND displaced_by IS NULL`,
    [chain, id, hash],
  );
  return true;
}

/** Ends a payment that none of its transactions has paid or can still pay. Answers whether it still had that nonce. */
export async function endUnpaid(
  query: Query,
  { chain, id, nonce, at }: { chain: string; id: string; nonce: bigint; at: Date },
): Promise<boolean> {
  const ended = await query(
    `UPDATE outgoing_payments SET outcome = 'reverted', ended_at = $4
    WHERE chain = $1 AND payment_id = $2 AND nonce = $3 AND ended_at IS NULL RETURNING 1`,
    [chain, id, nonce, at],
  );
  return ended.length > 0;
}

interface Adopted extends Taken, Fees {
  readonly raw: Hex;
  readonly attempt: number;
  readonly block: bigint;
  readonly at: Date;
}

/** Records a transaction that was signed elsewhere for a payment. Answers whether it still had that nonce. */
export async function adoptTransaction(query: Query, adopted: Adopted): Promise<boolean> {
  const { chain, id, nonce, attempt, hash, raw, maxFeePerGas, maxPriorityFeePerGas, block, at } = adopted;
  const kept = await query(
    `INSERT INTO outgoing_transactions
      (chain, payment_id, attempt, hash, raw, max_fee, priority_fee, signed_block, told_block, signed_at, is_adopted)
    SELECT chain, payment_id, $4, $5, $6, $7, $8, $9, $9, $10, true FROM outgoing_payments
    WHERE chain = $1 AND payment_id = $2 AND nonce = $3 AND ended_at IS NULL
    ON CONFLICT DO NOTHING RETURNING 1`,
    [chain, id, nonce, attempt, hash, raw, maxFeePerGas, maxPriorityFeePerGas, block, at],
  );
  return kept.length > 0;
}

/** The raw transactions of these payments, by hash. */
export async function rawOf(
  query: Query,
  chain: string,
  ids: readonly string[],
): Promise<ReadonlyMap<Hex, Hex>> {
  const rows = await query<{ hash: Hex; raw: Hex }>(
    'SELECT hash, raw FROM outgoing_transactions WHERE chain = $1 AND payment_id = ANY ($2::uuid[])',
    [chain, ids],
  );
  return new Map(rows.map(({ hash, raw }) => [hash, raw]));
}

/** Records that a node has accepted these transactions. */
export async function keepTold(query: Query, chain: string, hashes: readonly Hex[], block: bigint) {
  if (hashes.length === 0) return;
  await query(
    'UPDATE outgoing_transactions SET told_block = $3 WHERE chain = $1 AND hash = ANY ($2::text[])',
    [chain, hashes, block],
  );
}

/** Records where payments are mined; null when nowhere any more. Ended payments do not change. */
export async function keepMined(
  query: Query,
  chain: string,
  found: readonly { readonly id: string; readonly mined: Mined | null }[],
): Promise<void> {
  if (found.length === 0) return;
  await query(
    `UPDATE outgoing_payments SET block_number = found.block_number, block_hash = found.block_hash, tx_hash = found.tx_hash,
      has_succeeded = found.has_succeeded, gas_paid = found.gas_paid, gas_used = found.gas_used
    FROM unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::numeric[], $8::numeric[])
      AS found (id, block_number, block_hash, tx_hash, has_succeeded, gas_paid, gas_used)
    WHERE chain = $1 AND payment_id = found.id AND ended_at IS NULL`,
    [
      chain,
      found.map(({ id }) => id),
      found.map(({ mined }) => mined?.blockNumber ?? null),
      found.map(({ mined }) => mined?.blockHash ?? null),
      found.map(({ mined }) => mined?.txHash ?? null),
      found.map(({ mined }) => mined?.hasSucceeded ?? null),
      found.map(({ mined }) => mined?.gasPaid ?? null),
      found.map(({ mined }) => mined?.gasUsed ?? null),
    ],
  );
}

/** SQL: a payment's confirmations at the block $2, at most the $3 that it needs. */
const counted = 'greatest(0, least($3::int, coalesce($2::bigint - block_number + 1, 0)))::int';

/** Counts the confirmations of unfinished payments, and announces changes to their payers. Call it in a transaction. */
export async function keepSeen(
  query: Query,
  chain: string,
  { head, needed }: { head: bigint; needed: number },
): Promise<void> {
  const changed = await query<Counted>(
    `UPDATE outgoing_payments SET seen = ${counted}, needed = $3::int FROM transactions line
    WHERE chain = $1 AND payment_id = line.id AND nonce IS NOT NULL AND ended_at IS NULL
      AND (seen, needed) IS DISTINCT FROM (${counted}, $3::int)
    RETURNING line.user_id AS "userId", line.id, seen, needed`,
    [chain, head, needed],
  );
  await announceAll(query, changed.map(confirmationsTopic));
}

/**
 * Ends payments as their mined transactions were judged. One whose place or success was changed meanwhile, by another server that asked
 * other nodes, is left to be judged again.
 */
export async function endOutgoing(
  query: Query,
  chain: string,
  ended: readonly { readonly id: string; readonly mined: Mined }[],
  at: Date,
): Promise<void> {
  if (ended.length === 0) return;
  await query(
    `UPDATE outgoing_payments SET outcome = CASE WHEN ended.has_succeeded THEN 'confirmed' ELSE 'reverted' END, ended_at = $4
    FROM unnest($2::uuid[], $3::text[], $5::boolean[]) AS ended (id, block_hash, has_succeeded)
    WHERE chain = $1 AND payment_id = ended.id AND ended_at IS NULL AND outgoing_payments.block_hash = ended.block_hash
      AND outgoing_payments.has_succeeded = ended.has_succeeded`,
    [
      chain,
      ended.map(({ id }) => id),
      ended.map(({ mined }) => mined.blockHash),
      at,
      ended.map(({ mined }) => mined.hasSucceeded),
    ],
  );
}
