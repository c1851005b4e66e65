import { erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { attentionOf } from '../../support/following.ts';
import { balance, type Person } from '../../support/payments.ts';
import {
  ahead,
  honest,
  lagging,
  lying,
  omitting,
  openRpcProxy,
  type RpcProxy,
  type Tamper,
} from '../../support/rpcProxy.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { chainSettlement, confirmations, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
let proxy: RpcProxy;
let it: TestServer;
let person: Person;
let restore: () => Promise<void>;

/** The largest number that fits the format. */
const most = `0x${'f'.repeat(64)}`;

/** Nobody listens there. */
const unreachable = 'http://127.0.0.1:9';

/** Over a node that a test tampers with, and over Anvil itself behind it when there are `two`, or `others`. */
async function open(two: boolean, others = two ? [chain.it.url] : []) {
  const database = await openTestDatabase();
  const rpcUrls = [proxy.url, ...others];
  const settlement = chainSettlement(database, { ...hotWalletOf(chain.it), rpcUrls });
  it = await openTestServer({ database, settlement });
  person = await register(it);
  await fill(it, chain.it, person, '1000');
}

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
  proxy = await openRpcProxy(chain.it.url);
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
  await chain.it.dropMempool();
  await restore?.();
});

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;
const read = async (id: string) => (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
const told = async () => (await attentionOf(it)).map(({ reason }) => reason);

async function rounds(count: number) {
  for (let number = 0; number < count; number += 1) {
    it.clock.advance(1_000);
    await it.settle().catch(() => undefined);
  }
}

const paid = (address: `0x${string}`) =>
  chain.it.client.readContract({
    ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
  });

test('a receipt of a transaction that no block has completes nothing', async () => {
  await open(false);
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  const { tx_hash: hash } = await read(id);
  await chain.it.dropMempool();
  await chain.it.transfer('USDT', newAddress(), 10_000_000n, chain.it.accounts.hotWallet.address);
  await chain.it.mine();
  const other = (await chain.it.client.getBlock()).transactions[0] ?? '0x';
  proxy.tamper = async ({ method, params: [asked] }, ask) => {
    const isLie = method === 'eth_getTransactionReceipt' && asked === hash;
    return { result: isLie ? { ...Object(await ask([other])), transactionHash: hash } : await ask() };
  };
  await chain.it.mine(confirmations);
  await rounds(6);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await paid(to)).toBe(0n);
  expect(await told()).toEqual([
    expect.stringMatching(/^Payment \S+ waits: its receipt names block \d+, which does not have 0x/),
  ]);
});

test.each([
  ['fails a transfer that was made', '0x0', 2],
  ['is silent about a transfer that was made', null, 1],
])('a node that %s is believed by nobody while another tells otherwise', async (_, lie, differs) => {
  await open(true);
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  proxy.tamper = async ({ method }, ask) => {
    if (method !== 'eth_getTransactionReceipt') return { result: await ask() };
    return { result: lie === null ? null : { ...Object(await ask()), status: lie, logs: [] } };
  };
  await chain.it.mine(confirmations);
  await rounds(6);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await balance(it, person)).toMatchObject({ total: '1000', available: '988.75' });
  expect(await told()).toEqual([
    expect.stringMatching(
      new RegExp(`^Payment \\S+ waits: node ${differs} of RPC_URL has another receipt of 0x\\w{64}\\.$`),
    ),
  ]);
  proxy.tamper = honest;
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await balance(it, person)).toMatchObject({ total: '988.75' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await told()).toEqual([]);
});

test('a node that keeps transactions to itself does not keep them from the others', async () => {
  await open(true);
  proxy.tamper = async ({ method }, ask) => ({
    result: method === 'eth_sendRawTransaction' ? `0x${'11'.repeat(32)}` : await ask(),
  });
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
});

test.each<[string, Tamper]>([
  [
    'words that are no numbers',
    async ({ method }, ask) => ({ result: method === 'eth_getTransactionCount' ? 'many' : await ask() }),
  ],
  [
    'an empty receipt',
    async ({ method }, ask) => ({ result: method === 'eth_getTransactionReceipt' ? {} : await ask() }),
  ],
  [
    'no newest block',
    async ({ method }, ask) => ({ result: method === 'eth_getBlockByNumber' ? null : await ask() }),
  ],
  [
    'a newest block that no column holds',
    lying('eth_getBlockByNumber', (block) => block && { ...Object(block), number: `0x8${'0'.repeat(15)}` }),
  ],
  ['more transactions than a column holds', lying('eth_getTransactionCount', () => most)],
  [
    'more gas than a column holds',
    lying('eth_getTransactionReceipt', (receipt) => receipt && { ...Object(receipt), gasUsed: most }),
  ],
  [
    'a higher price of gas than a column holds',
    lying(
      'eth_getTransactionReceipt',
      (receipt) => receipt && { ...Object(receipt), effectiveGasPrice: most },
    ),
  ],
])('a node that answers %s is passed over', async (_, tamper) => {
  await open(true);
  proxy.tamper = tamper;
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
});

