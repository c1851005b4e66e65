import { formatGwei } from 'viem';
import { type Fees, replacingFees } from './fees.ts';
import { byNumber } from './numbers.ts';
import type { Attempt, Outgoing, Place } from './outgoing.ts';
import { type Round, tellGas } from './round.ts';

/** The next transaction to sign for a payment. */
export interface Draft extends Fees, Pick<Outgoing, 'id' | 'recipient' | 'amount'> {
  readonly place: Place;
  readonly attempt: number;
  /** The fees of the transaction it replaces; null for a payment's first one. */
  readonly replaced: Fees | null;
}

/** The payments that have a nonce but no signed transaction. */
export function unsigned(open: readonly Outgoing[], fees: Fees): readonly Draft[] {
  return open.toSorted(byNumber).flatMap(({ id, recipient, amount, place, attempts, nextAttempt }) => {
    if (!place || attempts.length > 0) return [];
    return [{ id, recipient, amount, place, attempt: nextAttempt, replaced: null, ...fees }];
  });
}

interface Signed extends Omit<Outgoing, 'place'> {
  readonly place: Place;
  /** The newest signed transaction. */
  readonly last: Attempt;
}

/** The payments that are signed but not mined, in nonce order. */
export function unmined(open: readonly Outgoing[], mined: bigint): readonly Signed[] {
  return open.toSorted(byNumber).flatMap((each) => {
    const last = each.attempts.at(-1);
    return each.place && last && each.place.nonce >= mined ? [{ ...each, place: each.place, last }] : [];
  });
}

/**
 * Replacements for transactions that have waited too long where higher fees help: of the next that can be mined, unless all nodes refuse it
 * for other reasons than its fees, and of those right behind it that offer less than the base fee. Transactions behind an unsigned nonce
 * wait for it.
 */
export function stuck(
  { head, replaceAfter, maxFee, tell }: Round,
  open: readonly Outgoing[],
  now: Fees,
): readonly Draft[] {
  const inLine = unmined(open, head.nonce).filter(
    ({ place }, index) => place.nonce === head.nonce + BigInt(index),
  );
  return inLine.flatMap(({ id, recipient, amount, place, attempts, last }, index) => {
    const isLate = head.number - last.signedBlock >= BigInt(replaceAfter);
    const isCheap =
      last.maxFeePerGas < now.maxFeePerGas || last.maxPriorityFeePerGas < now.maxPriorityFeePerGas;
    const isTaken = attempts.some(({ toldBlock }) => toldBlock !== null);
    const mayHelp = index === 0 ? isTaken || isCheap : last.maxFeePerGas < head.baseFee;
    if (!isLate || !mayHelp) return [];
    const fees = replacingFees(last, now, maxFee);
    if (fees) {
      return [{ id, recipient, amount, place, attempt: last.attempt + 1, replaced: last, ...fees }];
    }
    tell('fees', `Payment ${id} is stuck, and MAX_FEE_GWEI (${formatGwei(maxFee)}) allows it no higher fee.`);
    return [];
  });
}

/** The drafts that the wallet can pay at their highest fees, together with everything signed, because nodes refuse unpayable transactions. */
export function payable(round: Round, open: readonly Outgoing[], drafts: readonly Draft[]): readonly Draft[] {
  const { head } = round;
  const signed = unmined(open, head.nonce);
  let left = signed.reduce((rest, { place, last }) => rest - place.gas * last.maxFeePerGas, head.coins);
  let isShort = false;
  return drafts.filter(({ place, maxFeePerGas, replaced }) => {
    const more = place.gas * (maxFeePerGas - (replaced?.maxFeePerGas ?? 0n));
    isShort ||= more > left;
    if (isShort) tellGas(round);
    else left -= more;
    return !isShort;
  });
}
