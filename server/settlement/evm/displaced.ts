import { type Address, type Hex, keccak256, recoverTransactionAddress, serializeTransaction } from 'viem';
import * as z from 'zod/mini';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Query } from '../../database/db.ts';
import { countNumber, hexNumber, type Receipt, receiptOf, word } from './answers.ts';
import { addressIn, transferTopic } from './blocks.ts';
import { findEverywhere } from './findings.ts';
import { readReached } from './heads.ts';
import { adoptTransaction, type Outgoing, openOutgoing, type Place, placeAgain } from './outgoing.ts';
import { isDeep, isInChain } from './receipts.ts';
import { readHead, type WithdrawalWorld } from './round.ts';

/** `paid`: the transaction makes the payment, and is recorded for it. `placed_again`: the payment gets another nonce. */
export type Displaced = 'paid' | 'placed_again';

/**
 * `unknown_payment`: no waiting payment with this id has a nonce of the hot wallet. `not_displaced`: it is not proven that this transaction
 * has used the nonce finally. `paid_otherwise`: it pays the same recipient another amount.
 */
export type DisplacedProblem = 'unknown_payment' | 'not_displaced' | 'paid_otherwise';

/** A payment that a transaction signed elsewhere has made. */
export interface AdoptedPayment {
  readonly hash: Hex;
  readonly token: string;
  readonly recipient: Address;
}

/** Is called in the transaction that records the adopted one, so that other books can follow. */
type OnAdopted = (query: Query, paid: AdoptedPayment) => Promise<void>;

/** `hash`: of a transaction that was signed elsewhere with the hot wallet's key. */
export interface Claim {
  readonly id: string;
  readonly hash: Hex;
  /** When false, a transaction that does not make the payment changes nothing. */
  readonly mayPlaceAgain?: boolean;
  readonly onAdopted?: OnAdopted;
}

/**
 * Gives a payment another nonce when another transaction has used its own: signed by the wallet, in the same block at all nodes,
 * and deep enough to be final. No other transaction with the nonce can be mined then, so nothing is paid twice. A transaction that
 * makes the payment itself, such as a wallet program's "speed up", is recorded for it.
 */
export async function displace(
  world: WithdrawalWorld,
  { id, hash, mayPlaceAgain = true, onAdopted }: Claim,
  at: Date,
): Promise<Result<Displaced, DisplacedProblem>> {
  const { database, rpc } = world;
  const open = await openOutgoing(database.query, rpc.chain);
  const payment = open.find((each) => each.id === id);
  if (!payment?.place) return refused('unknown_payment');
  const { place } = payment;
  if (payment.attempts.some((attempt) => attempt.hash === hash)) return refused('not_displaced');
  const signed = await signedOf(world, hash);
  if (!signed || signed.from !== place.wallet || signed.nonce !== place.nonce)
    return refused('not_displaced');
  const receipt = await finalReceipt(world, hash);
  if (!receipt || (await mayBeMined(world, payment))) return refused('not_displaced');
  const paid = paidBy(receipt, place, payment.recipient);
  if (paid !== null && paid !== payment.amount) return refused('paid_otherwise');
  if (paid === null && !mayPlaceAgain) return refused('paid_otherwise');
  return database.transaction(async (query) => {
    const taken = { chain: rpc.chain, id, nonce: place.nonce, hash };
    if (paid === null) {
      const isPlaced = await placeAgain(query, taken);
      return isPlaced ? ok('placed_again') : refused('unknown_payment');
    }
    const adopted = { ...signed, ...taken, attempt: payment.nextAttempt, block: receipt.blockNumber, at };
    if (!(await adoptTransaction(query, adopted))) return refused('unknown_payment');
    await onAdopted?.(query, { hash, token: payment.token, recipient: payment.recipient });
    return ok('paid');
  });
}

