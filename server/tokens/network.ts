import type { TokenSymbol } from '../../contract/tokens.ts';

/** A chain's name as in CAIP-2. */
export const chainName = (chainId: number) => `eip155:${chainId}`;

/** The chain that tokens arrive from, and the key that addresses on it are made of. */
export interface DepositNetwork {
  readonly name: string;
  readonly chainId: number;
  /** The account's extended public key, `m/44'/60'/0'`. Never a private one. */
  readonly xpub: string;
  readonly contracts: Readonly<Record<TokenSymbol, string>>;
}

/** What anybody may know of a chain that is followed. Browsers tell it to wallets, so no secret may be in it. */
export interface PublicChain {
  /** A node that anybody may ask; null when none is told. */
  readonly rpcUrl: string | null;
  /** Where people look transactions up. Without a slash at its end; null for nowhere. */
  readonly explorerUrl: string | null;
  /** The symbol of the coin that fees are paid in. */
  readonly nativeCurrency: string;
  /** From how many blocks on, its own among them, a transaction is counted on. */
  readonly confirmations: number;
}
