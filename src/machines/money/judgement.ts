/** Why the server would refuse an amount, as far as this is known before a quote. */
export type Judgement =
  | {
      readonly problem: 'too_small' | 'too_large' | 'insufficient';
      /** The minimum, the maximum, or what is available, as a decimal of `token`. */
      readonly figure: string;
      readonly token: string;
      /** For an amount above the balance: how much is needed with the fee. Null when the fee is part of the amount. */
      readonly needed: string | null;
    }
  | {
      /** Exceeds a limit for outside payments: without a verified identity, in 24 hours, in 30 days, or the person's own limit. */
      readonly problem: 'unverified' | 'day' | 'month' | 'own';
      /** What may still be paid outside, in USDT. */
      readonly figure: string;
      /** When more may be paid; null while nothing counts against the limit. */
      readonly moreAt: string | null;
    };

/** An amount above both the maximum and the balance is judged by the balance when that is the lower one: the maximum would be refused too. */
export function lowerBound<Problem extends string | null>(
  problem: Problem,
  { maximum, available }: { readonly maximum: bigint; readonly available: bigint | null },
): Problem | 'insufficient' {
  return problem === 'too_large' && available !== null && available < maximum ? 'insufficient' : problem;
}
