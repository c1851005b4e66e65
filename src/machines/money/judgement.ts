/** Why an amount would be refused, as far as that is known before a quote is asked for. */
export type Judgement =
  | {
      readonly problem: 'too_small' | 'too_large' | 'insufficient';
      /** The minimum, the maximum, or what is available, as a decimal of `token`. */
      readonly figure: string;
      readonly token: string;
      /** Of what is not there: how much it takes with the fee. Null where the fee is a part of the amount. */
      readonly needed: string | null;
    }
  | {
      /** More than may leave: without a verified identity, in 24 hours, in 30 days, or by a limit of one's own. */
      readonly problem: 'unverified' | 'day' | 'month' | 'own';
      /** What may still leave, in USDT. */
      readonly figure: string;
      /** When more may; null while nothing stands against the limit. */
      readonly moreAt: string | null;
    };
