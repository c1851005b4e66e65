import { randomUUID } from 'node:crypto';
import { attemptEach } from '../background/attempts.ts';
import { announce } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { captureHold } from '../ledger/holds.ts';
import type { Transfer } from '../ledger/transfers.ts';
import { isStillAllowed } from '../payments/cooling.ts';
import { isFrozen, isHeldBack } from '../payments/leaving.ts';
import { endPayment, receiptOf } from '../payments/payments.ts';
import { addressOf, ownerOf } from '../payments/recipients.ts';
import { ensureTokenAccount } from '../tokens/listings.ts';
import { transactionTopic } from '../topics/topics.ts';
import { recordTransaction, stepTransaction, type TransactionRow } from '../transactions/records.ts';
import type { Settlement } from './settlement.ts';

interface World {
  readonly database: Db;
  readonly settlement: Settlement;
  /** Is told of payments that could not be settled; these are retried after a growing pause. */
  readonly complain: (id: string, error: unknown) => void;
  /** Is told of a payment's change after its commit. */
  readonly told: (event: PaymentEvent, payment: TransactionRow) => void;
}

/** Events for the security log. */
export type PaymentEvent = 'payment_handed_over' | 'payment_completed' | 'payment_failed';

interface Due extends TransactionRow {
  readonly handed_over_at: Date | null;
  /** Whether it has a nonce on a chain: then only the chain decides its outcome, whatever is stopped now. */
  readonly has_number: boolean;
  /** Whether its payer has set rules that could forbid it. */
  readonly has_rules: boolean;
  /** Whether neither its token is stopped nor its payer frozen. */
  readonly may_leave: boolean;
}

/**
 * Moves every approved payment one step: hands it to the network, and completes or fails it by the network's result.
 * Stopped payments wait. May run twice at the same time. A payment that fails to settle does not stop the others.
 */
export async function settleDue(world: World, at: Date): Promise<void> {
  const due = await world.database.query<Due>(
    `SELECT line.*, ${hasRules('line')} AS has_rules, ${hasNumber} AS has_number, NOT ${isHeldBack('line')} AS may_leave
    FROM transactions line WHERE line.status = 'processing' AND line.kind IN ('send', 'withdraw')
    ORDER BY line.created_at, line.id`,
  );
  const { database, complain } = world;
  const round = { work: 'payment', items: due, isWhole: true, at, complain } as const;
  await attemptEach(database, { ...round, subjectOf: ({ id }) => id }, (payment) =>
    advance(world, payment, at),
  );
}

/**
 * Looks the recipient up again until the payment is handed to the network: the address may have become an account's since
 * it was requested. After that only the network ends the payment, or it could be paid twice.
 */
async function advance(world: World, payment: Due, at: Date): Promise<void> {
  const { counterparty: to } = payment;
  if (to === null) throw new Error('a payment without an address cannot be settled');
  if (payment.handed_over_at === null) {
    if (payment.has_rules && (await endDisallowed(world, payment, to, at))) return;
    const ownerId = await ownerOf(world.database.query, to);
    if (ownerId !== null) return stayHere(world, payment, ownerId, at);
  }
  const isKnown = payment.tx_hash !== null || payment.has_number;
  if (payment.handed_over_at !== null) {
    if (isKnown || payment.may_leave) await settle(world, payment, to, payment.handed_over_at, at);
    return;
  }
  if (!(await handOver(world, payment, to, at))) return;
  world.told('payment_handed_over', payment);
  await settle(world, payment, to, at, at);
}

/**
 * Ends a payment to an address that its payer no longer allows, returns the money, and answers whether it did. Locks the person like a
 * change of their rules does, so that rules committed before are obeyed.
 */
async function endDisallowed(
  { database, told }: World,
  payment: Due,
  to: string,
  at: Date,
): Promise<boolean> {
  const { id, user_id: payerId, token } = payment;
  const pay = { payerId, address: to, token };
  if (await isStillAllowed(database.query, pay, at)) return false;
  const hasEnded = await database.transaction(async (query) => {
    await query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [payerId]);
    const isEnded =
      !(await isStillAllowed(query, pay, at)) &&
      (await query('SELECT 1 FROM transactions WHERE id = $1 AND handed_over_at IS NULL FOR UPDATE', [id]))
        .length > 0;
    if (isEnded) {
      await endPayment(query, { id, from: 'processing', to: 'failed', at, reason: 'recipient_not_allowed' });
    }
    return isEnded;
  });
  if (hasEnded) told('payment_failed', payment);
  return hasEnded;
}

