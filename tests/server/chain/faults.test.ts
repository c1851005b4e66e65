import { afterEach, beforeEach, expect, test } from 'vitest';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, linesOf, openFollowing, placeOf } from '../../support/following.ts';
import { balance } from '../../support/payments.ts';
import {
  but,
  honest,
  lagging,
  openRpcProxy,
  orphaned,
  type RpcProxy,
  type Tamper,
  timingOut,
} from '../../support/rpcProxy.ts';
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

/** Somebody with a deposit of 5 USDT in the newest block. */
async function deposited(server: TestServer) {
  const person = await register(server);
  await chain.it.transfer('USDT', await placeOf(server, person), 5_000_000n);
  await chain.it.mine();
  return person;
}

/** A round; what it failed with, or null. */
const round = (server: TestServer) =>
  server.settle().then(
    () => null,
    (error: unknown) => String(error),
  );

/** Milliseconds that a node has for an answer: enough for a busy machine's honest one, and for 17 MB. */
const timeout = 2_000;

test.each<[string, Tamper, RegExp]>([
  ['is too slow', timingOut, /no whole answer within 2000 ms/],
  ['answers with a page of its proxy', async () => ({ text: '<html>502</html>', status: 502 }), /status 502/],
  [
    'answers without end',
    async () => ({ text: `"${'a'.repeat(17 * 1024 * 1024)}"` }),
    /more than 16777216 bytes/,
  ],
  [
    'has no newest block',
    but('eth_getBlockByNumber', async () => ({ result: null })),
    /eth_getBlockByNumber is not one/,
  ],
  [
    'leaves questions out',
    but('eth_getLogs', async () => ({ isLeftOut: true })),
    /left eth_getLogs unanswered/,
  ],
])('a node that %s is passed over, and alone it is told in one sentence', async (_, tamper, sentence) => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url], timeout });
  const person = await deposited(it);
  proxy.tamper = tamper;
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });

  proxy.tamper = honest;
  const alone = await openFollowing(chain.it, { database: it.database, rpcUrls: [proxy.url], timeout });
  await chain.it.mine(1);
  proxy.tamper = tamper;
  const failure = await round(alone);
  expect(failure).toMatch(/^RpcProblem: node 1 of RPC_URL: /);
  expect(failure).toMatch(sentence);
});

test('a node that is of another chain from one day on is asked nothing more', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await it.settle();
  proxy.tamper = but('eth_chainId', async () => ({ result: '0x1' }));
  await chain.it.mine(3);
  proxy.calls.length = 0;
  expect(await round(it)).toBe('RpcProblem: node 1 of RPC_URL is of chain 1, CHAIN_ID is 31337.');
  expect(new Set(proxy.calls.map(({ method }) => method))).toEqual(new Set(['eth_chainId']));
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing', confirmations: { seen: 1 } }]);
  proxy.tamper = honest;
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a node without batches is asked one by one', async () => {
  proxy.refusesBatches = true;
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  proxy.requests.length = 0;
  await chain.it.mine(3);
  await it.settle();
  expect(new Set(proxy.requests)).toEqual(new Set([1]));
});

test('the second look asks another node: what the first leaves out every time is found', async () => {
  proxy.tamper = but('eth_getLogs', async () => ({ result: [] }));
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  const person = await deposited(it);
  await it.settle();
  expect(await linesOf(it, person)).toEqual([]);
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('what the second look leaves out once is not lost', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await it.settle();
  let left = 1;
  proxy.tamper = but('eth_getLogs', async (_, ask) => {
    left -= 1;
    return { result: left < 0 ? await ask() : [] };
  });
  await chain.it.mine(2);
  // The first look at the new blocks takes the answer that leaves out; the second look the next one.
  left = 2;
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('what the second look leaves out stays, and the cursor before it, while a block has its transaction', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await it.settle();
  proxy.tamper = but('eth_getLogs', async () => ({ result: [] }));
  await chain.it.mine(2);
  for (let look = 0; look < 3; look += 1) await it.settle();
  // It is not taken back as long as its receipt stands in a block of the chain.
  const seen = { status: 'processing', confirmations: { seen: 2 } };
  expect(await linesOf(it, person)).toMatchObject([seen]);
  await chain.it.mine(20);
  for (let look = 0; look < 3; look += 1) await it.settle();
  expect(await linesOf(it, person)).toMatchObject([seen]);
  expect(await attentionOf(it)).toMatchObject([
    {
      reason: expect.stringMatching(
        /^the nodes of RPC_URL have this transaction in a block and leave its transfer out/,
      ),
    },
  ]);
  proxy.tamper = honest;
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
  expect(await attentionOf(it)).toEqual([]);
});

test('a deposit that some nodes have and others do not is not credited, and the operator is told', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  const person = await register(it);
  const to = await placeOf(it, person);
  await chain.it.mine(1);
  const block = await chain.it.client.getBlock();
  const invented = `0x${'ab'.repeat(32)}`;
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const hex = (number: bigint) => `0x${number.toString(16)}`;
  const log = {
    address: chain.it.contracts.USDT,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      topic(chain.it.accounts.outsider.address),
      topic(to),
    ],
    data: `0x${(9_000_000).toString(16).padStart(64, '0')}`,
    ...{ blockNumber: hex(block.number), blockHash: block.hash, transactionHash: invented, logIndex: '0x0' },
  };
  const transaction = { hash: invented, blockNumber: hex(block.number), blockHash: block.hash };
  proxy.tamper = async (call, ask) => {
    if (call.method === 'eth_getLogs') return { result: [log] };
    if (call.method === 'eth_getTransactionByHash') return { result: transaction };
    return { result: await ask() };
  };
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing', amount: '9' }]);
  proxy.tamper = but('eth_getTransactionByHash', async () => ({ result: transaction }));
  for (let look = 0; look < 8; look += 1) {
    await chain.it.mine(1);
    await it.settle();
  }
  expect(await attentionOf(it)).toMatchObject([
    {
      subject: `eip155:31337 ${invented}`,
      reason: expect.stringMatching(/^some nodes of RPC_URL have this deposit/),
    },
  ]);
  proxy.tamper = honest;
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  expect(await attentionOf(it)).toEqual([]);
});

