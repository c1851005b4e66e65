import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hexNumber } from '../../../server/settlement/evm/answers.ts';
import { RpcProblem } from '../../../server/settlement/evm/node.ts';
import {
  readBalance,
  readBalances,
  readCoins,
  readCount,
  readTip,
} from '../../../server/settlement/evm/reads.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import { testChain } from '../../support/chain.ts';
import {
  but,
  honest,
  omitting,
  openRpcProxy,
  type RpcProxy,
  type Tamper,
  timingOut,
} from '../../support/rpcProxy.ts';

const chain = testChain();
let proxy: RpcProxy;
beforeEach(async () => {
  proxy = await openRpcProxy(chain.it.url);
});
afterEach(() => proxy.close());

/** For nodes that never answer: those that do have this long on a busy machine too. */
const timeout = 2_000;
const open = (...others: readonly string[]) =>
  openRpc({ rpcUrls: [proxy.url, ...others], chainId: chain.it.chainId, timeout });
const openPatiently = () => openRpc({ rpcUrls: [proxy.url], chainId: chain.it.chainId, timeout: 30_000 });
const faucet = () => chain.it.accounts.faucet.address;
const head = async () => Number(await chain.it.client.getBlockNumber());
const supply = 10n ** 18n;

const holders = () => [
  { address: faucet(), contract: chain.it.contracts.USDT },
  { address: chain.it.accounts.outsider.address, contract: chain.it.contracts.USDT },
  // No contract is there.
  { address: faucet(), contract: chain.it.accounts.outsider.address },
];

const failing = (method: string, answer: Awaited<ReturnType<Tamper>>) => but(method, async () => answer);

test('many balances come in one call, and what no contract tells is null', async () => {
  const rpc = openPatiently();
  const at = await head();
  expect(await readBalances(rpc, holders(), at)).toEqual([supply, 0n, null]);
  expect(proxy.calls.filter(({ method }) => method === 'eth_call')).toHaveLength(1);
  expect(await readBalance(rpc, chain.it.contracts.USDT, faucet(), BigInt(at))).toBe(supply);
  expect(await readBalance(rpc, chain.it.accounts.outsider.address, faucet(), BigInt(at))).toBeNull();
});

test.each<[string, Tamper]>([
  ['is too slow', failing('eth_call', { isEndless: true })],
  ['answers with a page of its proxy', failing('eth_call', { text: '<html>', status: 502 })],
  ['answers null', omitting('eth_call')],
  ['answers what is no bytes', failing('eth_call', { result: '0x123' })],
])('a node that %s is no answer of a contract, and another is asked', async (_, tamper) => {
  proxy.tamper = tamper;
  await expect(readBalances(open(), holders(), await head())).rejects.toThrow(RpcProblem);
  await expect(readBalances(open(), holders(), await head())).rejects.toThrow(/^node 1 of RPC_URL: /);
  expect(await readBalances(open(chain.it.url), holders(), await head())).toEqual([supply, 0n, null]);
});

test('a call that a node refuses for what it takes leaves the balances unknown', async () => {
  proxy.tamper = failing('eth_call', { error: { code: -32_000, message: 'out of gas' } });
  expect(await readBalances(openPatiently(), holders(), await head())).toEqual([null, null, null]);
});

test.each<[string, Tamper]>([
  ['lies in form', failing('eth_getBalance', { result: 'much' })],
  ['omits', omitting('eth_getBalance')],
  ['times out', timingOut],
])('coins are what the next node tells when one %s', async (_, tamper) => {
  proxy.tamper = tamper;
  await expect(readCoins(open(), faucet(), 'latest')).rejects.toThrow(RpcProblem);
  expect(await readCoins(open(chain.it.url), faucet(), 'latest')).toBe(
    await chain.it.client.getBalance({ address: faucet() }),
  );
});

test('a count is of the block that it is asked for', async () => {
  proxy.tamper = honest;
  expect(await readCount(openPatiently(), faucet(), 0n)).toBe(0n);
  expect(await readCount(openPatiently(), faucet(), 'latest')).toBe(3n);
});

test('a node without a method for the tip tells it by the price of gas, and one that is silent does not', async () => {
  const price = await chain.it.client.getGasPrice();
  proxy.tamper = failing('eth_maxPriorityFeePerGas', {
    error: { code: -32_601, message: 'method not found' },
  });
  expect(await readTip(openPatiently(), price - 5n)).toBe(5n);
  expect(await readTip(openPatiently(), price + 5n)).toBe(0n);
  proxy.tamper = omitting('eth_maxPriorityFeePerGas');
  await expect(readTip(openPatiently(), 1n)).rejects.toThrow(RpcProblem);
});

test('a node that ends no answer is given up in time, whatever is collected as garbage meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  proxy.tamper = timingOut;
  let over = 0;
  for (let each = 0; each < 10; each += 1) {
    void open()
      .askAll('eth_blockNumber', [], hexNumber)
      .then(() => {
        over += 1;
      });
  }
  const overNow = () => {
    collect();
    return over;
  };
  await expect.poll(overNow, { interval: 20 }).toBe(10);
});

test('a node that hangs is waited for once, and is asked again after six timeouts', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rpc = open(chain.it.url);
  const count = () => rpc.askAll('eth_blockNumber', [], hexNumber);
  proxy.tamper = timingOut;
  const late = {
    place: 1,
    ok: false,
    problem: { message: 'node 1 of RPC_URL: no whole answer within 2000 ms' },
  };
  expect(await count()).toMatchObject([late, { place: 2, ok: true }]);
  proxy.tamper = honest;
  proxy.calls.length = 0;
  vi.advanceTimersByTime(6 * timeout - 1);
  rpc.doubt();
  expect(await count()).toMatchObject([late, { place: 2, ok: true }]);
  expect(proxy.calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await count()).toMatchObject([
    { place: 1, ok: true },
    { place: 2, ok: true },
  ]);
});

test('a node that hangs is asked each time while no other can be', async () => {
  const rpc = open();
  proxy.tamper = timingOut;
  const count = () => rpc.askAll('eth_blockNumber', [], hexNumber);
  expect(await count()).toMatchObject([{ ok: false }]);
  proxy.tamper = honest;
  expect(await count()).toMatchObject([{ ok: true }]);
});
