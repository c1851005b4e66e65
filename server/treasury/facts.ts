import type { Query } from '../database/db.ts';
import { floatOwner, systemOwners } from '../ledger/accounts.ts';
import { legsOf, type Movement, movementsIn, openIn } from './movements.ts';

/** The database's facts of a chain's tokens at one moment. Amounts are in minor units. */
export interface Facts {
  /** The block up to which the chain was followed, at which balances are compared. */
  readonly block: { readonly number: number; readonly hash: string };
  readonly ledger: ReadonlyMap<string, LedgerFacts>;
  /** The deposit addresses at which transfers left a balance. */
  readonly places: readonly Place[];
  readonly treasury: readonly TreasuryAddress[];
  /** The block of each token's opening, by token. */
  readonly openings: ReadonlyMap<string, number>;
  /** Movements that are not booked yet, or are open deposits. */
  readonly pending: readonly Movement[];
  readonly payments: readonly PaymentFacts[];
  /** Bookings as unexplained that were neither accepted nor taken for a payment. */
  readonly unexplained: readonly Unexplained[];
}

interface LedgerFacts {
  /** The amount on the chain according to the books. */
  readonly held: bigint;
  readonly fees: bigint;
  /** What exchanges brought of this token, minus what they took. */
  readonly exchanged: bigint;
  readonly float: bigint;
}

interface Place {
  readonly address: string;
  readonly token: string;
  /** Incoming minus outgoing transfers. */
  readonly told: bigint;
}

export interface TreasuryAddress {
  readonly address: string;
  readonly kind: 'hot' | 'cold' | 'gas';
}

/** Payments of a token that have ended on the chain or in the books, but not in both. */
interface PaymentFacts {
  readonly token: string;
  /** Unfinished payments with a nonce. */
  readonly leaving: bigint;
  /** The part of these that left by the block, which is booked after its confirmations. */
  readonly left: bigint;
  /** What is booked and left after the block. */
  readonly ahead: bigint;
}

export interface Unexplained {
  readonly token: string;
  readonly amount: bigint;
  readonly txHash: string;
  readonly sender: string;
}

/** More than a working server ever has unbooked; the next audit reports further ones. */
const mostPending = 100_000;

/** Null before the chain was followed. Runs several statements: pass a snapshot's `query`. */
export async function readFacts(query: Query, chain: string): Promise<Facts | null> {
  const [cursor] = await query<{ number: string; hash: string; booked_to: string | null }>(
    `SELECT number::text, hash, booked_to::text FROM chain_cursors
    LEFT JOIN treasury_cursors USING (chain) WHERE chain = $1`,
    [chain],
  );
  if (!cursor) return null;
  const number = Number(cursor.number);
  const bookedTo = Number(cursor.booked_to ?? '-1');
  const open = await openIn(query, chain, Math.min(bookedTo, number));
  const fresh = await movementsIn(query, chain, { after: bookedTo, upto: number, most: mostPending });
  return {
    block: { number, hash: cursor.hash },
    ledger: await readLedger(query),
    places: await readPlaces(query, chain, number),
    treasury: await treasuryAddresses(query, chain),
    openings: await readOpenings(query, chain),
    pending: [...open.filter((each) => legsOf(each).brought === 'deposit'), ...fresh],
    payments: await readPayments(query, chain, number),
    unexplained: await readUnexplained(query, chain),
  };
}

function treasuryAddresses(query: Query, chain: string): Promise<TreasuryAddress[]> {
  return query<TreasuryAddress>(
    'SELECT address, kind FROM treasury_addresses WHERE chain = $1 ORDER BY added_at, address',
    [chain],
  );
}

async function readLedger(query: Query): Promise<ReadonlyMap<string, LedgerFacts>> {
  const { chain, fees, exchange } = systemOwners;
  const rows = await query<{ token: string; held: string; fees: string; exchanged: string; float: string }>(
    `SELECT token, (-coalesce(sum(posted) FILTER (WHERE owner_id = $1), 0))::text AS held,
      coalesce(sum(posted) FILTER (WHERE owner_id = $2), 0)::text AS fees,
      coalesce(sum(posted) FILTER (WHERE owner_id = $3), 0)::text AS exchanged,
      coalesce(sum(posted) FILTER (WHERE owner_id = $4), 0)::text AS float
    FROM ledger_accounts WHERE owner_id IN ($1, $2, $3, $4) GROUP BY token`,
    [chain, fees, exchange, floatOwner],
  );
  return new Map(
    rows.map(({ token, ...row }) => [
      token,
      {
        held: BigInt(row.held),
        fees: BigInt(row.fees),
        exchanged: BigInt(row.exchanged),
        float: BigInt(row.float),
      },
    ]),
  );
}

