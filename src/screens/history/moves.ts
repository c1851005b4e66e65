import type { Transaction } from '../../../contract/transactions.ts';
import type { Tone } from '../../components/base/StatusBadge.tsx';

/** `in` and `out` of the wallet; `none` for what was not completed; `unknown` for a kind of a newer server. */
export type Move = 'in' | 'out' | 'none' | 'unknown';

export function moveOf({ kind, status }: Transaction): Move {
  if (status === 'failed' || status === 'cancelled') return 'none';
  if (kind === 'unknown') return 'unknown';
  return kind === 'receive' || kind === 'deposit' ? 'in' : 'out';
}

/** The two sides of an exchange that took place, or will; null for everything else. */
export function sidesOf(transaction: Transaction): NonNullable<Transaction['exchange']> | null {
  return moveOf(transaction) === 'none' ? null : (transaction.exchange ?? null);
}

/** `USDT`, or `USDT → ZST` for an exchange. */
export function tokensOf({ token, exchange }: Transaction): string {
  return exchange ? `${exchange.from} → ${exchange.to}` : token;
}

/** The total as it changes the balance, for an `Amount` that shows signs. */
export function signedTotal(transaction: Transaction): string {
  return moveOf(transaction) === 'out' ? `-${transaction.total}` : transaction.total;
}

export const statusTones: Readonly<Record<Transaction['status'], Tone>> = {
  pending: 'wait',
  processing: 'wait',
  completed: 'gain',
  failed: 'loss',
  cancelled: 'plain',
  unknown: 'plain',
};

/** A short form of an address that distinguishes it at a glance; the details show it completely. */
export function shortAddress(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}
