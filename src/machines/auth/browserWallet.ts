import type { Failure } from '../../../contract/failure.ts';

/** A wallet that the browser has. `icon` is a `data:` address of a picture. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string | null;
  readonly icon: string | null;
}

/** Spec section 8; `alreadyLinked`: every account that the wallet shows is one of this person's login methods; `alreadyOpen` is a connection that failed because the wallet still waits for an answer. */
export type WalletProblem =
  | 'notInstalled'
  | 'noAccounts'
  | 'alreadyLinked'
  | 'rejected'
  | 'alreadyOpen'
  | 'connectionFailed'
  | 'refused';

export interface WalletInput {
  /** Accounts that are not asked for: those that are added already. */
  readonly linked: readonly string[];
}

export interface WalletContext<Answer> extends WalletInput {
  readonly wallets: readonly FoundWallet[];
  readonly wallet: FoundWallet | null;
  /** The account that signs. */
  readonly address: string | null;
  /** The account was changed in the wallet, so the proof has begun anew. */
  readonly isSwitched: boolean;
  readonly message: string | null;
  readonly signature: string | null;
  readonly problem: WalletProblem | null;
  /** Why the server refused, when it was the server. */
  readonly failure: Failure | null;
  readonly answer: Answer | null;
}

export type WalletEvent =
  | { readonly type: 'wallet.wanted' }
  | { readonly type: 'wallet.picked'; readonly id: string }
  | { readonly type: 'wallet.left' }
  /** Null: the wallet no longer shows this site any account. */
  | { readonly type: 'account.switched'; readonly address: string | null };

export interface WalletSigning {
  readonly wallet: string;
  readonly address: string;
  readonly message: string;
}

export interface WalletProof {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** What an error of a wallet means (EIP-1193: 4001, JSON-RPC of the extension: -32002). */
export function problemIn(error: unknown, otherwise: WalletProblem): WalletProblem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 4001) return 'rejected';
  return code === -32002 ? 'alreadyOpen' : otherwise;
}

export const isSameAddress = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** The account that signs: the first that is none of the linked ones, or why there is none. */
export function accountAmong(accounts: readonly string[], linked: readonly string[]) {
  const address = accounts.find((account) => !linked.some((each) => isSameAddress(each, account))) ?? null;
  const problem = accounts.length === 0 ? ('noAccounts' as const) : ('alreadyLinked' as const);
  return { address, problem: address === null ? problem : null };
}

/** A proof that has not begun. */
export const notBegun = {
  wallet: null,
  address: null,
  isSwitched: false,
  message: null,
  signature: null,
  problem: null,
  failure: null,
} as const;
