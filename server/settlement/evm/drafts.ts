import { formatGwei } from 'viem';
import { type Fees, replacingFees } from './fees.ts';
import { byNumber } from './numbers.ts';
import type { Attempt, Outgoing, Place } from './outgoing.ts';
import { type Round, tellGas } from './round.ts';

/** What is signed next for a payment. */
export interface Draft extends Fees, Pick<Outgoing, 'id' | 'recipient' | 'amount'> {
  readonly place: Place;
  readonly attempt: number;
  /** What is offered by what it replaces; null when nothing else is signed for the payment. */
  readonly replaced: Fees | null;
}

/** What has its number, and nothing signed. */
export function unsigned(open: readonly Outgoing[], fees: Fees): readonly Draft[] {
  return open.toSorted(byNumber).flatMap(({ id, recipient, amount, place, attempts, nextAttempt }) => {
    if (!place || attempts.length > 0) return [];
    return [{ id, recipient, amount, place, attempt: nextAttempt, replaced: null, ...fees }];
  });
}

interface Signed extends Omit<Outgoing, 'place'> {
  readonly place: Place;
  /** The one that counts. */
  readonly last: Attempt;
}

/** What is signed and not mined, by its nonce. */
export function unmined(open: readonly Outgoing[], mined: bigint): readonly Signed[] {
  return open.toSorted(byNumber).flatMap((each) => {
    const last = each.attempts.at(-1);
    return each.place && last && each.place.nonce >= mined ? [{ ...each, place: each.place, last }] : [];
  });
}

/**
 * Replacements of what has waited too long where higher fees help: of the next that can be mined, unless no node has taken it for another
 * reason than its fees, and of those right behind it that offer less than the base fee. What is behind a number that is not signed
 * waits for that.
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

/** Those that the wallet has coins for at their highest fee, with all that is signed: nodes refuse what it could not pay. */
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
