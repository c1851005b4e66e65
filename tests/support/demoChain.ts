import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  publicActions,
} from 'viem';
import { expect } from 'vitest';
import { visitor } from '../../server/demo/chain/accounts.ts';
import type { DemoChain } from '../../server/demo/chain/demoChain.ts';
import { demoContracts } from '../../server/demo/chain/network.ts';

/** A client of the chain that is not the server's. */
export const clientOf = ({ url }: Pick<DemoChain, 'url'>) =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }), cacheTime: 0 }).extend(
    publicActions,
  );

/** How many minor units of USDT an address holds. */
export const balanceOf = (chain: DemoChain, address: Address): Promise<bigint> =>
  clientOf(chain).readContract({
    address: demoContracts.USDT,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  });

/** What a wallet program of the demo's visitor does: `amount` minor units of USDT. */
export async function visitorPays(chain: DemoChain, to: Address, amount: bigint): Promise<Hex> {
  const client = clientOf(chain);
  const serializedTransaction = await visitor.signTransaction({
    chainId: await client.getChainId(),
    nonce: await client.getTransactionCount({ address: visitor.address }),
    to: demoContracts.USDT,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    gas: 100_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  });
  return client.sendRawTransaction({ serializedTransaction });
}

/** The process that has the chain which is kept in `folder`. */
export async function pidOf(folder: string): Promise<number> {
  return JSON.parse(await readFile(join(folder, 'process.json'), 'utf8')).pid;
}

/** Kills Anvil and has the server start it again, from what is kept. */
export async function loseAnvil(chain: DemoChain, folder: string): Promise<void> {
  const pid = await pidOf(folder);
  process.kill(pid, 'SIGKILL');
  const step = () =>
    chain.step().then(
      () => pidOf(folder),
      () => pid,
    );
  await expect.poll(step, { timeout: 20_000 }).not.toBe(pid);
}
