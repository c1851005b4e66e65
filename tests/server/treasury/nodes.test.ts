import { erc20Abi, getAddress, numberToHex, parseEther } from 'viem';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { signSweep } from '../../../scripts/signSweep.ts';
import { gasAddressOf } from '../../../server/addresses/derivation.ts';
import { advanceSweep } from '../../../server/treasury/sweepRound.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { attentionOf, placeOf } from '../../support/following.ts';
import { openNodes } from '../../support/nodes.ts';
import {
  ahead,
  but,
  honest,
  lying,
  omitting,
  openRpcProxy,
  type RpcProxy,
  type Tamper,
} from '../../support/rpcProxy.ts';
import { register, type TestServer } from '../../support/server.ts';
import { openCustody, operate, ownerAccount, rounds, spendNonce } from '../../support/treasury.ts';
import { confirmations } from '../../support/withdrawals.ts';

const chain = testChain();
const gasAddress = getAddress(gasAddressOf(ownerAccount.publicExtendedKey));
const hot = () => chain.it.accounts.hotWallet.address;
/** The largest number that fits the format. */
const most = `0x${'f'.repeat(64)}`;
/** Nobody listens there. */
const unreachable = 'http://127.0.0.1:9';

let proxy: RpcProxy;
let it: TestServer;
let restore: () => Promise<void>;
beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  restore = await chain.it.snapshot();
  proxy = await openRpcProxy(chain.it.url);
  await chain.it.client.setBalance({ address: gasAddress, value: parseEther('1') });
});
afterEach(async () => {
  await it?.close();
  await proxy?.close();
  await restore?.();
});

/** A sweep of 100 USDT from each of some addresses that was sent, gas first, over a node that a test tampers with and over `others`. */
async function open(others: readonly string[], addresses = 1) {
  it = await openCustody(chain.it, { rpcUrls: [proxy.url, ...others] });
  for (let address = 0; address < addresses; address += 1) {
    await chain.it.transfer('USDT', await placeOf(it, await register(it)), 100_000_000n);
  }
  await rounds(it, chain.it, confirmations + 1);
  const { file } = (await it.operator('POST', '/sweeps', { to: 'hot' })).body.data;
  const signed = await signSweep(file, ownerAccount, hot());
  expect(await it.operator('POST', '/sweeps/signed', signed)).toMatchObject({ status: 200 });
  return String(file.sweep);
}

const sweep = async () => (await it.operator('GET', '/sweeps')).body.data[0];
const told = async () => (await attentionOf(it)).map(({ reason }) => reason);

const swept = () =>
  chain.it.client.readContract({
    ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [hot()] },
  });

/** What is told of a receipt, where there is one. */
const receipts = (lie: object): Tamper =>
  lying('eth_getTransactionReceipt', (receipt) => receipt && { ...Object(receipt), ...lie });

const done = { status: 'done', transactions: 2, confirmed: 2, failed: 0 };

test.each([
  ['leaves the events of a transfer out', receipts({ logs: [] })],
  ['fails what has succeeded', receipts({ status: '0x0', logs: [] })],
  ['has it in another block', receipts({ blockHash: `0x${'ee'.repeat(32)}` })],
  ['has it in a block that is not there yet', receipts({ blockNumber: '0xffffff' })],
  ['has no receipt', omitting('eth_getTransactionReceipt')],
])('a node that %s ends nothing of a sweep while another tells otherwise', async (_, tamper) => {
  await open([chain.it.url]);
  proxy.tamper = tamper;
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await swept()).toBe(100_000_000n);
  expect(await sweep()).toMatchObject({ status: 'sent', failed: 0 });
  expect(await told()).toEqual([
    expect.stringMatching(/^Transaction \d waits: (node \d of RPC_URL has another|its receipt names)/),
  ]);
  proxy.tamper = honest;
  await rounds(it, chain.it, 1);
  expect(await sweep()).toMatchObject(done);
  expect(await told()).toEqual([]);
});