/** The number of addresses that one statement sums. */
const sliceSize = 2_000;

/** Reads ranges of both indexes and not each address, so that all slices together read each transfer at most twice, whatever the plan. */
const placesSql = `
SELECT moved.address, moved.token, sum(moved.amount)::text AS told FROM (
  SELECT recipient AS address, token, amount FROM chain_transfers
  WHERE chain = $1 AND recipient > $2 AND recipient <= $3 AND block_number <= $4
  UNION ALL
  SELECT sender, token, -amount FROM chain_transfers
  WHERE chain = $1 AND sender > $2 AND sender <= $3 AND block_number <= $4
) AS moved
WHERE moved.address IN (SELECT address FROM deposit_addresses WHERE address > $2 AND address <= $3)
GROUP BY moved.address, moved.token HAVING sum(moved.amount) <> 0`;

/** Sorts after every address. */
const end = '0y';

async function readPlaces(query: Query, chain: string, upto: number): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (let after = ''; ; ) {
    const [edge] = await query<{ address: string }>(
      'SELECT address FROM deposit_addresses WHERE address > $1 ORDER BY address OFFSET $2 LIMIT 1',
      [after, sliceSize - 1],
    );
    const rows = await query<{ address: string; token: string; told: string }>(placesSql, [
      chain,
      after,
      edge?.address ?? end,
      upto,
    ]);
    for (const row of rows) places.push({ ...row, told: BigInt(row.told) });
    if (!edge) return places;
    after = edge.address;
  }
}

export async function readOpenings(query: Query, chain: string): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ token: string; block_number: string }>(
    "SELECT token, block_number::text FROM treasury_bookings WHERE chain = $1 AND reason = 'opening'",
    [chain],
  );
  return new Map(rows.map(({ token, block_number }) => [token, Number(block_number)]));
}

/** A mined payment is known by its receipt or by its event, whichever was read first. */
const hasLeft = `(outgoing.has_succeeded AND outgoing.block_number <= $2 OR EXISTS (
  SELECT 1 FROM outgoing_transactions signed JOIN chain_transfers known ON known.chain = signed.chain AND known.tx_hash = signed.hash
  WHERE signed.chain = outgoing.chain AND signed.payment_id = outgoing.payment_id AND known.block_number <= $2))`;

async function readPayments(query: Query, chain: string, upto: number): Promise<readonly PaymentFacts[]> {
  const rows = await query<{ token: string; leaving: string; left: string; ahead: string }>(
    `SELECT token, sum(leaving)::text AS leaving, sum("left")::text AS "left", sum(ahead)::text AS ahead FROM (
      SELECT outgoing.token, outgoing.amount AS leaving, CASE WHEN ${hasLeft} THEN outgoing.amount ELSE 0 END AS "left", 0 AS ahead
      FROM transactions line JOIN outgoing_payments outgoing ON payment_id = line.id
      WHERE line.status = 'processing' AND outgoing.chain = $1 AND outgoing.nonce IS NOT NULL
      UNION ALL
      SELECT outgoing.token, 0, 0, outgoing.amount
      FROM outgoing_payments outgoing JOIN transactions line ON payment_id = line.id
      WHERE outgoing.chain = $1 AND outgoing.block_number > $2 AND line.status = 'completed'
    ) AS payment GROUP BY token`,
    [chain, upto],
  );
  return rows.map((row) => ({
    token: row.token,
    leaving: BigInt(row.leaving),
    left: BigInt(row.left),
    ahead: BigInt(row.ahead),
  }));
}

/** SQL: whether the transaction of an unexplained `booking` was taken for a payment afterwards. */
export const isAdopted = `EXISTS (SELECT 1 FROM treasury_bookings adopted WHERE adopted.chain = booking.chain
  AND adopted.tx_hash = booking.tx_hash AND adopted.token = booking.token AND adopted.ordinal = booking.ordinal
  AND adopted.reason = 'adopted')`;

async function readUnexplained(query: Query, chain: string): Promise<readonly Unexplained[]> {
  const rows = await query<{ token: string; amount: string; tx_hash: string; address: string }>(
    `SELECT token, (-amount)::text AS amount, tx_hash, address FROM treasury_bookings booking
    WHERE chain = $1 AND reason = 'unexplained'
      AND NOT EXISTS (SELECT 1 FROM treasury_acceptances WHERE booking_id = booking.id) AND NOT ${isAdopted}
    ORDER BY block_number, tx_hash, ordinal LIMIT 200`,
    [chain],
  );
  return rows.map(({ token, amount, tx_hash, address }) => ({
    token,
    amount: BigInt(amount),
    txHash: tx_hash,
    sender: address,
  }));
}
