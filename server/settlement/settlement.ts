import type { TransactionReason } from '../../contract/reasons.ts';
import type { Result } from '../../contract/result.ts';
import type { Query } from '../database/db.ts';
import type { Claim, Displaced, DisplacedProblem } from './evm/displaced.ts';
import type { Reread } from './evm/follow.ts';
import type { Settled as SettledByHand, SettledClaim } from './evm/settled.ts';

/** A payment to make on the network, in minor units. */
interface OutgoingPayment {
  readonly id: string;
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
  /** When it was first handed over. */
  readonly since: Date;
}

/** The state of a payment on the network. `txHash` is null while there is none. */
type Settled =
  | { readonly status: 'waiting'; readonly txHash: string | null }
  | { readonly status: 'confirmed'; readonly txHash: string }
  | {
      readonly status: 'failed';
      readonly reason: Extract<TransactionReason, 'network_refused' | 'contract_refused'>;
    };

/** One transfer to an address, inside a transaction on the network. Amount in minor units. */
export interface IncomingDeposit {
  /** The chain's name, because hashes are unique on one chain only. */
  readonly network: string;
  readonly txHash: string;
  readonly index: number;
  readonly token: string;
  readonly amount: bigint;
  readonly to: string;
  /** The confirmations so far, and those needed to be final. */
  readonly confirmations: { readonly seen: number; readonly needed: number };
  /**
   * Why it is not credited: it is no longer part of the chain, or below the token's minimum deposit. Null for a deposit that is or
   * will be credited. A deposit that comes back into the chain is reported again without it.
   */
  readonly dropped: Extract<TransactionReason, 'network_dropped' | 'below_minimum'> | null;
  /** Whether it has its confirmations and is not credited until an operator has looked; false when left out. */
  readonly isUnderReview?: boolean;
}

/** How far a chain has been read. */
export interface ChainPosition {
  /** The newest block that its nodes told of. */
  readonly head: number;
  readonly read: number;
  /** When that was. */
  readonly at: Date;
}

/** The network that deposits arrive by. */
export interface DepositSource {
  /** The position after the last round that succeeded; null before the first. Left out by a network that is not followed by its blocks. */
  position?(): ChainPosition | null;
  /**
   * Recent deposits to any address, each with its current state: at least all that have not yet been reported with all of their
   * confirmations, or as dropped. Repeating one, telling several servers at once, or leaving out unknown ones is harmless.
   * Rejects while the network is unreachable.
   */
  incoming(at: Date): Promise<readonly IncomingDeposit[]>;
  /**
   * Reads a chain again from a block on. Answers null for a block that is not read again. Left out by a network that is not followed by
   * its blocks.
   */
  reread?(from: number, at: Date): Promise<Reread | null>;
}

/** The network of withdrawals and deposits. */
export interface Settlement extends DepositSource {
  /**
   * Stores a payment in the transaction that hands it over, so that every payment that was handed over is known here, wherever a server
   * ends. Left out by a network that stores none.
   */
  record?(query: Query, payment: Omit<OutgoingPayment, 'since'>): Promise<void>;
  /**
   * Brings a payment onto the network unless it is there, and tells its state. It is called repeatedly until it answers
   * `confirmed` or `failed`, also after a crash and by several servers at once: the same `id` is paid once. Both answers are
   * final. Rejects while the network is unreachable.
   */
  settle(payment: OutgoingPayment, at: Date): Promise<Settled>;
  /**
   * The network's work for all payments at once, in every round after `settle`. Rejects while the network is
   * unreachable.
   */
  advance?(at: Date): Promise<void>;
  /** Handles an operator's claim that another transaction used a payment's nonce. Rejects like `advance`. */
  displace?(claim: Claim, at: Date): Promise<Result<Displaced, DisplacedProblem>>;
  /** Handles an operator's claim about a payment that the network alone does not end. Rejects like `advance`. */
  settleByHand?(claim: SettledClaim, at: Date): Promise<Result<SettledByHand, DisplacedProblem>>;
  /**
   * Has new payments begin with this nonce of the hot wallet, because an operator says that all before it are used. Answers the wallet's
   * address, or why not in one sentence. Rejects like `advance`.
   */
  beginAt?(nonce: bigint): Promise<Result<string, string>>;
}
