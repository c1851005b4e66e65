import type { TransactionStatus } from '../../contract/statuses.ts';
import type { Query } from '../database/db.ts';

/** A transfer from or to one of our addresses, in minor units, with the facts that classify it. */
export interface Movement {
  readonly txHash: string;
  readonly token: string;
  readonly ordinal: number;
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly blockNumber: number;
  /** From or to a deposit address. */
  readonly fromCustomer: boolean;
  readonly toCustomer: boolean;
  /** From or to one of the operator's own addresses. */
  readonly fromTreasury: boolean;
  readonly toTreasury: boolean;
  /** Whether its transaction was signed here for a withdrawal. */
  readonly isPayment: boolean;
  /** The status of its deposit; null without one. */
  readonly status: TransactionStatus | null;
  /** The token's smallest credited deposit. */
  readonly least: bigint;
}

/**
 * What a movement added to and took from the float. Deposits and payments have their own entries in the ledger. A transfer between our
 * addresses changes nothing; a payment to one of them left a customer's balance, and returns as a refill or as a deposit.
 */
export interface Legs {
  readonly brought: 'deposit' | 'dust' | 'refill' | null;
  readonly took: 'unexplained' | null;
}

export function legsOf(movement: Movement): Legs {
  const { fromCustomer, toCustomer, fromTreasury, toTreasury, isPayment, amount, least } = movement;
  const isFromUs = fromCustomer || fromTreasury;
  const isInside = toTreasury || (fromCustomer && toCustomer);
  const deposit = amount < least && movement.status !== 'completed' ? 'dust' : 'deposit';
  return {
    brought: toTreasury
      ? !isFromUs || isPayment
        ? 'refill'
        : null
      : toCustomer && !fromCustomer
        ? deposit
        : null,
    took: isFromUs && !isInside && !isPayment ? 'unexplained' : null,
  };
}

interface Row {
  readonly tx_hash: string;
  readonly token: string;
  readonly ordinal: number;
  readonly sender: string;
  readonly recipient: string;
  readonly amount: string;
  readonly block_number: string;
  readonly from_customer: boolean;
  readonly to_customer: boolean;
  readonly from_treasury: boolean;
  readonly to_treasury: boolean;
  readonly is_payment: boolean;
  readonly status: TransactionStatus | null;
  readonly least: string;
}

const customers = (side: string) => `EXISTS (SELECT 1 FROM deposit_addresses WHERE address = known.${side})`;
const treasury = (side: string) =>
  `EXISTS (SELECT 1 FROM treasury_addresses own WHERE own.chain = known.chain AND lower(own.address) = lower(known.${side}))`;

const select = `
SELECT known.tx_hash, known.token, known.ordinal, known.sender, known.recipient, known.amount, known.block_number::text,
  ${customers('sender')} AS from_customer, ${customers('recipient')} AS to_customer,
  ${treasury('sender')} AS from_treasury, ${treasury('recipient')} AS to_treasury,
  EXISTS (SELECT 1 FROM outgoing_transactions signed WHERE signed.chain = known.chain AND signed.hash = known.tx_hash) AS is_payment,
  line.status, tokens.fee AS least
FROM chain_transfers known JOIN tokens ON symbol = known.token
LEFT JOIN deposits ON deposits.network = known.chain AND deposits.tx_hash = known.tx_hash AND deposits.token = known.token
  AND output_index = known.ordinal
LEFT JOIN transactions line ON line.id = transaction_id`;

/** The movements in the blocks after `after`, up to `upto`, in the order of the blocks; at most `most`. */
export async function movementsIn(
  query: Query,
  chain: string,
  { after, upto, most }: { after: number; upto: number; most: number },
): Promise<readonly Movement[]> {
  const rows = await query<Row>(
    `${select} WHERE known.chain = $1 AND known.block_number > $2 AND known.block_number <= $3
    ORDER BY known.block_number, known.tx_hash, known.token, known.ordinal LIMIT $4`,
    [chain, after, upto, most],
  );
  return rows.map(movementOf);
}

/** The movements of one transaction, while it is in a block. */
export async function movementsOf(query: Query, chain: string, hash: string): Promise<readonly Movement[]> {
  const rows = await query<Row>(
    `${select} WHERE known.chain = $1 AND known.tx_hash = $2 AND known.block_number IS NOT NULL`,
    [chain, hash],
  );
  return rows.map(movementOf);
}

/** The movements that are open deposits in the blocks up to `upto`. */
export async function openIn(query: Query, chain: string, upto: number): Promise<readonly Movement[]> {
  const rows = await query<Row>(
    `${select} WHERE known.chain = $1 AND known.is_open AND known.block_number <= $2`,
    [chain, upto],
  );
  return rows.map(movementOf);
}

function movementOf(row: Row): Movement {
  return {
    txHash: row.tx_hash,
    token: row.token,
    ordinal: row.ordinal,
    sender: row.sender,
    recipient: row.recipient,
    amount: BigInt(row.amount),
    blockNumber: Number(row.block_number),
    fromCustomer: row.from_customer,
    toCustomer: row.to_customer,
    fromTreasury: row.from_treasury,
    toTreasury: row.to_treasury,
    isPayment: row.is_payment,
    status: row.status,
    least: BigInt(row.least),
  };
}
