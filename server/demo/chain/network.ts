import { type Address, getContractAddress } from 'viem';
import type { TokenSymbol } from '../../../contract/tokens.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import { faucet } from './accounts.ts';

const contractOf = (nonce: number): Address =>
  getContractAddress({ from: faucet.address, nonce: BigInt(nonce) });

/** The three tokens: their addresses follow from who deploys them and in which order. */
export const demoContracts: Readonly<Record<TokenSymbol, Address>> = {
  ZST: contractOf(0),
  STO: contractOf(1),
  USDT: contractOf(2),
};

/**
 * The demo's chain, whose number is kept for local ones: no wallet program offers to send real tokens there. The private half of its
 * key is `depositKey`.
 */
export const demoNetwork: DepositNetwork = {
  name: 'Zesto Demo',
  chainId: 1337,
  xpub: 'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76',
  contracts: demoContracts,
};