test('a node that tells of a newest block that it does not have is told, and takes nothing back', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await it.settle();
  proxy.tamper = async ({ method, params: [tag] }, ask) => {
    if (method === 'eth_getLogs') return { result: [] };
    const answer = await ask();
    return { result: tag === 'latest' ? { ...Object(answer), number: '0xffffff' } : answer };
  };
  const failure = await round(it);
  expect(failure).toMatch(/^RpcProblem: node 1 of RPC_URL: it does not have block \d+$/);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  proxy.tamper = honest;
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('blocks that do not hang together are told after ten rounds', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const person = await deposited(it);
  await it.settle();
  await chain.it.mine(2);
  proxy.tamper = but('eth_getBlockByNumber', async ({ params: [tag] }, ask) => {
    const block = await ask();
    return { result: tag === 'latest' ? block : { ...Object(block), parentHash: `0x${'00'.repeat(32)}` } };
  });
  for (let look = 0; look < 9; look += 1) expect(await round(it)).toBeNull();
  expect(await round(it)).toMatch(/what the nodes of RPC_URL tell does not fit together/);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  proxy.tamper = honest;
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
});

test('a node that tells of a head and does not have its blocks yet takes nothing back, and halts nothing', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  await chain.it.mine(6);
  await it.settle();
  const person = await deposited(it);
  await it.settle();
  const head = await chain.it.client.getBlockNumber();
  await chain.it.mine(1);
  proxy.tamper = lagging(head - 5n, { tells: true });
  for (let look = 0; look < 4; look += 1) expect(await round(it)).toBeNull();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing' }]);
  expect(await it.database.query('SELECT halted_why, number::int FROM chain_cursors')).toEqual([
    { halted_why: null, number: Number(head) },
  ]);
  proxy.tamper = honest;
  await chain.it.mine(1);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(await attentionOf(it)).toEqual([]);
});

test('a node that is behind on blocks that lost replaces nothing of a longer chain', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  await chain.it.mine(6);
  await it.settle();
  const person = await deposited(it);
  await it.settle();
  const head = await chain.it.client.getBlockNumber();
  proxy.tamper = orphaned(head - 5n, head - 3n);
  for (let look = 0; look < 4; look += 1) expect(await round(it)).toBeNull();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'processing', confirmations: { seen: 0 } }]);
  proxy.tamper = honest;
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(await attentionOf(it)).toEqual([]);
});

test('what a second reading finds before a credited deposit of its transaction credits nothing, and is told', async () => {
  it = await openFollowing(chain.it, { rpcUrls: [proxy.url] });
  const credited = await deposited(it);
  const from = Number(await chain.it.client.getBlockNumber());
  await it.settle();
  await chain.it.mine(2);
  await it.settle();
  expect(await balance(it, credited)).toMatchObject({ available: '5' });
  const [{ tx_hash: hash }] = await linesOf(it, credited);
  const left = await register(it);
  const topic = `0x${(await placeOf(it, left)).slice(2).toLowerCase().padStart(64, '0')}`;
  const data = `0x${(9_000_000).toString(16).padStart(64, '0')}`;
  interface Log {
    readonly topics: readonly string[];
    readonly transactionHash: string;
  }
  /** The logs with the one that the node had left out, which is the first of its transaction. */
  const whole = (logs: readonly Log[]) =>
    logs.flatMap((log) => {
      if (log.transactionHash !== hash) return [log];
      const first = { ...log, topics: [...log.topics.slice(0, 2), topic], data, logIndex: '0x0' };
      return [first, { ...log, logIndex: '0x1' }];
    });
  proxy.tamper = async ({ method, params: [asked] }, ask) => {
    const answer = await ask();
    if (method === 'eth_getLogs') return { result: whole(Object(answer)) };
    if (method !== 'eth_getTransactionReceipt' || asked !== hash) return { result: answer };
    return { result: { ...Object(answer), logs: whole(Object(answer).logs) } };
  };
  expect(await it.operator('POST', '/chain/reread', { from })).toMatchObject({ status: 200 });
  for (let look = 0; look < 5; look += 1) {
    it.clock.advance(1_000);
    await it.settle();
  }
  expect(await balance(it, credited)).toMatchObject({ available: '5' });
  expect(await linesOf(it, credited)).toMatchObject([
    { status: 'processing', amount: '5', reason: 'under_review' },
    { status: 'completed', amount: '5' },
  ]);
  expect(await balance(it, left)).toMatchObject({ available: '0' });
  expect(await attentionOf(it)).toEqual([
    expect.objectContaining({
      subject: `eip155:31337 ${hash}`,
      reason: expect.stringMatching(/^another transfer was credited in place of one of this transaction/),
    }),
  ]);
});
