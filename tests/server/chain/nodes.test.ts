import { afterEach, beforeEach, expect, test } from 'vitest';
import { openChain } from '../../../server/settlement/evm/openChain.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, linesOf, networkOf, openFollowing, placeOf } from '../../support/following.ts';
import { balance, outside } from '../../support/payments.ts';
import { openRpcProxy, type RpcProxy, type Tamper } from '../../support/rpcProxy.ts';
import { register, type TestServer } from '../../support/server.ts';

const chain = testChain();
let proxy: RpcProxy;
let it: TestServer | undefined;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = undefined;
  proxy = await openRpcProxy(chain.it.url);
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
});

const changed =
  (
    method: string,
    change: (result: unknown, params: readonly unknown[]) => Awaited<ReturnType<Tamper>>,
  ): Tamper =>
  async (call, ask) => {
    const result = await ask();
    return call.method === method ? change(result, call.params) : { result };
  };

/** A person with a deposit that has all of its confirmations. */
async function pay(server: TestServer, amount = 5_000_000n) {
  const person = await register(server);
  await chain.it.transfer('USDT', await placeOf(server, person), amount);
  await chain.it.mine(3);
  return person;
}

test.each<[string, Tamper]>([
  ['is of another chain', changed('eth_chainId', () => ({ result: '0x1' }))],
  ['answers garbage', async () => ({ text: '<html>502</html>' })],
  ['answers what no node may', changed('eth_getBlockByNumber', () => ({ result: { number: 'many' } }))],
  ['answers with another block', changed('eth_getLogs', () => ({ result: [{ blockNumber: '0x1' }] }))],
  ['has an error', async () => ({ error: { code: -32_603, message: 'internal error' } })],
])('the next node answers when one %s', async (_, tamper) => {
  proxy.tamper = tamper;
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  const person = await pay(it);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a node that cannot be reached is asked once, and no address of a node is told', async () => {
  const dead = await openRpcProxy(chain.it.url);
  await dead.close();
  const secret = `${dead.url}/v3/secret-key`;
  it = await openFollowing(chain.it, { rpcUrls: [secret, proxy.url] });
  const person = await pay(it);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  await proxy.close();
  const failure = await it.settle().catch((error: unknown) => String(error));
  expect(failure).toMatch(/^RpcProblem: node \d of RPC_URL: /);
  expect(failure).not.toContain('127.0.0.1');
  proxy = await openRpcProxy(chain.it.url);
});

test('ranges shrink when a node refuses them, and grow again', async () => {
  proxy.tamper = async ({ method, params: [filter] }, ask) => {
    if (method !== 'eth_getLogs') return { result: await ask() };
    const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string };
    const isTooLong = Number(toBlock) - Number(fromBlock) + 1 > 10;
    return isTooLong
      ? { error: { code: -32_005, message: 'query returned more than 10000 results' } }
      : { result: await ask() };
  };
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  await chain.it.mine(50);
  const person = await pay(it);
  for (let round = 0; round < 3; round += 1) await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(proxy.calls.filter(({ method }) => method === 'eth_getLogs').length).toBeLessThan(50);
});

test('a log that a node leaves out at first is found by the second look', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await register(it);
  await chain.it.transfer('USDT', await placeOf(it, person), 5_000_000n);
  await chain.it.mine(1);
  proxy.tamper = changed('eth_getLogs', () => ({ result: [] }));
  await it.settle();
  expect(await linesOf(it, person)).toEqual([]);
  proxy.tamper = async (_, ask) => ({ result: await ask() });
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
});

