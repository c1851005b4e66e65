import type { Failure } from '../../../contract/failure.ts';

/** A wallet installed in the browser. `icon` is a `data:` URL of a picture. */
export interface FoundWallet {
  readonly id: string;
  readonly name: string | null;
  readonly icon: string | null;
}

/** Spec section 8; `alreadyLinked`: every account that the wallet offers is already a login method of this person; `alreadyOpen`: the wallet still has an earlier request open. */
export type WalletProblem =
  | 'notInstalled'
  | 'noAccounts'
  | 'alreadyLinked'
  | 'rejected'
  | 'alreadyOpen'
  | 'connectionFailed'
  | 'refused';

export interface WalletInput {
  /** Accounts to skip because they are login methods already. */
  readonly linked: readonly string[];
}

export interface WalletContext<Answer> extends WalletInput {
  readonly wallets: readonly FoundWallet[];
  readonly wallet: FoundWallet | null;
  /** The address of the account that signs. */
  readonly address: string | null;
  /** The person switched accounts in the wallet, so the proof started over. */
  readonly isSwitched: boolean;
  readonly message: string | null;
  readonly signature: string | null;
  readonly problem: WalletProblem | null;
  /** The server's refusal; null when the wallet failed. */
  readonly failure: Failure | null;
  readonly answer: Answer | null;
}

export type WalletEvent =
  | { readonly type: 'wallet.wanted' }
  | { readonly type: 'wallet.picked'; readonly id: string }
  | { readonly type: 'wallet.left' }
  /** `address` is null when the wallet no longer gives this site access to any account. */
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

/** How many nested errors are searched. */
const deepest = 4;

/** An error and its nested errors, the outermost first: some wallets wrap what happened in a general error. */
export function layersOf(error: unknown, depth = 0): readonly object[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return [];
  const { cause, data, originalError } = error as Record<'cause' | 'data' | 'originalError', unknown>;
  return [error, ...[data, originalError, cause].flatMap((inner) => layersOf(inner, depth + 1))];
}

export const codesOf = (layers: readonly object[]): readonly unknown[] =>
  layers.map((layer) => ('code' in layer ? layer.code : null));

/** What an error of a wallet means (EIP-1193: 4001, JSON-RPC of the extension: -32002). */
export function problemIn(error: unknown, otherwise: WalletProblem): WalletProblem {
  const codes = codesOf(layersOf(error));
  if (codes.includes(4001)) return 'rejected';
  return codes.includes(-32002) ? 'alreadyOpen' : otherwise;
}

export const isSameAddress = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** The first account that is not linked yet, or the problem when there is none. */
export function accountAmong(accounts: readonly string[], linked: readonly string[]) {
  const address = accounts.find((account) => !linked.some((each) => isSameAddress(each, account))) ?? null;
  const problem = accounts.length === 0 ? ('noAccounts' as const) : ('alreadyLinked' as const);
  return { address, problem: address === null ? problem : null };
}

/** The state before a proof has started. */
export const notBegun = {
  wallet: null,
  address: null,
  isSwitched: false,
  message: null,
  signature: null,
  problem: null,
  failure: null,
} as const;
