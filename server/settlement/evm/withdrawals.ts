import { BaseError, formatGwei } from 'viem';
import { estimateMaxPriorityFeePerGas } from 'viem/actions';
import type { Settlement } from '../settlement.ts';
import { word } from './answers.ts';
import { displace } from './displaced.ts';
import { type Fees, feesFor, replacingFees } from './fees.ts';
import { followMined } from './mined.ts';
import { byNumber, tellGap } from './numbers.ts';
import {
  type Attempt,
  confirmedFrom,
  keepSigned,
  keepTold,
  mayLeave,
  type Outgoing,
  openOutgoing,
  type Place,
  requestOutgoing,
} from './outgoing.ts';
import { placeWaiting, transferData } from './place.ts';
import {
  type Cause,
  isKnown,
  keepCauses,
  type Round,
  readHead,
  reasonOf,
  type WithdrawalWorld,
} from './round.ts';
import type { Rpc } from './rpc.ts';
import { settlePayment } from './settled.ts';

/** How many transactions are signed, or given to a node, at a time. */
const batch = 64;

/** Milliseconds between looks at the chain while nothing is open. */
const idleLook = 60_000;

/** After how many blocks a transaction that is not mined is replaced. */
export const usualReplaceAfter = 10;

/**
 * Pays over a chain, each payment once. `settle` only gives a payment to the chain and tells how it stands; `advance` does the rest, for
 * all of them at once: a nonce of the database, a signature, and the signed transaction are kept before a node hears of it. Every
 * step is found again after a crash, and several servers may share the wallet.
 */
export function createWithdrawals(
  world: WithdrawalWorld,
): Pick<Settlement, 'settle'> & Required<Pick<Settlement, 'advance' | 'displace' | 'settleByHand'>> {
  const { database, rpc } = world;
  const { chain } = rpc;
  let lookAt = 0;

  return {
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
      const told = new Map<Cause, string>();
      const tell = (cause: Cause, sentence: string) => {
        if (!told.has(cause)) told.set(cause, sentence);
      };
      const open = await openOutgoing(database.query, chain);
      // Also without anything open: a chain may have lost what was over.
      if (open.length > 0 || at.getTime() >= lookAt) {
        rpc.doubt();
        await look({ ...world, at, tell });
        lookAt = at.getTime() + idleLook;
      }
      await keepCauses(database, chain, told, at);
    },

    displace: (claim, at) => displace(world, claim, at),
    settleByHand: (claim, at) => settlePayment(world, claim, at),
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
  // Read after the head, not before: what is mined there was kept before a node heard of it, by whichever server.
  await followMined(round, await read());
  const tip = await estimateMaxPriorityFeePerGas(rpc.client);
  const fees = feesFor(head.baseFee, tip, maxFee);
  const open = await read();
  const lost = await confirmedFrom(database.query, rpc.chain, round.signer.address, head.nonce);
  tellGap(round, [...lost, ...open]);
  if (fees) {
    await placeWaiting(round, open, fees);
    const drafts = unsigned(await read(), fees);
    const free = await mayLeave(
      database.query,
      drafts.map(({ id }) => id),
    );
    await sign(
      round,
      drafts.filter(({ id }) => free.has(id)),
    );
    await sign(round, stuck(round, await read(), fees));
  } else if (open.some(({ mined }) => mined === null)) {
    tell(
      'fees',
      `Withdrawals wait: a unit of gas costs ${formatGwei(head.baseFee + tip)} Gwei, and MAX_FEE_GWEI is ${formatGwei(maxFee)}.`,
    );
  }
  await broadcast(round, await read(), lost);
}

/** Leaves out, and tells, what another wallet has begun to pay: nobody but that one can. */
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

/** What is signed next for a payment. */
interface Draft extends Fees, Pick<Outgoing, 'id' | 'recipient' | 'amount'> {
  readonly place: Place;
  readonly attempt: number;
  /** Whether nothing else is signed for it. */
  readonly isFirst: boolean;
}

function unsigned(open: readonly Outgoing[], fees: Fees): readonly Draft[] {
  return open.flatMap(({ id, recipient, amount, place, attempts, nextAttempt: attempt }) =>
    place && attempts.length === 0 ? [{ id, recipient, amount, place, attempt, isFirst: true, ...fees }] : [],
  );
}

/**
 * Replacements of what has waited too long: of the first that waits, and of whatever offers less than what is asked now. The others wait
 * for the first.
 */
function stuck(
  { head, replaceAfter, maxFee, tell }: Round,
  open: readonly Outgoing[],
  now: Fees,
): readonly Draft[] {
  const waiting = inOrder(open, head.nonce);
  return waiting.flatMap(({ id, recipient, amount, place, last }, index) => {
    const isLate = head.number - last.signedBlock >= BigInt(replaceAfter);
    const isCheap =
      last.maxFeePerGas < now.maxFeePerGas || last.maxPriorityFeePerGas < now.maxPriorityFeePerGas;
    if (!isLate || (index > 0 && !isCheap)) return [];
    const fees = replacingFees(last, now, maxFee);
    if (fees) return [{ id, recipient, amount, place, attempt: last.attempt + 1, isFirst: false, ...fees }];
    tell('fees', `Payment ${id} is stuck, and MAX_FEE_GWEI (${formatGwei(maxFee)}) allows it no higher fee.`);
    return [];
  });
}

interface Signed extends Omit<Outgoing, 'place'> {
  readonly place: Place;
  /** The one that counts. */
  readonly last: Attempt;
}

/** What is signed and not mined, by its nonce. */
function inOrder(open: readonly Outgoing[], mined: bigint): readonly Signed[] {
  return open
    .flatMap((each) => {
      const last = each.attempts.at(-1);
      return each.place && last && each.place.nonce >= mined ? [{ ...each, place: each.place, last }] : [];
    })
    .sort(byNumber);
}

/** Signs and keeps. What cannot be signed is tried again in the next round. */
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
    await keepSigned(database.query, { chain: rpc.chain, block: head.number, at }, signed.flat());
  }
}

/** Gives every signed transaction that is not mined to each node once a block, in the order of nonces; also what the chain has lost. */
async function broadcast(round: Round, open: readonly Outgoing[], lost: readonly Outgoing[]): Promise<void> {
  const { database, rpc, head, tell } = round;
  const fresh = open.filter(({ attempts }) => attempts.at(-1)?.toldBlock !== head.number);
  const due = inOrder([...lost, ...fresh], head.nonce);
  for (let start = 0; start < due.length; start += batch) {
    const told = await Promise.all(
      due.slice(start, start + batch).map(async ({ id, last }) => {
        const reason = await refusalOf(rpc, last);
        if (reason === null) return [last.hash];
        tell('node', `Payment ${id} waits: no node takes its transaction, ${reason}.`);
        return [];
      }),
    );
    await database.transaction((query) => keepTold(query, rpc.chain, told.flat(), head.number));
  }
}

/** Why no node has taken a transaction; null when one has. One that keeps it to itself does not keep it from the others. */
async function refusalOf(rpc: Rpc, { raw }: Attempt): Promise<string | null> {
  try {
    await rpc.askEach('eth_sendRawTransaction', [raw], word);
    return null;
  } catch (error) {
    const reason = reasonOf(error);
    return isKnown(reason) ? null : reason;
  }
}