test('each success without the event of its tokens waits for a look of an operator', async () => {
  const number = await open([], 2);
  const settle = (place: number) => operate(it, ['sweep', 'settle', number, String(place)]);
  const waits = (place: number) => [
    expect.stringMatching(
      new RegExp(
        `^Transaction ${place} waits: 0x\\w{64} has succeeded without telling of tokens that left 0x\\w{40}: sweep settle ${number} ${place} ends it as failed\\.$`,
      ),
    ),
  ];
  const refusedOf = (place: number) => ({
    ...{ code: 1, printed: [] },
    complained: [
      `Transaction ${place} of sweep ${number} has not succeeded without telling of tokens, or waits for something else. Nothing was exported, sent or ended.`,
    ],
  });
  proxy.tamper = receipts({ logs: [] });
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await sweep()).toMatchObject({ status: 'sent', confirmed: 2, failed: 0 });
  expect(await told()).toEqual(waits(3));
  proxy.tamper = receipts({ logs: [], blockHash: `0x${'ee'.repeat(32)}` });
  expect(await settle(3)).toEqual(refusedOf(3));
  proxy.tamper = receipts({ logs: [] });
  expect(await settle(1)).toEqual(refusedOf(1));
  expect(await settle(3)).toMatchObject({ code: 0, complained: [] });
  expect(await sweep()).toMatchObject({ status: 'sent', confirmed: 3, failed: 1 });
  await rounds(it, chain.it, 1);
  expect(await told()).toEqual(waits(4));
  expect(await settle(3)).toEqual(refusedOf(3));
  expect(await settle(4)).toMatchObject({ code: 0, complained: [] });
  expect(await sweep()).toMatchObject({ status: 'done', transactions: 4, confirmed: 4, failed: 2 });
  await rounds(it, chain.it, 1);
  expect(await told()).toEqual([]);
  expect(await settle(4)).toEqual(refusedOf(4));
  const log: { verb: string }[] = (await it.operator('GET', '/log')).body.data;
  const subject = (transaction: number) => JSON.stringify({ sweep: Number(number), transaction });
  expect(log.filter(({ verb }) => verb === 'POST /sweeps/settle')).toMatchObject([
    { status: 409, subject: subject(4) },
    { status: 200, subject: subject(4) },
    { status: 409, subject: subject(3) },
    { status: 200, subject: subject(3) },
    { status: 409, subject: subject(1) },
    { status: 409, subject: subject(3) },
  ]);
});

test('a receipt fails nothing of a sweep while only one of two nodes can be asked', async () => {
  await open([unreachable]);
  proxy.tamper = receipts({ status: '0x0', logs: [] });
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await sweep()).toMatchObject({ status: 'sent', confirmed: 0 });
  expect(await told()).toEqual([expect.stringMatching(/was reverted, and no second node/)]);
  proxy.tamper = honest;
  await rounds(it, chain.it, 1);
  expect(await sweep()).toMatchObject(done);
});

test('what no node has is not replaced while one of them does not tell how many are mined', async () => {
  const second = await openRpcProxy(chain.it.url);
  onTestFinished(() => second.close());
  await open([second.url]);
  proxy.tamper = lying('eth_getTransactionCount', () => '0x63');
  second.tamper = but('eth_getTransactionCount', async () => ({ text: 'busy', status: 503 }));
  await rounds(it, chain.it, confirmations + 1);
  expect(await sweep()).toMatchObject({ status: 'sent', confirmed: 0 });
  [proxy.tamper, second.tamper] = [honest, honest];
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await sweep()).toMatchObject(done);
});

test.each([
  ['too few transactions', lying('eth_getTransactionCount', () => '0x0')],
  ['too many transactions', lying('eth_getTransactionCount', () => '0x63')],
  ['no coins', lying('eth_getBalance', () => '0x0')],
  ['too many coins', lying('eth_getBalance', () => '0xffffffffffffffffffff')],
  ['more transactions than a column holds', lying('eth_getTransactionCount', () => most)],
  ['more gas than a column holds', receipts({ gasUsed: most, effectiveGasPrice: most })],
])('a node that tells %s of an address holds no sweep up', async (_, tamper) => {
  await open([chain.it.url]);
  proxy.tamper = tamper;
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await swept()).toBe(100_000_000n);
  expect(await sweep()).toMatchObject(done);
  expect(await told()).toEqual([]);
});

