import { type Address, encodeDeployData, type Hex, parseAbi } from 'viem';
import type { Token } from '../../../contract/tokens.ts';
import artefact from './contracts/DemoToken.json' with { type: 'json' };

const constructorAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals, address holder, uint256 supply)',
]);

/** The data of the transaction that deploys `token` with `supply` minor units for `holder`. */
export function deploymentOf({ name, symbol, decimals }: Token, holder: Address, supply: bigint): Hex {
  const bytecode: Hex = `0x${artefact.bytecode.slice(2)}`;
  return encodeDeployData({
    abi: constructorAbi,
    bytecode,
    args: [name, symbol, decimals, holder, supply],
  });
}
