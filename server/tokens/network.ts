import type { TokenSymbol } from '../../contract/tokens.ts';

/** A chain's name in CAIP-2. */
export const chainName = (chainId: number) => `eip155:${chainId}`;

/** The chain of deposits, and the key from which its addresses are derived. */
export interface DepositNetwork {
  readonly name: string;
  readonly chainId: number;
  /** The account's extended public key, `m/44'/60'/0'`. Never a private one. */
  readonly xpub: string;
  /** Each with its checksum (EIP-55). */
  readonly contracts: Readonly<Record<TokenSymbol, string>>;
}

/** Public facts of a chain. Browsers pass them to wallets, so they contain no secret. */
export interface PublicChain {
  /** The URL of a public node; null without one. */
  readonly rpcUrl: string | null;
  /** The URL of the block explorer, without a trailing slash; null without one. */
  readonly explorerUrl: string | null;
  /** The symbol of the coin in which fees are paid. */
  readonly nativeCurrency: string;
  /** How many blocks, including its own, a transaction needs to be confirmed. */
  readonly confirmations: number;
}
