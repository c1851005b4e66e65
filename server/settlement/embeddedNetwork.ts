import { createHash } from 'node:crypto';
import type { Query } from '../database/db.ts';
import type { IncomingDeposit, Settlement } from './settlement.ts';

const confirmedAfter = 4_000;

/** A payment that somebody outside makes, in minor units. */
interface OutsidePayment {
  readonly id: string;
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
  /** Six confirmations, one a second, unless told otherwise. */
  readonly needed?: number;
  readonly interval?: number;
}

/** A network of this process alone, for the demo and for tests. Whatever leaves is confirmed after some seconds. */
export interface EmbeddedNetwork extends Settlement {
  /** Pays an address from outside and answers the transaction's hash; null when the id was used for another payment. */
  pay(payment: OutsidePayment, at: Date): Promise<{ txHash: string; needed: number } | null>;
}

/** What arrives is kept in the database: a deposit on its way is still on its way after a restart. */
export function createEmbeddedNetwork(query: Query): EmbeddedNetwork {
  return {
    settle: async ({ id, since }, at) => {
      const isConfirmed = at.getTime() - since.getTime() >= confirmedAfter;
      return { status: isConfirmed ? 'confirmed' : 'waiting', txHash: hashOf(id) };
    },

    async pay({ id, token, amount, to, needed = 6, interval = 1_000 }, at) {
      const txHash = hashOf(id);
      await query(
        `INSERT INTO embedded_payments (tx_hash, token, amount, recipient, needed, interval_ms, sent_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tx_hash) DO NOTHING`,
        [txHash, token, amount, to, needed, interval, at],
      );
      const same = await query(
        'SELECT 1 FROM embedded_payments WHERE tx_hash = $1 AND token = $2 AND amount = $3 AND recipient = $4',
        [txHash, token, amount, to],
      );
      return same.length > 0 ? { txHash, needed } : null;
    },

    async incoming(at) {
      const rows = await query<PaymentRow>('SELECT * FROM embedded_payments WHERE sent_at <= $1', [at]);
      return rows.map((row) => stateOf(row, at));
    },
  };
}

interface PaymentRow {
  readonly tx_hash: string;
  readonly token: string;
  readonly amount: string;
  readonly recipient: string;
  readonly needed: number;
  readonly interval_ms: number;
  readonly sent_at: Date;
}

function stateOf(row: PaymentRow, at: Date): IncomingDeposit {
  const seen = Math.floor((at.getTime() - row.sent_at.getTime()) / row.interval_ms);
  return {
    network: 'embedded',
    txHash: row.tx_hash,
    index: 0,
    token: row.token,
    amount: BigInt(row.amount),
    to: row.recipient,
    confirmations: { seen: Math.min(seen, row.needed), needed: row.needed },
    dropped: null,
  };
}

function hashOf(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}