const hasNumber =
  'EXISTS (SELECT 1 FROM outgoing_payments given WHERE given.payment_id = line.id AND given.nonce IS NOT NULL)';

const hasRules = (line: string) => `EXISTS (SELECT 1 FROM security_settings WHERE user_id = ${line}.user_id)`;

/**
 * Hands a payment over once, and answers whether it did. A stop or a freeze committed before prevents it, and so does the first rule of
 * its payer, which the next round judges.
 */
function handOver({ database, settlement }: World, payment: Due, to: string, at: Date): Promise<boolean> {
  const { id, token, amount, has_rules } = payment;
  return database.transaction(async (query) => {
    const handed = await query(
      `UPDATE transactions line SET handed_over_at = $2
      WHERE line.id = $1 AND line.handed_over_at IS NULL AND line.status = 'processing' AND NOT ${isHeldBack('line')}
        AND ($3 OR NOT ${hasRules('line')})
      RETURNING 1`,
      [id, at, has_rules],
    );
    if (handed.length === 0) return false;
    await settlement.record?.(query, { id, token, amount: BigInt(amount), to });
    return true;
  });
}

async function settle(
  { database, settlement, told }: World,
  payment: Due,
  to: string,
  since: Date,
  at: Date,
) {
  const { id, token } = payment;
  const settled = await settlement.settle({ id, token, amount: BigInt(payment.amount), to, since }, at);
  if (settled.status === 'failed') {
    const end = { id, from: 'processing', to: 'failed', at, reason: settled.reason } as const;
    await database.transaction((query) => endPayment(query, end));
    told('payment_failed', payment);
  } else if (settled.status === 'confirmed') {
    const { txHash } = settled;
    const isCompleted = await database.transaction(async (query) => {
      const isFirst = await stepTransaction(query, { id, from: 'processing', to: 'completed', at, txHash });
      if (isFirst) await capture(query, payment, { ownerId: null, at });
      return isFirst;
    });
    if (isCompleted) told('payment_completed', payment);
  } else if (settled.txHash !== payment.tx_hash) {
    const { txHash } = settled;
    await database.transaction(async (query) => {
      await query("UPDATE transactions SET tx_hash = $2 WHERE id = $1 AND status = 'processing'", [
        id,
        txHash,
      ]);
      await announce(query, transactionTopic(payment.user_id, id));
    });
  }
}

/** The address belongs to an account here by now, so the payment is made in the ledger without a fee. Nobody can pay themselves. */
async function stayHere({ database, told }: World, payment: Due, ownerId: string, at: Date): Promise<void> {
  const { id, user_id: payerId, token, amount } = payment;
  const event = await database.transaction(async (query): Promise<PaymentEvent | null> => {
    const here = await query(
      `UPDATE transactions SET fee = CASE WHEN user_id = $2 THEN fee ELSE 0 END
      WHERE id = $1 AND status = 'processing' AND handed_over_at IS NULL AND NOT ${isFrozen('transactions')} RETURNING id`,
      [id, ownerId],
    );
    if (here.length === 0) return null;
    if (ownerId === payerId) {
      await endPayment(query, { id, from: 'processing', to: 'failed', at, reason: 'own_address' });
      return 'payment_failed';
    }
    await stepTransaction(query, { id, from: 'processing', to: 'completed', at });
    await ensureTokenAccount(query, { ownerId, symbol: token, at });
    await capture(query, { ...payment, fee: '0' }, { ownerId, at });
    const payerAddress = await addressOf(query, payerId, token);
    const receipt = { payerAddress, ownerId, operationId: id, token, amount: BigInt(amount), at };
    await recordTransaction(query, receiptOf(receipt));
    return 'payment_completed';
  });
  if (event) told(event, payment);
}

/** Pays the held amount and its fee to another account, or to the network (null). */
async function capture(query: Query, payment: Due, { ownerId, at }: { ownerId: string | null; at: Date }) {
  const { id, user_id: debitOwnerId, token } = payment;
  const leg = { token, debitOwnerId, operationId: id, at };
  const transfers: Transfer[] = [
    {
      ...leg,
      id,
      creditOwnerId: ownerId ?? systemOwners.chain,
      amount: BigInt(payment.amount),
      kind: ownerId ? 'send' : 'withdrawal',
    },
  ];
  const fee = BigInt(payment.fee);
  if (fee > 0n) {
    transfers.push({ ...leg, id: randomUUID(), creditOwnerId: systemOwners.fees, amount: fee, kind: 'fee' });
  }
  const captured = await captureHold(query, { id, transfers });
  if (!captured.ok) throw new Error(`the ledger refused to settle ${id}: ${captured.problem}`);
}
