import { BaseError, formatGwei } from 'viem';
import type { Settlement } from '../settlement.ts';
import { broadcast } from './broadcast.ts';
import { displace } from './displaced.ts';
import { type Draft, payable, stuck, unsigned } from './drafts.ts';
import { feesFor } from './fees.ts';
import { followMined } from './mined.ts';
import { beginAt, tellGap, tellHeld } from './numbers.ts';
import {
  confirmedFrom,
  keepSigned,
  mayLeave,
  type Outgoing,
  openOutgoing,
  recordOutgoing,
  requestOutgoing,
} from './outgoing.ts';
import { placeWaiting, transferData } from './place.ts';
import { readTip } from './reads.ts';
import { type Cause, keepCauses, type Round, readHead, reasonOf, type WithdrawalWorld } from './round.ts';
import { settlePayment } from './settled.ts';

/** How many transactions are signed at a time. */
const batch = 64;

/** Milliseconds between reads of the chain while no payment is open. */
const idleLook = 60_000;

/** After how many blocks an unmined transaction is replaced. */
export const usualReplaceAfter = 10;

/** The most transfers whose gas is estimated in one round, so that many waiting payments do not occupy a node. */
export const usualEstimatesAtOnce = 500;

/**
 * Pays over a chain, each payment once. `record` hands a payment to the chain, `settle` tells its state; `advance` does the rest for
 * all payments: gives out a nonce, signs, and stores the signed transaction before any node gets it. Every step
 * can be resumed after a crash, and several servers may share the wallet.
 */
export function createWithdrawals(
  world: WithdrawalWorld,
): Pick<Settlement, 'settle'> &
  Required<Pick<Settlement, 'record' | 'advance' | 'displace' | 'settleByHand' | 'beginAt'>> {
  const { database, rpc } = world;
  const { chain } = rpc;
  const costs: Round['costs'] = new Map();
  const sent: Round['sent'] = new Map();
  let lookAt = 0;

  return {
    record: (query, payment) => recordOutgoing(query, chain, payment),

    async settle(payment) {
      const {
        chain: given,
        outcome,
        tx_hash: txHash,
      } = await requestOutgoing(database.query, chain, payment);
      if (given !== chain) throw new Error(`this payment was given to ${given}, and not to ${chain}`);
      if (outcome === null) return { status: 'waiting', txHash };
      const isPaid = outcome === 'confirmed' && txHash !== null;
      return isPaid ? { status: 'confirmed', txHash } : { status: 'failed', reason: 'contract_refused' };
    },

    async advance(at) {
      const open = await openOutgoing(database.query, chain);
      // Also while no payment is open, because a chain may lose finished ones. Causes of one look stay until the next.
      if (open.length === 0 && at.getTime() < lookAt) return;
      const told = new Map<Cause, string>();
      const tell = (cause: Cause, sentence: string) => {
        if (!told.has(cause)) told.set(cause, sentence);
      };
      rpc.doubt();
      await look({ ...world, at, tell, costs, sent });
      await keepCauses(database, chain, told, at);
      // The first round without an open payment looks too, so that causes of the last one do not stay for a minute.
      lookAt = open.length > 0 ? 0 : at.getTime() + idleLook;
    },

    displace: (claim, at) => displace(world, claim, at),
    settleByHand: (claim, at) => settlePayment(world, claim, at),
    beginAt: (nonce) => beginAt(world, nonce),
  };
}

async function look(world: Omit<Round, 'head'>): Promise<void> {
  try {
    await advanceAll({ ...world, head: await readHead(world) });
  } catch (error) {
    // viem's own messages repeat the whole request.
    throw error instanceof BaseError ? new Error(`the chain cannot be asked: ${reasonOf(error)}`) : error;
  }
}

async function advanceAll(round: Round): Promise<void> {
  const { database, rpc, head, maxFee, tell } = round;
  const read = async () => (await openOutgoing(database.query, rpc.chain)).filter(isOurs(round));
  // Read after the head: every payment mined at the head was stored before a node got it, by whichever server.
  await followMined(round, await read());
  const tip = await readTip(rpc, head.baseFee);
  const fees = feesFor(head.baseFee, tip, maxFee);
  const open = await read();
  const lost = await confirmedFrom(database.query, rpc.chain, round.signer.address, head.nonce);
  tellGap(round, [...lost, ...open]);
  if (fees) {
    await placeWaiting(round, open, fees);
    const placed = await read();
    const drafts = unsigned(placed, fees);
    const free = await mayLeave(
      database.query,
      drafts.map(({ id }) => id),
    );
    tellHeld(round, placed, free);
    const first = drafts.filter(({ id }) => free.has(id));
    await sign(round, payable(round, placed, first));
    const signed = await read();
    await sign(round, payable(round, signed, stuck(round, signed, fees)));
  } else if (open.some(({ mined }) => mined === null)) {
    tell(
      'fees',
      `Withdrawals wait: a unit of gas costs ${formatGwei(head.baseFee + tip)} Gwei, and MAX_FEE_GWEI is ${formatGwei(maxFee)}.`,
    );
  }
  await broadcast(round, await read(), lost);
}

/** Leaves out, and reports, payments that another wallet has started, because only that wallet can finish them. */
function isOurs({ signer, tell }: Round) {
  return ({ id, place }: Outgoing) => {
    const isTheirs = place !== null && place.wallet !== signer.address;
    if (isTheirs)
      tell(
        'signer',
        `Payment ${id} was begun by the hot wallet ${place.wallet}: give it back until it is over.`,
      );
    return !isTheirs;
  };
}

/** Signs and stores transactions. A failure to sign is tried again in the next round. */
async function sign(round: Round, drafts: readonly Draft[]): Promise<void> {
  const { database, rpc, chainId, head, signer, at, tell } = round;
  for (let start = 0; start < drafts.length; start += batch) {
    const signed = await Promise.all(
      drafts.slice(start, start + batch).map(async (draft) => {
        const { nonce, contract: to, gas } = draft.place;
        const { maxFeePerGas, maxPriorityFeePerGas } = draft;
        const call = { chainId, nonce: Number(nonce), to, data: transferData(draft), gas };
        try {
          return [{ ...draft, ...(await signer.sign({ ...call, maxFeePerGas, maxPriorityFeePerGas })) }];
        } catch (error) {
          tell(
            'signer',
            `Withdrawals wait: the hot wallet ${signer.address} cannot sign, ${reasonOf(error)}.`,
          );
          return [];
        }
      }),
    );
    const kept = signed.flat().map((each) => ({ ...each, isFirst: each.replaced === null }));
    await keepSigned(database.query, { chain: rpc.chain, block: head.number, at }, kept);
  }
}
