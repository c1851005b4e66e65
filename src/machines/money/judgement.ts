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
