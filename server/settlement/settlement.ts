import type { TransactionReason } from '../../contract/reasons.ts';
import type { Result } from '../../contract/result.ts';
import type { Claim, Displaced, DisplacedProblem } from './evm/displaced.ts';
import type { Settled as SettledByHand, SettledClaim } from './evm/settled.ts';

/** What has to be paid on the network, in minor units. */
interface OutgoingPayment {
  readonly id: string;
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
  /** When it was handed over for the first time. */
  readonly since: Date;
}

/** How a payment stands on the network. `txHash` is null while it has none. */
type Settled =
  | { readonly status: 'waiting'; readonly txHash: string | null }
  | { readonly status: 'confirmed'; readonly txHash: string }
  | {
      readonly status: 'failed';
      readonly reason: Extract<TransactionReason, 'network_refused' | 'contract_refused'>;
    };

/** One output of one transaction on the network, which pays an address. Amount in minor units. */
export interface IncomingDeposit {
  /** The chain's name: hashes are unique on one chain only. */
  readonly network: string;
  readonly txHash: string;
  readonly index: number;
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
  /** How many confirmations it has, and how many it needs to be counted on. */
  readonly confirmations: { readonly seen: number; readonly needed: number };
  /**
   * Why it is not credited: it is no part of the chain any more, or less than the token's least deposit. Null for one that is or
   * waits to be. One that comes back into the chain is told again without it.
   */
  readonly dropped: Extract<TransactionReason, 'network_dropped' | 'below_minimum'> | null;
}

/** The network that tokens arrive by. */
export interface DepositSource {
  /**
   * What arrived lately, at any address, each with how it stands now: at least whatever has not been told once with all of its
   * confirmations, or as dropped. To tell one again, to several servers at once, or to leave out what was never heard is harmless.
   * Rejects while the network cannot be reached.
   */
  incoming(at: Date): Promise<readonly IncomingDeposit[]>;
}

/** The network that tokens leave and arrive by. */
export interface Settlement extends DepositSource {
  /**
   * Brings a payment onto the network unless it is there, and tells how it stands. It is asked again and again until it is told
   * `confirmed` or `failed`, also after a crash and by several servers at once: the same `id` is paid once. Both answers are for
   * ever. Rejects while the network cannot be reached.
   */
  settle(payment: OutgoingPayment, at: Date): Promise<Settled>;
  /**
   * What a network does for all payments at once, in every round after they were asked about. Rejects while the network cannot be
   * reached.
   */
  advance?(at: Date): Promise<void>;
  /** What an operator tells of a payment whose place on the network was taken by something else. Rejects as `advance`. */
  displace?(claim: Claim, at: Date): Promise<Result<Displaced, DisplacedProblem>>;
  /** What an operator tells of a payment that the network alone does not end. Rejects as `advance`. */
  settleByHand?(claim: SettledClaim, at: Date): Promise<Result<SettledByHand, DisplacedProblem>>;
}
