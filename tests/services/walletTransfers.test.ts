import { encodeFunctionData, erc20Abi, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { encodeBalanceOf, encodeTransfer, readUint256 } from '../../src/services/deposit/erc20.ts';
import {
  addChain,
  chainIdIn,
  readTokenBalance,
  sendTransfer,
  switchChain,
  watchAsset,
} from '../../src/services/deposit/walletTransfers.ts';

const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const contract = '0x9029a190e2D6409986B3C9E58f21BAF1e61fe348';
const account = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('calls of a token', () => {
  test.each([1n, 15_000_000n, 10n ** 30n, 2n ** 256n - 1n])('transfer of %s, as viem writes it', (amount) => {
    const known = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
    expect(encodeTransfer(to, amount)).toBe(known);
    expect(encodeTransfer(to.toLowerCase(), amount)).toBe(known);
  });

  test('balanceOf, as viem writes it', () => {
    const known = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
    expect(encodeBalanceOf(account)).toBe(known);
  });

  test.each<[string, bigint]>([
    [to, 0n],
    [to, -1n],
    [to, 2n ** 256n],
    [to.slice(0, -1), 1n],
    [`${to}0`, 1n],
    [`${to.slice(0, -1)}g`, 1n],
    ['vitalik.eth', 1n],
    ['', 1n],
  ])('%s, %s is sent nowhere', (address, amount) => {
    expect(() => encodeTransfer(address, amount)).toThrow(RangeError);
  });

  test.each([
    [toHex(15n, { size: 32 }), 15n],
    [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
    ['0x', null],
    ['0xf', null],
    [15, null],
    [null, null],
    [`0x${'g'.repeat(64)}`, null],
  ])('%s is read as %s', (answer, amount) => {
    expect(readUint256(answer)).toBe(amount);
  });
});

/** A wallet that answers in turn, and what it was asked. */
function walletWith(...answers: unknown[]) {
  const asked: unknown[] = [];
  const request = async (id: string, method: string, params?: object) => {
    asked.push([id, method, ...(params ? [params] : [])]);
    return answers.shift();
  };
  return { asked, request };
}

test('a wallet that is on the chain is not asked to go there', async () => {
  const wallet = walletWith('0x7A69');
  expect(await switchChain(wallet, 'fox', 31_337)).toBe(31_337);
  expect(wallet.asked).toEqual([['fox', 'eth_chainId']]);
});

test('where a wallet is after it went is asked, not believed', async () => {
  const wallet = walletWith('0x1', null, '0x1');
  expect(await switchChain(wallet, 'fox', 31_337)).toBe(1);
  expect(wallet.asked[1]).toEqual(['fox', 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }]]);
});

test.each([
  ['http://localhost:4000', {}],
  [null, {}],
  ['https://scan.example', { blockExplorerUrls: ['https://scan.example'] }],
])('a chain with the explorer %s is told as EIP-3085 has it', async (explorerUrl, more) => {
  const wallet = walletWith(null, '0x7a69');
  const chain = {
    id: 31_337,
    name: 'Zesto Demo',
    nativeCurrency: 'ETH',
    rpcUrl: 'http://localhost:8545',
    explorerUrl,
  };
  expect(await addChain(wallet, 'fox', chain)).toBe(31_337);
  expect(wallet.asked[0]).toEqual([
    'fox',
    'wallet_addEthereumChain',
    [
      {
        chainId: '0x7a69',
        chainName: 'Zesto Demo',
        nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['http://localhost:8545'],
        ...more,
      },
    ],
  ]);
});

test.each([
  ['0x1', 1],
  [1, 1],
  ['1', null],
  ['0x', null],
  [`0x${'f'.repeat(64)}`, null],
  [Number.NaN, null],
  [null, null],
  [{}, null],
])('the chain id %j is %s', (told, id) => {
  expect(chainIdIn(told)).toBe(id);
});

test('a transfer is asked for with the chain that it is meant for, and without coins', async () => {
  const wallet = walletWith('0xhash');
  const answer = await sendTransfer(wallet, {
    ...{ wallet: 'fox', account, chainId: 31_337, contract, to, minor: '15000000' },
  });
  expect(answer).toBe('0xhash');
  expect(wallet.asked).toEqual([
    [
      'fox',
      'eth_sendTransaction',
      [
        {
          from: account,
          to: contract,
          value: '0x0',
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 15_000_000n] }),
          chainId: '0x7a69',
        },
      ],
    ],
  ]);
});

test('a balance that is no number of a contract is not known', async () => {
  const asked = { wallet: 'fox', account, contract };
  expect(await readTokenBalance(walletWith(toHex(7n, { size: 32 })), asked)).toBe('7');
  expect(await readTokenBalance(walletWith('0x'), asked)).toBeNull();
});

test('a token is shown by EIP-747; what is not yes is no', async () => {
  const wallet = walletWith(true, undefined);
  const token = { contract, ticker: 'USDT', decimals: 6 };
  expect(await watchAsset(wallet, 'fox', token)).toBe(true);
  expect(await watchAsset(wallet, 'fox', token)).toBe(false);
  expect(wallet.asked[0]).toEqual([
    'fox',
    'wallet_watchAsset',
    { type: 'ERC20', options: { address: contract, symbol: 'USDT', decimals: 6 } },
  ]);
});
