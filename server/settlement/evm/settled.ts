import type { Hex } from 'viem';
import { ok, type Result, refused } from '../../../contract/result.ts';
import { countNumber, receiptOf } from './answers.ts';
import { type Claim, type DisplacedProblem, displace, finalReceipt } from './displaced.ts';
import { findEverywhere } from './findings.ts';
import { endOutgoing, endUnpaid, keepMined, type Outgoing, openOutgoing, type Place } from './outgoing.ts';
import { haveLeft } from './receipts.ts';
import { readHead, type WithdrawalWorld } from './round.ts';

/** `paid`: by `hash`. `not_paid`: the payment has failed, and the hold is released. */
export type Settled = 'paid' | 'not_paid';

/** `hash`: of the transaction that made the payment; null when none did. */
export interface SettledClaim extends Pick<Claim, 'id' | 'onAdopted'> {
  readonly hash: Hex | null;
}

/**
 * Ends a payment that the chain alone does not end: its nonce was used elsewhere, or its transaction succeeded without a token
 * transfer. The operator's claim must match what every node shows, deep enough to be final.
 */
export async function settlePayment(
  world: WithdrawalWorld,
  { id, hash, ...rest }: SettledClaim,
  at: Date,
): Promise<Result<Settled, DisplacedProblem>> {
  const { database, rpc } = world;
  const payment = (await openOutgoing(database.query, rpc.chain)).find((each) => each.id === id);
  if (!payment?.place) return refused('unknown_payment');
  const { place } = payment;
  if (hash === null) return settleUnpaid(world, payment, place, at);
  if (payment.attempts.some((attempt) => attempt.hash === hash)) return settleByOwn(world, { id, hash }, at);
  const displaced = await displace(world, { id, hash, ...rest, mayPlaceAgain: false }, at);
  return displaced.ok ? ok('paid') : displaced;
}

async function settleByOwn(
  world: WithdrawalWorld,
  { id, hash }: { id: string; hash: Hex },
  at: Date,
): Promise<Result<Settled, DisplacedProblem>> {
  const { database, rpc } = world;
  const receipt = await finalReceipt(world, hash);
  if (!receipt?.status) return refused('not_displaced');
  const { blockNumber, blockHash, gasUsed } = receipt;
  const gasPaid = gasUsed * receipt.effectiveGasPrice;
  const mined = { blockNumber, blockHash, txHash: hash, hasSucceeded: true, gasPaid, gasUsed };
  await database.transaction(async (query) => {
    await keepMined(query, rpc.chain, [{ id, mined }]);
    await endOutgoing(query, rpc.chain, [{ id, mined }], at);
  });
  return ok('paid');
}

async function settleUnpaid(
  world: WithdrawalWorld,
  payment: Outgoing,
  place: Place,
  at: Date,
): Promise<Result<Settled, DisplacedProblem>> {
  const { database, rpc } = world;
  const isProven = (await isUsedForGood(world, place)) && (await haveMovedNothing(world, payment, place));
  if (!isProven) return refused('not_displaced');
  const ended = { chain: rpc.chain, id: payment.id, nonce: place.nonce, at };
  return (await endUnpaid(database.query, ended)) ? ok('not_paid') : refused('unknown_payment');
}

/** Whether every node has a final transaction with the nonce, so that none of the payment's own can be mined any more. */
async function isUsedForGood(world: WithdrawalWorld, { wallet, nonce }: Place): Promise<boolean> {
  const { rpc, confirmations } = world;
  const head = await readHead(world);
  const settled = head.number - BigInt(confirmations) + 1n;
  if (settled < 0n) return false;
  const at = `0x${settled.toString(16)}`;
  const opinions = await rpc.askEach('eth_getTransactionCount', [wallet, at], countNumber);
  return opinions.every((opinion) => opinion.ok && opinion.answer > nonce);
}

/** Whether no node has a transaction of the payment, except a final one that moved no tokens. */
async function haveMovedNothing(
  world: WithdrawalWorld,
  { attempts }: Outgoing,
  place: Place,
): Promise<boolean> {
  for (const { hash } of attempts) {
    const params = [hash];
    const found = await findEverywhere(world.rpc, 'eth_getTransactionReceipt', params, receiptOf(hash));
    if (found.state === 'not_asked') return false;
    if (found.state === 'absent') continue;
    const receipt = await finalReceipt(world, hash);
    if (!receipt || haveLeft(receipt, place)) return false;
  }
  return true;
}
