import type { LeavingLimits } from '../../../contract/limits.ts';
import { parseMoney, parseRate, printMoney, type Rate } from '../../../contract/money.ts';
import {
  amountWorth,
  mostPayable,
  paymentProblem,
  smallest,
  worthInUsdt,
} from '../../../contract/paymentTerms.ts';
import { readRecipient } from '../../../contract/recipients.ts';
import { type Token, valueToken } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { type Judgement, lowerBound } from './judgement.ts';
import type { PaymentValues } from './paymentMachine.ts';
import { readTyped, tokenOf } from './typedAmount.ts';

/** What a quote would say now, as decimals of the wire. */
interface PaymentEstimate {
  /** Whether the recipient is named by username or email, and so has an account: the payment is free. */
  readonly isFree: boolean;
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  /** Why the server would refuse it; null if no reason is known here. */
  readonly judgement: Judgement | null;
  /** Whether the refusal also applies to a payment to another account. */
  readonly isForAll: boolean;
}

/**
 * Estimates the quote of a payment by the rules that quotes use; fee, price and limits may change before the quote. A payment to
 * another account costs nothing and has neither minimum nor limits; an address counts as an outside one, because only the server knows
 * whose it is. Null while the amount or the fee is unknown.
 */
export function estimatePayment(
  {
    amount: text,
    most,
    to = '',
  }: Pick<PaymentValues, 'amount' | 'most'> & Partial<Pick<PaymentValues, 'to'>>,
  balance: WalletToken | undefined,
  limits: LeavingLimits | null,
): PaymentEstimate | null {
  if (!balance) return null;
  const token = tokenOf(balance);
  const minor = (decimal: string | undefined) => minorOf(decimal, token);
  const named = readRecipient(to.trim());
  const isFree = named.ok && named.value.kind !== 'address';
  const [fee, minimum] = isFree
    ? [0n, 0n]
    : [minor(balance.withdrawal_fee), minor(balance.minimum_withdrawal)];
  const [available, maximum] = [minor(balance.available), minor(balance.maximum_payment)];
  const typed = readTyped(text, token);
  if (fee === null || maximum === null || available === null || minimum === null || !typed.ok) return null;
  const worth = worthOf(balance.price, token);
  const applying = isFree ? null : limits;
  const left = applying && leftOf(applying);
  const allowance = worth && left !== null ? amountWorth(left, worth) : null;
  const amount = most === 'yes' ? mostPayable({ fee, maximum, available, allowance }) : typed.value.minor;
  const print = (value: bigint) => printMoney({ token, minor: value });
  const problem = lowerBound(paymentProblem(amount, { fee, minimum, maximum, available }), {
    maximum,
    available,
  });
  const isThere = amount <= available;
  const figures = {
    too_small: balance.minimum_withdrawal,
    too_large: print(maximum),
    insufficient: balance.available,
  };
  const judgement: Judgement | null = problem
    ? { problem, figure: figures[problem], token: token.symbol, needed: isThere ? print(amount + fee) : null }
    : applying && worth && judgeLimits(worthInUsdt(amount, worth), applying);
  if (amount <= 0n) return null;
  return {
    isFree,
    amount: print(amount),
    fee: print(fee),
    total: print(amount + fee),
    judgement,
    isForAll: problem === 'too_large' || !isThere,
  };
}

function minorOf(decimal: string | undefined, token: Token): bigint | null {
  const money = parseMoney(decimal ?? '', token);
  return money.ok ? money.value.minor : null;
}

const usdt = (decimal: string | null | undefined) => minorOf(decimal ?? undefined, valueToken);

/** How many minor units of USDT one minor unit of the token is worth; null without a price. */
function worthOf(price: string | null, token: Token) {
  const rate = parseRate(price ?? '');
  return rate.ok ? unitWorth(rate.value, token) : null;
}

function unitWorth({ digits, scale }: Rate, { decimals }: Token) {
  return {
    numerator: digits * 10n ** BigInt(valueToken.decimals),
    denominator: 10n ** BigInt(scale + decimals),
  };
}

/** How much may be paid outside now, in minor units of USDT. */
function leftOf({ day, month, own }: LeavingLimits): bigint | null {
  const lefts = [usdt(day.left), usdt(month.left), usdt(own?.payment)].filter((left) => left !== null);
  const [first, ...others] = lefts;
  return first === undefined ? null : smallest(first, ...others);
}

/** Checked in the server's order: the limits for everybody, then the person's own. */
function judgeLimits(value: bigint, { verified, day, month, own }: LeavingLimits): Judgement | null {
  const isMore = (limit: string | null | undefined) => {
    const most = usdt(limit);
    return most !== null && value > most;
  };
  const isDayOwn = own?.day === day.limit;
  const isOverDay = isMore(day.left);
  const least =
    isMore(month.left) && (!isOverDay || (usdt(month.left) ?? 0n) < (usdt(day.left) ?? 0n)) ? 'month' : 'day';
  if (isMore(month.left) || (isOverDay && !isDayOwn)) {
    const isNever = isMore(month.limit) || (!isDayOwn && isMore(day.limit));
    const { left: figure, more_at: moreAt } = { day, month }[least];
    return { problem: isNever && !verified ? 'unverified' : least, figure, moreAt };
  }
  const most = isMore(own?.payment) ? own?.payment : isOverDay ? day.left : null;
  return most == null ? null : { problem: 'own', figure: most, moreAt: null };
}
