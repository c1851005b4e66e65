import type { TokenSymbol } from '../../contract/tokens.ts';

/** The chain that tokens arrive from, and the key that addresses on it are made of. */
export interface DepositNetwork {
  readonly name: string;
  readonly chainId: number;
  /** The account's extended public key, `m/44'/60'/0'`. Never a private one. */
  readonly xpub: string;
  readonly contracts: Readonly<Record<TokenSymbol, string>>;
}

/**
 * The demo's: a chain that does not exist (its number is kept for local ones), and a key whose private half was thrown away. No
 * wallet program offers to send real tokens there.
 */
export const demoNetwork: DepositNetwork = {
  name: 'Zesto Demo',
  chainId: 1337,
  xpub: 'xpub6DAPpLLTVq68CF861kFWjuNpude3qkSnWtCvxPLujHvWb2vVySxQXG2msUjaSukUbZSY44fk1e1jgBhKqVewLE6ZgWV8eavuazcn8zXW2Ga',
  contracts: {
    ZST: '0x1766eebd1af0d01cff66fa3695eebfbe5d6b69ef',
    STO: '0x4dad1a0dd77c2780e66d73025fcead8a42b0b63a',
    USDT: '0x9029a190e2d6409986b3c9e58f21baf1e61fe348',
  },
};