test('a node that goes back in blocks takes no withdrawal back, and pays none twice', async () => {
  await open(false);
  const to = newAddress();
  const first = await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address });
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations - 1);
  await rounds(2);
  const behind = Number(await chain.it.client.getBlockNumber()) - confirmations + 1;
  const old = `0x${behind.toString(16)}`;
  proxy.tamper = async ({ method, params }, ask) => {
    if (method === 'eth_getBlockByNumber') {
      return {
        result: Number(params[0]) > behind ? null : await ask(params[0] === 'latest' ? [old, false] : params),
      };
    }
    return { result: method === 'eth_getTransactionReceipt' ? null : await ask() };
  };
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'processing', confirmations: { seen: 0 } });
  proxy.tamper = honest;
  await chain.it.mine();
  await rounds(3);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address })).toBe(
    first + 1,
  );
});

test('a node that does not have a block yet that it has told of takes no confirmation back', async () => {
  await open(false);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(2);
  await chain.it.mine(confirmations - 1);
  await rounds(1);
  const seen = { status: 'processing', confirmations: { seen: confirmations - 1 } };
  expect(await read(id)).toMatchObject(seen);
  const head = await chain.it.client.getBlockNumber();
  proxy.tamper = lagging(head - BigInt(confirmations), { tells: true });
  await rounds(3);
  expect(await read(id)).toMatchObject(seen);
  proxy.tamper = honest;
  await chain.it.mine();
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
});

test('a block that one node has told of and lacks is asked of the other', async () => {
  await open(true);
  const before = await chain.it.client.getBlockNumber();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine(confirmations);
  proxy.tamper = lagging(before, { tells: true });
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
});

test('a receipt that fails a payment gives no money back while only one of two nodes can be asked', async () => {
  await open(false, [unreachable]);
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  proxy.tamper = lying('eth_getTransactionReceipt', (receipt) =>
    receipt === null ? null : { ...Object(receipt), status: '0x0', logs: [] },
  );
  await chain.it.mine(confirmations);
  await rounds(4);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await balance(it, person)).toMatchObject({ total: '1000', available: '988.75' });
  expect(await told()).toEqual([expect.stringMatching(/was reverted, and no second node/)]);
  proxy.tamper = honest;
  await rounds(1);
  expect(await read(id)).toMatchObject({ status: 'processing' });
});

test('a receipt that names a block that is not there yet strands no payment', async () => {
  await open(true);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(2);
  proxy.tamper = lying(
    'eth_getTransactionReceipt',
    (receipt) => receipt && { ...Object(receipt), blockNumber: '0xffffff' },
  );
  await chain.it.mine(confirmations);
  await rounds(4);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await told()).toEqual([
    expect.stringMatching(/^Payment \S+ waits: its receipt names block 16777215, and the newest is \d+\.$/),
  ]);
  proxy.tamper = honest;
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await told()).toEqual([]);
});

test('a payment is not told to be unknown to all while one of two nodes cannot be asked', async () => {
  await open(false, [unreachable]);
  const id = await withdraw(it, person, '10', newAddress());
  await rounds(2);
  proxy.tamper = omitting('eth_getTransactionReceipt');
  await chain.it.mine(confirmations);
  await rounds(4);
  expect(await told()).toEqual([
    expect.stringMatching(
      /no node that answers knows it as payment \S+: node 2 of RPC_URL could not be asked/,
    ),
  ]);
  expect((await it.operator('POST', '/withdrawals/settle', { id, tx_hash: null })).status).toBe(409);
  proxy.tamper = honest;
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
});

test('a node that tells of blocks far ahead makes no payment final before its confirmations', async () => {
  await open(true);
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine();
  await rounds(2);
  const { tx_hash: hash } = await read(id);
  proxy.tamper = async (call, ask) =>
    ahead(await chain.it.client.getBlockNumber({ cacheTime: 0 }), 1_000)(call, ask);
  await rounds(4);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await told()).toEqual([
    expect.stringMatching(
      /^Payments wait for their confirmations: one node of RPC_URL tells of block \d+, and no other has got further than \d+\.$/,
    ),
  ]);
  const settle = () => it.operator('POST', '/withdrawals/settle', { id, tx_hash: hash });
  expect((await settle()).status).toBe(409);
  await chain.it.mine(confirmations - 1);
  await rounds(2);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await paid(to)).toBe(10_000_000n);
  expect(await told()).toEqual([]);
});

test('a node that is far behind takes nothing back, and what is paid beside it is paid once', async () => {
  await open(true);
  const before = await chain.it.client.getBlockNumber();
  const to = newAddress();
  const id = await withdraw(it, person, '10', to);
  await rounds(2);
  await chain.it.mine();
  await rounds(2);
  const first = await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address });
  await chain.it.mine(4 * confirmations);
  proxy.tamper = lagging(before);
  const other = newAddress();
  const later = await withdraw(it, person, '10', other);
  await rounds(4);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  proxy.tamper = honest;
  await chain.it.mine(confirmations);
  await rounds(4);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await read(later)).toMatchObject({ status: 'completed' });
  expect([await paid(to), await paid(other)]).toEqual([10_000_000n, 10_000_000n]);
  expect(await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address })).toBe(
    first + 1,
  );
});
