import { type Address, getContractAddress } from 'viem';
import type { TokenSymbol } from '../../../contract/tokens.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import { faucet } from './accounts.ts';

const contractOf = (nonce: number): Address =>
  getContractAddress({ from: faucet.address, nonce: BigInt(nonce) });

/** The addresses of the three tokens, which follow from the deployer and the order of deployment. */
export const demoContracts: Readonly<Record<TokenSymbol, Address>> = {
  ZST: contractOf(0),
  STO: contractOf(1),
  USDT: contractOf(2),
};

/**
 * The demo's chain. Its chain id is reserved for local chains, so no wallet app offers to send real tokens there. `depositKey` is the
 * private key of `xpub`.
 */
export const demoNetwork: DepositNetwork = {
  name: 'Zesto Demo',
  chainId: 1337,
  xpub: 'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76',
  contracts: demoContracts,
};