const hexText = z.templateLiteral(['0x', z.string()]);
const inBlock = {
  ...{ blockHash: word, nonce: countNumber, gas: countNumber, value: hexNumber },
  ...{ to: z.nullable(hexText), input: hexText, r: hexText, s: hexText },
};
const ofFees = z.object({
  ...inBlock,
  type: z.literal('0x2'),
  chainId: countNumber,
  maxFeePerGas: hexNumber,
  maxPriorityFeePerGas: hexNumber,
  yParity: hexNumber,
  accessList: z.array(z.object({ address: hexText, storageKeys: z.array(hexText) })),
});
const ofGasPrice = z.object({ ...inBlock, type: z.literal('0x0'), gasPrice: hexNumber, v: hexNumber });
/** The two kinds of transactions that wallet programs make; no other kind is accepted for a payment. */
const transaction = z.union([ofFees, ofGasPrice]);

/** A transaction as it was broadcast, proven by its hash and its signature. Null when the nodes differ. */
async function signedOf({ rpc }: WithdrawalWorld, hash: Hex) {
  const opinions = await rpc.askEach('eth_getTransactionByHash', [hash], z.nullable(transaction));
  const told = opinions.flatMap((opinion) => (opinion.ok ? [opinion.answer] : []));
  const [first] = told;
  if (!first || told.some((each) => each?.blockHash !== first.blockHash)) return null;
  const raw = serialized(first);
  if (keccak256(raw) !== hash) return null;
  const [maxFeePerGas, maxPriorityFeePerGas] =
    first.type === '0x2'
      ? [first.maxFeePerGas, first.maxPriorityFeePerGas]
      : [first.gasPrice, first.gasPrice];
  const from = await recoverTransactionAddress({ serializedTransaction: raw });
  return { raw, from, nonce: first.nonce, maxFeePerGas, maxPriorityFeePerGas };
}

function serialized(told: z.infer<typeof transaction>) {
  const { gas, value, to, input: data, r, s } = told;
  const call = { nonce: Number(told.nonce), gas, value, to, data };
  if (told.type === '0x0') {
    return serializeTransaction({ ...call, type: 'legacy', gasPrice: told.gasPrice }, { r, s, v: told.v });
  }
  const { maxFeePerGas, maxPriorityFeePerGas, accessList } = told;
  const fees = { maxFeePerGas, maxPriorityFeePerGas, accessList, chainId: Number(told.chainId) };
  return serializeTransaction({ ...call, ...fees, type: 'eip1559' }, { r, s, yParity: Number(told.yParity) });
}

/** The receipt that all nodes have of a transaction that is deep enough to be final. */
export async function finalReceipt(world: WithdrawalWorld, hash: Hex): Promise<Receipt | null> {
  const { rpc, confirmations } = world;
  const head = await readHead(world);
  const receipt = await agreedReceipt(world, hash);
  const reached = await readReached(rpc, head.number);
  if (!receipt || !isDeep(receipt, { head: reached, confirmations })) return null;
  const { blockNumber, blockHash } = receipt;
  return (await isInChain(rpc, { blockNumber, blockHash, txHash: hash }, head)) ? receipt : null;
}

async function agreedReceipt({ rpc }: WithdrawalWorld, hash: Hex): Promise<Receipt | null> {
  const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
  if (found.state !== 'there') return null;
  const { first, answers } = found;
  const same = answers.every((each) => each?.blockHash === first.blockHash && each.status === first.status);
  return same ? first : null;
}

/** Whether a node has a transaction of the payment in a block, or could not be asked for it. */
async function mayBeMined({ rpc }: WithdrawalWorld, { attempts }: Outgoing): Promise<boolean> {
  for (const { hash } of attempts) {
    const found = await findEverywhere(rpc, 'eth_getTransactionReceipt', [hash], receiptOf(hash));
    if (found.state !== 'absent') return true;
  }
  return false;
}

/** What the wallet has paid the recipient in the payment's token, in minor units; null for nothing. */
function paidBy({ status, logs }: Receipt, { contract, wallet }: Place, to: string): bigint | null {
  const is = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
  const amounts = logs.flatMap(({ address, topics: [topic, sender = '', recipient = ''], data }) => {
    const isOurs = topic === transferTopic && is(address, contract);
    return isOurs && is(addressIn(sender), wallet) && is(addressIn(recipient), to) ? [BigInt(data)] : [];
  });
  return status && amounts.length > 0 ? amounts.reduce((sum, each) => sum + each, 0n) : null;
}