test.each<[string, bigint, string, object]>([
  ['credited', 5_000_000n, '5', { status: 'completed', amount: '5' }],
  ['below the least deposit', 1_000_000n, '0', { status: 'failed', amount: '1', reason: 'below_minimum' }],
])('a log with another amount at the second look has a new line: %s', async (_, paid, available, line) => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await register(it);
  await chain.it.transfer('USDT', await placeOf(it, person), paid);
  await chain.it.mine(1);
  const nine = `0x${(9_000_000).toString(16).padStart(64, '0')}`;
  proxy.tamper = changed('eth_getLogs', (result) => ({
    result: Array.isArray(result) ? result.map((log: object) => ({ ...log, data: nine })) : result,
  }));
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing', amount: '9' }]);
  proxy.tamper = async (_, ask) => ({ result: await ask() });
  await chain.it.mine(2);
  for (let round = 0; round < 4; round += 1) {
    await it.settle();
    it.clock.advance(3_600_000);
  }
  expect(await linesOf(it, person)).toMatchObject([
    line,
    { status: 'failed', amount: '9', reason: 'network_dropped' },
  ]);
  expect(await balance(it, person)).toMatchObject({ available });
  expect(await attentionOf(it)).toEqual([]);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('two other nodes are enough when one is far behind what was read before', async () => {
  await chain.it.mine(50);
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url, chain.it.url] });
  proxy.tamper = changed('eth_getBlockByNumber', (block, [tag]) => ({
    result: tag === 'latest' ? { ...Object(block), number: '0x1' } : block,
  }));
  const person = await pay(it);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a node that goes back in blocks takes nothing back', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await pay(it);
  await it.settle();
  it.clock.advance(1_000);
  await chain.it.transfer('USDT', await placeOf(it, person), 2_000_000n);
  await chain.it.mine(2);
  await it.settle();
  const head = Number(await chain.it.client.getBlockNumber());
  proxy.tamper = async (call, ask) => {
    const [block] = call.params;
    if (call.method !== 'eth_getBlockByNumber') return { result: await ask() };
    if (block === 'latest') return { result: await ask([`0x${(head - 2).toString(16)}`, false]) };
    return { result: Number(block) > head - 2 ? null : await ask() };
  };
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 0, needed: 3 } },
    { status: 'completed' },
  ]);
  proxy.tamper = async (_, ask) => ({ result: await ask() });
  await chain.it.mine(1);
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '7', available: '7', pending: '0' });
});

test('mistakes of the settings are one sentence each at the start', async () => {
  it = await openFollowing(chain.it);
  const { database } = it;
  const network = networkOf(chain.it);
  const warned: string[] = [];
  const warn = (_: unknown, message: string) => warned.push(message);
  const settings = {
    rpcUrls: [chain.it.url, proxy.url],
    confirmations: 3,
    hotWallet: null,
    maxFee: 1n,
  };
  const open = (changes: object) =>
    openChain({ settings, network: { ...network, ...changes }, database, warn });
  expect(await open({})).toMatchObject({ ok: true });
  expect(await open({ chainId: 5 })).toEqual({
    ok: false,
    problem: [
      'node 1 of RPC_URL is of chain 31337, CHAIN_ID is 5.',
      'node 2 of RPC_URL is of chain 31337, CHAIN_ID is 5.',
    ],
  });
  const { ZST, USDT } = network.contracts;
  const contracts = { ZST: USDT, STO: outside, USDT: ZST };
  expect(await open({ contracts })).toEqual({
    ok: false,
    problem: [
      `TOKEN_CONTRACTS: the contract ZST=${USDT.toLowerCase()} has 6 decimals, the catalogue has 18.`,
      `TOKEN_CONTRACTS: there is no contract at STO=${outside.toLowerCase()} on the chain of RPC_URL.`,
      `TOKEN_CONTRACTS: the contract USDT=${ZST.toLowerCase()} has 18 decimals, the catalogue has 6.`,
    ],
  });
  expect(warned).toEqual([]);
  await proxy.close();
  expect(
    await openChain({ settings: { ...settings, rpcUrls: [proxy.url] }, network, database, warn }),
  ).toMatchObject({
    ok: true,
  });
  expect(warned).toEqual([
    'a node of the chain cannot be asked',
    'the contracts of the tokens could not be checked',
  ]);
});