test.each([
  [
    'how many transactions',
    lying('eth_getTransactionCount', () => '0x63'),
    /^The nodes of RPC_URL do not agree how many transactions 0x\w{40} has made: 99 by node 1, 0 by node 2\. /,
  ],
  [
    'how many coins',
    lying('eth_getBalance', () => '0x1'),
    /^The nodes of RPC_URL do not agree how many coins 0x\w{40} has: 0\.000000000000000001 by node 1, 0 by node 2\. /,
  ],
])('nothing is exported while the nodes do not agree %s an address has', async (_, tamper, sentence) => {
  it = await openCustody(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  await chain.it.transfer('USDT', await placeOf(it, await register(it)), 100_000_000n);
  await rounds(it, chain.it, confirmations + 1);
  proxy.tamper = tamper;
  const { code, complained } = await operate(it, ['sweep', 'export', 'sweep.json']);
  expect([code, complained]).toEqual([1, [expect.stringMatching(sentence)]]);
  expect((await it.operator('GET', '/sweeps')).body.data).toEqual([]);
  proxy.tamper = honest;
  expect(await operate(it, ['sweep', 'export', 'sweep.json'])).toMatchObject({ code: 0 });
});

/** How an amount stands in a contract's answer. */
const wordOf = (minor: bigint) => numberToHex(minor, { size: 32 }).slice(2);

/** A node that tells of nothing where the contract tells of 1,000 USDT. */
const withoutThousand = lying('eth_call', (answer) =>
  String(answer).replaceAll(wordOf(1_000_000_000n), wordOf(0n)),
);

async function inHotWallet() {
  await chain.it.transfer('USDT', hot(), 1_000_000_000n);
  await chain.it.mine();
}

async function usdt() {
  const { body } = await it.operator('GET', '/treasury');
  return body.data.tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDT');
}

const opened = { is_read: true, hot_wallet: '1000', float: '1000', difference: '0' };

test('one node of three that tells other balances changes neither the opening nor what an audit finds', async () => {
  await inHotWallet();
  proxy.tamper = withoutThousand;
  it = await openCustody(chain.it, { rpcUrls: [proxy.url, chain.it.url, chain.it.url] });
  expect(await usdt()).toMatchObject(opened);
  expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
  expect(proxy.calls.map(({ method }) => method)).toContain('eth_call');
});

test('balances that two nodes do not agree on are not compared, and stop nothing', async () => {
  await inHotWallet();
  it = await openCustody(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  proxy.tamper = withoutThousand;
  expect(await usdt()).toMatchObject({ is_read: false, hot_wallet: '0', float: '1000', difference: null });
  const sentence = /^Not all books were compared with the chain: the balances of USDT cannot be read: /;
  expect(await operate(it, ['audit'])).toMatchObject({
    code: 1,
    complained: [expect.stringMatching(sentence)],
  });
  expect(await it.database.query('SELECT token FROM withdrawal_stops')).toEqual([]);
  proxy.tamper = honest;
  expect(await usdt()).toMatchObject(opened);
  expect(await operate(it, ['audit'])).toMatchObject({ code: 0, complained: [] });
});

test('an opening waits until the nodes agree on its balances', async () => {
  await inHotWallet();
  proxy.tamper = withoutThousand;
  it = await openCustody(chain.it, { rpcUrls: [proxy.url, chain.it.url] });
  expect(await usdt()).toMatchObject({ is_read: false, float: '0', difference: null });
  proxy.tamper = honest;
  it.clock.advance(60_000);
  await rounds(it, chain.it, 1);
  expect(await usdt()).toMatchObject(opened);
});

test('a transaction whose number has nothing before it is told until its address has sent what is missing', async () => {
  onTestFinished(() => chain.it.dropMempool());
  proxy.tamper = lying('eth_getTransactionCount', () => '0x2');
  await open([]);
  proxy.tamper = honest;
  // What fails three times in a row is told.
  await rounds(it, chain.it, 3);
  expect(await told()).toEqual([
    `Transaction 1 waits for numbers 0 to 1 of ${gasAddress}, which nothing of this sweep has: send anything from it with what is missing.`,
  ]);
  await spendNonce(chain.it, 0);
  await rounds(it, chain.it, 2);
  expect(await told()).toEqual([
    expect.stringContaining(`Transaction 1 waits for number 1 of ${gasAddress}, `),
  ]);
  await spendNonce(chain.it, 1);
  await rounds(it, chain.it, 2);
  expect(await told()).toEqual([
    expect.stringMatching(/^Transaction 2 waits for numbers 0 to 1 of 0x\w{40}, /),
  ]);
});

test('a node that tells of blocks far ahead ends nothing of a sweep before its confirmations', async () => {
  await open([chain.it.url]);
  await rounds(it, chain.it, 2);
  const { url, chainId } = chain.it;
  const rpc = openNodes({ url, chainId, rpcUrls: [proxy.url, url] });
  /** Rounds of the sweep alone: what arrives is not read over this node. */
  const alone = async () => {
    for (let round = 0; round < 3; round += 1) {
      await advanceSweep({ database: it.database, rpc, confirmations }, it.clock.now());
    }
  };
  proxy.tamper = async (call, ask) =>
    ahead(await chain.it.client.getBlockNumber({ cacheTime: 0 }), 1_000)(call, ask);
  await alone();
  expect(await sweep()).toMatchObject({ status: 'sent', confirmed: 0 });
  expect(await told()).toEqual([
    expect.stringMatching(
      /^Transaction 1 waits: one node of RPC_URL tells of block \d+, and no other has got further than \d+\.$/,
    ),
  ]);
  proxy.tamper = honest;
  await rounds(it, chain.it, 2 * confirmations + 2);
  expect(await sweep()).toMatchObject(done);
  expect(await told()).toEqual([]);
});
