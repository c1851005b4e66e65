import type { TokenSymbol } from '../../contract/tokens.ts';

/** What has to be paid on the network, in minor units. */
interface OutgoingPayment {
  readonly id: string;
  readonly token: TokenSymbol;
  readonly amount: bigint;
  readonly to: string;
  /** When it was handed over for the first time. */
  readonly since: Date;
}

/** How a payment stands on the network. `txHash` is null while it has none. */
type Settled =
  | { readonly status: 'waiting'; readonly txHash: string | null }
  | { readonly status: 'confirmed'; readonly txHash: string }
  | { readonly status: 'failed'; readonly why: string };

/** The network that tokens leave by. */
export interface Settlement {
  /**
   * Brings a payment onto the network unless it is there, and tells how it stands. It is asked again and again until it is told
   * `confirmed` or `failed`, also after a crash and by several servers at once: the same `id` is paid once. Both answers are for
   * ever. Rejects while the network cannot be reached.
   */
  settle(payment: OutgoingPayment, at: Date): Promise<Settled>;
}
