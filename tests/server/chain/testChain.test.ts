import { erc20Abi } from 'viem';
import { expect, test } from 'vitest';
import { tokenSymbols, tokens } from '../../../contract/tokens.ts';
import { testChain } from '../../support/chain.ts';

const chain = testChain();
const somebody = '0x00000000000000000000000000000000000A11cE';

function balanceOf(address: `0x${string}`) {
  const { client, contracts } = chain.it;
  return client.readContract({
    address: contracts.USDT,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  });
}

test('its tokens have the names, symbols and decimals of the catalogue', async () => {
  const { client, contracts } = chain.it;
  for (const symbol of tokenSymbols) {
    const read = (functionName: 'name' | 'symbol' | 'decimals') =>
      client.readContract({ address: contracts[symbol], abi: erc20Abi, functionName });
    const told = { name: await read('name'), symbol: await read('symbol'), decimals: await read('decimals') };
    expect(told).toEqual(tokens[symbol]);
  }
});

test('a transfer waits in the mempool until a block is mined, and a reorganisation takes it away', async () => {
  const { it } = chain;
  const hash = await it.transfer('USDT', somebody, 5_000_000n);
  expect(await balanceOf(somebody)).toBe(0n);
  await it.mine(3);
  const { blockNumber, blockHash, logs } = await it.client.getTransactionReceipt({ hash });
  expect(logs).toHaveLength(1);
  expect(await balanceOf(somebody)).toBe(5_000_000n);
  const newest = await it.client.getBlockNumber();
  await it.reorg(3);
  expect(await it.client.getBlockNumber()).toBe(newest);
  expect((await it.client.getBlock({ blockNumber })).hash).not.toBe(blockHash);
  expect(await balanceOf(somebody)).toBe(0n);
  await expect(it.client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found');
});

test('a rollback leaves a shorter chain, a snapshot brings it back', async () => {
  const { it } = chain;
  const before = await it.client.getBlockNumber();
  const restore = await it.snapshot();
  await it.mine(4);
  await it.rollback(2);
  expect(await it.client.getBlockNumber()).toBe(before + 2n);
  await restore();
  expect(await it.client.getBlockNumber()).toBe(before);
});

test('a dropped mempool is empty, the base fee is the one that was set', async () => {
  const { it } = chain;
  await it.transfer('USDT', somebody, 1n);
  await it.dropMempool();
  await it.setBaseFee(20_000_000_000n);
  await it.mine();
  const block = await it.client.getBlock();
  expect(block.transactions).toEqual([]);
  expect(block.baseFeePerGas).toBe(20_000_000_000n);
});

test('a thousand transfers fit into one block', async () => {
  const { it } = chain;
  await Promise.all(Array.from({ length: 1_000 }, () => it.transfer('STO', somebody, 1n)));
  await it.mine();
  expect((await it.client.getBlock()).transactions).toHaveLength(1_000);
});
