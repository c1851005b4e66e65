import { randomUUID } from 'node:crypto';
import type { Query } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { placeHold, releaseHold } from '../ledger/holds.ts';
import { type Transfer, type TransferProblem, transferMany } from '../ledger/transfers.ts';
import { ensureHolder } from '../tokens/listings.ts';
import { requireLeaving } from './leaving.ts';
import { type PaymentKind, type Quote, spendQuote } from './quotes.ts';
import { addressOf, ownerOf } from './recipients.ts';
import { recordTransaction, stepTransaction, type TransactionRow } from './records.ts';

interface Order {
  readonly quoteId: string;
  readonly payerId: string;
  readonly kind: PaymentKind;
  readonly hasNetwork: boolean;
  readonly at: Date;
}

/**
 * Pays as quoted and answers the transaction's id. To an account here a `send` is completed at once; everything else is held, and
 * `pending` until it is settled. Call it in a transaction of its own: a refusal undoes it.
 */
export async function pay(query: Query, order: Order): Promise<string> {
  const { payerId, kind, hasNetwork, at } = order;
  const quote = await spendQuote(query, { id: order.quoteId, payerId, kind, at });
  const ownerId = await ownerOf(query, quote.recipient);
  const id = randomUUID();
  if (kind === 'send' && ownerId !== null) {
    await payHere(query, { id, payerId, ownerId, quote, at });
  } else {
    await requireLeaving(query, quote.token, hasNetwork);
    await holdPayment(query, { id, payerId, quote, at });
  }
  return id;
}

interface Payment {
  readonly id: string;
  readonly payerId: string;
  readonly quote: Quote;
  readonly at: Date;
}

async function payHere(query: Query, { id, payerId, ownerId, quote, at }: Payment & { ownerId: string }) {
  const { token, amount, fee, recipient } = quote;
  const leg = { token, debitOwnerId: payerId, operationId: id, at };
  const legs: Transfer[] = [{ ...leg, id, creditOwnerId: ownerId, amount, kind: 'send' }];
  if (fee > 0n) {
    legs.push({ ...leg, id: randomUUID(), creditOwnerId: systemOwners.fees, amount: fee, kind: 'fee' });
  }
  await ensureHolder(query, { ownerId, symbol: token, at });
  const moved = await transferMany(query, legs);
  if (!moved.ok) throw refusalOf(moved.problem);
  const timeline = [{ status: 'completed', at }] as const;
  await recordTransaction(query, {
    id,
    userId: payerId,
    operationId: id,
    kind: 'send',
    token,
    amount,
    fee,
    counterparty: recipient,
    timeline,
  });
  await recordReceipt(query, { payerId, ownerId, operationId: id, token, amount, at });
}

interface Receipt extends Pick<Quote, 'token' | 'amount'> {
  readonly payerId: string;
  readonly ownerId: string;
  readonly operationId: string;
  readonly at: Date;
}

/** The other side's line of a payment between two accounts. */
export async function recordReceipt(query: Query, receipt: Receipt): Promise<void> {
  const { payerId, ownerId, operationId, token, amount, at } = receipt;
  await recordTransaction(query, {
    id: randomUUID(),
    userId: ownerId,
    operationId,
    kind: 'receive',
    token,
    amount,
    counterparty: await addressOf(query, payerId, token),
    timeline: [{ status: 'completed', at }],
  });
}

async function holdPayment(query: Query, { id, payerId, quote, at }: Payment) {
  const { kind, token, amount, fee, recipient } = quote;
  const placed = await placeHold(query, {
    id,
    ownerId: payerId,
    token,
    amount: amount + fee,
    kind: 'withdrawal',
    operationId: id,
    since: at,
    until: null,
  });
  if (!placed.ok) throw refusalOf(placed.problem);
  await recordTransaction(query, {
    id,
    userId: payerId,
    operationId: id,
    kind,
    token,
    amount,
    fee,
    counterparty: recipient,
    timeline: [{ status: 'pending', at }],
  });
}

function refusalOf(problem: TransferProblem): Error {
  if (problem === 'insufficient_balance')
    return new Refusal('INSUFFICIENT_BALANCE', { fields: { amount: 'insufficient' } });
  return new Error(`the ledger refused a payment: ${problem}`);
}

/** Whether its person can still take it back: money that has begun to move cannot be. */
export function canCancel({ kind, status }: Pick<TransactionRow, 'kind' | 'status'>): boolean {
  return (kind === 'send' || kind === 'withdraw') && status === 'pending';
}

/** Takes a pending payment back. NOT_FOUND for another's, STATUS_CONFLICT once it cannot be. */
export async function cancelPayment(
  query: Query,
  { id, payerId, at }: { id: string; payerId: string; at: Date },
): Promise<void> {
  const [found] = await query<TransactionRow>('SELECT * FROM transactions WHERE id = $1 AND user_id = $2', [
    id,
    payerId,
  ]);
  if (!found) throw new Refusal('NOT_FOUND');
  if (!canCancel(found)) throw new Refusal('STATUS_CONFLICT');
  await endPayment(query, { id, from: 'pending', to: 'cancelled', at });
}

interface End {
  readonly id: string;
  readonly from: 'pending' | 'processing';
  readonly to: 'cancelled' | 'failed';
  readonly at: Date;
  readonly note?: string;
}

/** Ends a payment without paying: what was held is available again. STATUS_CONFLICT when somebody was faster. */
export async function endPayment(query: Query, end: End): Promise<void> {
  if (!(await stepTransaction(query, end))) throw new Refusal('STATUS_CONFLICT');
  const released = await releaseHold(query, { id: end.id, at: end.at });
  if (!released.ok) throw new Error(`the hold of ${end.id} is ${released.problem}`);
}
