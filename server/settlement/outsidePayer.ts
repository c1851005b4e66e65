/** A payment from outside to one of our addresses, in minor units. */
export interface OutsidePayment {
  readonly id: string;
  /** The token's symbol. */
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
}

/** Pays from outside, on a network that this server runs itself. */
export interface OutsidePayer {
  /** Answers the transaction's hash and the confirmations it needs; null when the id was used for another payment. */
  pay(payment: OutsidePayment, at: Date): Promise<{ txHash: string; needed: number } | null>;
}
