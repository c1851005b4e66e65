import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, Query } from '../../../server/database/db.ts';
import { createContractBook } from '../../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import { receiveDeposits } from '../../../server/settlement/receiveDeposits.ts';
import { testChain } from '../../support/chain.ts';
import oddToken from '../../support/contracts/OddToken.json' with { type: 'json' };
import { hasEngine } from '../../support/database.ts';
import {
  attentionOf,
  confirmations,
  linesOf,
  networkOf,
  openFollowing,
  placeOf,
} from '../../support/following.ts';
import { scrape } from '../../support/metrics.ts';
import { balance } from '../../support/payments.ts';
import { but, honest, omitting, openRpcProxy } from '../../support/rpcProxy.ts';
import { register, type TestServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';
import { link, list } from '../../support/tokens.ts';

const chain = testChain();
let it: TestServer;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  it = await openFollowing(chain.it);
});
afterEach(() => it?.close());

async function mineAndSettle(blocks: number) {
  await chain.it.mine(blocks);
  await it.settle();
}

interface Line {
  readonly amount: string;
  readonly status: string;
  readonly confirmations: { readonly seen: number } | null;
}

async function expectClean() {
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

/** A transfer of USDT that is signed here, and so can be sent again. */
async function signTransfer(to: `0x${string}`, amount: bigint) {
  const { outsider } = chain.it.accounts;
  await chain.it.transfer('USDT', outsider.address, amount);
  await chain.it.mine();
  const abi = parseAbi(['function transfer(address to, uint256 amount)']);
  const serializedTransaction = await outsider.signTransaction({
    chainId: chain.it.chainId,
    type: 'eip1559',
    nonce: await chain.it.client.getTransactionCount({ address: outsider.address }),
    gas: 200_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: chain.it.contracts.USDT,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
  });
  return () => chain.it.client.sendRawTransaction({ serializedTransaction });
}

test('a transfer is seen with its first block, counted block by block, and credited with the last', async () => {
  const person = await register(it);
  const hash = await chain.it.transfer('USDT', await placeOf(it, person), 25_500_000n);
  await it.settle();
  expect(await linesOf(it, person)).toEqual([]);
  await mineAndSettle(1);
  expect(await linesOf(it, person)).toMatchObject([
    {
      ...{ status: 'processing', amount: '25.5', tx_hash: hash, confirmations: { seen: 1, needed: 3 } },
      explorer_url: `https://explorer.example/test/tx/${hash}`,
    },
  ]);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '0', pending: '25.5' });
  await mineAndSettle(1);
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 2, needed: 3 } },
  ]);
  await mineAndSettle(1);
  await mineAndSettle(5);
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'completed', confirmations: { seen: 3, needed: 3 } },
  ]);
  expect(await balance(it, person)).toEqual({ total: '25.5', available: '25.5', pending: '0' });
  expect(await attentionOf(it)).toEqual([]);
  await expectClean();
});

test('an open page hears of each step of a deposit, and of each confirmation between them once', async () => {
  const person = await register(it);
  const stream = await listenTo(it, person.token);
  await chain.it.transfer('USDT', await placeOf(it, person), 25_500_000n);
  await mineAndSettle(1);
  const [{ id }] = await linesOf(it, person);
  expect(await stream.next('transaction')).toMatchObject({ data: { id } });
  await mineAndSettle(1);
  await it.settle();
  await mineAndSettle(1);
  const heard: unknown[] = [];
  for (let piece = await stream.piece(); piece !== null; piece = await stream.piece()) {
    if (/^event: (?:transaction|confirmations)$/m.test(piece)) heard.push(piece);
    if (piece.includes('"kind":"deposit"')) break;
  }
  const counted = `event: confirmations\ndata: ${JSON.stringify({ id, seen: 2, needed: 3 })}`;
  expect(heard.filter((piece) => String(piece).includes('confirmations'))).toEqual([counted]);
  await stream.leave();
});

test('what came while the server was down is caught up', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  await chain.it.transfer('USDT', to, 7_000_000n);
  await chain.it.mine(200);
  await chain.it.transfer('USDT', to, 3_000_000n);
  await mineAndSettle(1);
  expect(await balance(it, person)).toEqual({ total: '10', available: '7', pending: '3' });
  await expectClean();
});

test('nothing is no deposit, and less than the least deposit is shown and not credited', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  await chain.it.transfer('USDT', to, 0n);
  await chain.it.transfer('USDT', to, 1_249_999n);
  await mineAndSettle(3);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'failed', reason: 'below_minimum', amount: '1.249999' },
  ]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  await expectClean();
});

test('a deposit that a reorganisation drops has failed, and one that comes back after that is credited once', async () => {
  const person = await register(it);
  const send = await signTransfer(await placeOf(it, person), 5_000_000n);
  await mineAndSettle(5);
  const hash = await send();
  await mineAndSettle(2);
  expect(await linesOf(it, person)).toMatchObject([{ confirmations: { seen: 2, needed: 3 } }]);
  await chain.it.reorg(2);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 0, needed: 3 } },
  ]);
  await mineAndSettle(3);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
  expect(await balance(it, person)).toEqual({ total: '0', available: '0', pending: '0' });
  it.clock.advance(60_000);
  expect(await send()).toBe(hash);
  await mineAndSettle(1);
  await mineAndSettle(2);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'completed', tx_hash: hash },
    { status: 'failed', tx_hash: hash },
  ]);
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
  expect(await attentionOf(it)).toEqual([]);
  await expectClean();
});

test('a deposit that comes back while the clock of the server is behind that of its drop is credited once', async () => {
  const person = await register(it);
  const send = await signTransfer(await placeOf(it, person), 5_000_000n);
  await mineAndSettle(5);
  await send();
  await mineAndSettle(2);
  await chain.it.reorg(2);
  await it.settle();
  await mineAndSettle(3);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
  it.clock.advance(-30_000);
  await send();
  await mineAndSettle(confirmations);
  await it.settle();
  it.clock.advance(30_000);
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
  const told = (await linesOf(it, person)).map(({ amount, status }: Line) => `${amount} ${status}`);
  expect(told.toSorted()).toEqual(['5 completed', '5 failed']);
  await it.settle();
  expect(await it.database.query('SELECT 1 FROM chain_transfers WHERE is_open')).toEqual([]);
  expect(await attentionOf(it)).toEqual([]);
});

test('the block that was the newest at the first start may be replaced', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  await chain.it.reorg(1);
  await it.settle();
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(3);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  expect(await attentionOf(it)).toEqual([]);
});

test('a deposit that a reorganisation moves to another block begins to count again', async () => {
  const person = await register(it);
  const send = await signTransfer(await placeOf(it, person), 5_000_000n);
  await mineAndSettle(5);
  await send();
  await mineAndSettle(2);
  await chain.it.reorg(2);
  await send();
  await mineAndSettle(1);
  expect(await linesOf(it, person)).toMatchObject([
    { status: 'processing', confirmations: { seen: 1, needed: 3 } },
  ]);
  await mineAndSettle(2);
  expect(await linesOf(it, person)).toMatchObject([{ status: 'completed' }]);
  expect(await balance(it, person)).toEqual({ total: '5', available: '5', pending: '0' });
  await expectClean();
});

test('a reorganisation deeper than the confirmations stops the credits until the operator lets them go on', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  await mineAndSettle(5);
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(4);
  expect(await balance(it, person)).toMatchObject({ available: '5' });
  await chain.it.reorg(4);
  await chain.it.transfer('USDT', to, 8_000_000n);
  for (let round = 0; round < 4; round += 1) await mineAndSettle(1);
  expect(await balance(it, person)).toEqual({ total: '13', available: '5', pending: '8' });
  const told = async () =>
    (await linesOf(it, person)).map(
      ({ amount, status, reason, confirmations: counted }: Line & { reason: string | null }) =>
        `${amount} ${status} ${counted?.seen} ${reason}`,
    );
  expect((await told()).sort()).toEqual(['5 completed 3 null', '8 processing 3 under_review']);
  expect(await attentionOf(it)).toMatchObject([
    { subject: 'eip155:31337', reason: expect.stringContaining('replaced 4 blocks') },
  ]);
  expect((await it.operator('POST', '/chain/resume', { chain: 'eip155:1' })).status).toBe(404);
  expect((await it.operator('POST', '/chain/resume', { chain: 'eip155:31337' })).status).toBe(200);
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '13', available: '13', pending: '0' });
  expect((await told()).sort()).toEqual(['5 completed 3 null', '8 completed 3 null']);
  expect(await attentionOf(it)).toEqual([]);
  await expectClean();
});

test('a reorganisation deeper than all known blocks brings back nothing from before the chain was followed', async () => {
  const to = await placeOf(it, await register(it));
  await chain.it.transfer('USDT', to, 5_000_000n);
  await chain.it.mine(10);
  // Without a transaction the blocks that replace others would be the same.
  await chain.it.transfer('USDT', chain.it.accounts.outsider.address, 1n);
  await chain.it.mine(36);
  const later = await openFollowing(chain.it);
  const person = await register(later);
  expect(await placeOf(later, person)).toBe(to);
  await chain.it.mine(2);
  await later.settle();
  await chain.it.reorg(40);
  for (let round = 0; round < 5; round += 1) {
    await chain.it.mine();
    await later.settle();
  }
  expect(await attentionOf(later)).toMatchObject([
    { reason: expect.stringContaining('replaced more than 32 blocks') },
  ]);
  expect(await linesOf(later, person)).toEqual([]);
  await later.close();
});

test('blocks that a node takes away take back nothing that is credited; what they held drops, and comes back', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  await mineAndSettle(5);
  const sendBack = await signTransfer(to, 7_000_000n);
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(1);
  const kept = await sendBack();
  await chain.it.transfer('USDT', to, 9_000_000n);
  await mineAndSettle(confirmations - 1);
  expect(await balance(it, person)).toEqual({ total: '21', available: '5', pending: '16' });
  await chain.it.rollback(confirmations - 1);
  await chain.it.dropMempool();
  // A chain that is only shorter is a node that lags.
  await it.settle();
  expect(await balance(it, person)).toEqual({ total: '21', available: '5', pending: '16' });
  await mineAndSettle(confirmations - 1);
  const seen = (await linesOf(it, person)).map(
    ({ amount, status, confirmations: counted }: Line) => `${amount} ${status} ${counted?.seen}`,
  );
  expect(seen.sort()).toEqual(['5 completed 3', '7 processing 0', '9 processing 0']);
  expect(await sendBack()).toBe(kept);
  await mineAndSettle(confirmations);
  await it.settle();
  const ended = (await linesOf(it, person)).map(({ amount, status }: Line) => `${amount} ${status}`);
  expect(ended.sort()).toEqual(['5 completed', '7 completed', '9 failed']);
  expect(await balance(it, person)).toEqual({ total: '12', available: '12', pending: '0' });
  expect(await attentionOf(it)).toEqual([]);
  await expectClean();
});

test('what an address does not hold is not credited, whatever the events of its contract say', async () => {
  const abi = parseAbi([
    'constructor(string name, string symbol, address holder, uint256 supply)',
    'function pretend(address from, address to, uint256 value)',
  ]);
  const { address: faucet } = chain.it.accounts.faucet;
  const args = ['Odd', 'ODD', faucet, 10n ** 24n] as const;
  const contract = await chain.it.deploy(
    encodeDeployData({ abi, bytecode: `0x${oddToken.bytecode.slice(2)}`, args }),
  );
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const person = await register(it);
  const to = await placeOf(it, person);
  const unit = 10n ** 18n;
  const data = encodeFunctionData({ abi, functionName: 'pretend', args: [faucet, to, 50n * unit] });
  await chain.it.send({ to: contract, data });
  await chain.it.transfer('USDT', to, 4_000_000n);
  for (let round = 0; round < 5; round += 1) await mineAndSettle(1);
  expect(await balance(it, person)).toMatchObject({ available: '4' });
  expect(await balance(it, person, symbol)).toEqual({ total: '50', available: '0', pending: '50' });
  expect(await attentionOf(it)).toMatchObject([
    { subject: `eip155:31337 ${to} ODD`, reason: expect.stringContaining('its balance is 0') },
  ]);
  await chain.it.transfer(contract, to, 50n * unit);
  for (let round = 0; round < 3; round += 1) await mineAndSettle(1);
  // The balance covers one of the two, and cannot tell which.
  expect(await balance(it, person, symbol)).toEqual({ total: '100', available: '0', pending: '100' });
  await chain.it.transfer(contract, to, 50n * unit);
  for (let round = 0; round < 4; round += 1) await mineAndSettle(1);
  expect(await balance(it, person, symbol)).toMatchObject({ available: '0' });
  await expectClean();
});

test('a deposit on which the nodes did not agree is told no more when it is back in the chain', async () => {
  const proxy = await openRpcProxy(chain.it.url);
  const rpcUrls = [proxy.url, chain.it.url];
  const other = await openFollowing(chain.it, { database: it.database, rpcUrls });
  const person = await register(other);
  const send = await signTransfer(await placeOf(other, person), 5_000_000n);
  await chain.it.mine(5);
  await other.settle();
  const hash = await send();
  await chain.it.mine(2);
  await other.settle();
  const { number, hash: blockHash } = await chain.it.client.getBlock();
  await chain.it.reorg(2);
  const claim = { blockNumber: `0x${number.toString(16)}`, blockHash };
  proxy.tamper = but('eth_getTransactionByHash', async () => ({ result: claim }));
  for (let round = 0; round < confirmations + 4; round += 1) {
    await chain.it.mine(1);
    await other.settle();
  }
  expect(await attentionOf(other)).toMatchObject([
    {
      subject: `eip155:31337 ${hash}`,
      reason: expect.stringMatching(/^some nodes of RPC_URL have this deposit in a block/),
    },
  ]);
  expect(await send()).toBe(hash);
  await chain.it.mine(confirmations);
  await other.settle();
  expect(await balance(other, person)).toMatchObject({ available: '5' });
  expect(await attentionOf(other)).toEqual([]);
  await proxy.close();
});

test('what an address did not hold is told no more when the chain has lost its deposit', async () => {
  const abi = parseAbi([
    'constructor(string name, string symbol, address holder, uint256 supply)',
    'function pretend(address from, address to, uint256 value)',
  ]);
  const { address: faucet } = chain.it.accounts.faucet;
  const args = ['Odd', 'ODD', faucet, 10n ** 24n] as const;
  const contract = await chain.it.deploy(
    encodeDeployData({ abi, bytecode: `0x${oddToken.bytecode.slice(2)}`, args }),
  );
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const person = await register(it);
  const to = await placeOf(it, person);
  await mineAndSettle(1);
  const data = encodeFunctionData({ abi, functionName: 'pretend', args: [faucet, to, 50n * 10n ** 18n] });
  await chain.it.send({ to: contract, data });
  for (let round = 0; round < 5; round += 1) await mineAndSettle(1);
  const short = { subject: `eip155:31337 ${to} ${symbol}` };
  expect(await attentionOf(it)).toMatchObject([short]);
  await chain.it.reorg(5);
  for (let round = 0; round < 4; round += 1) await mineAndSettle(1);
  // The chain is halted by it, and nothing is judged until an operator lets it go on.
  expect((await attentionOf(it)).map(({ subject }) => subject).toSorted()).toEqual([
    'eip155:31337',
    short.subject,
  ]);
  expect((await it.operator('POST', '/chain/resume', { chain: 'eip155:31337' })).status).toBe(200);
  await it.settle();
  expect(await linesOf(it, person)).toMatchObject([{ status: 'failed', reason: 'network_dropped' }]);
  expect(await attentionOf(it)).toEqual([]);
});

/** Answers 18 to `decimals`, and burns all gas of any other call. */
const burning = '0x60003560e01c63313ce56714601057fe5b601260005260206000f3';

test('a token that burns all gas, or lost its contract, holds up no deposit of another', async () => {
  const abi = parseAbi(['constructor(string name, string symbol, address holder, uint256 supply)']);
  const args = ['Odd', 'ODD', chain.it.accounts.faucet.address, 10n ** 24n] as const;
  const bytecode = `0x${oddToken.bytecode.slice(2)}` as const;
  const contract = await chain.it.deploy(encodeDeployData({ abi, bytecode, args }));
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const person = await register(it);
  const to = await placeOf(it, person);
  await it.settle();
  await chain.it.transfer(contract, to, 10n ** 18n);
  await chain.it.transfer('USDT', to, 4_000_000n);
  await mineAndSettle(1);
  const code = await chain.it.client.getCode({ address: contract });
  await chain.it.client.setCode({ address: contract, bytecode: burning });
  // What fails three times in a row is told.
  for (let round = 0; round < 5; round += 1) await mineAndSettle(1);
  expect(await balance(it, person)).toMatchObject({ available: '4' });
  expect(await balance(it, person, symbol)).toEqual({ total: '1', available: '0', pending: '1' });
  expect(await attentionOf(it)).toMatchObject([
    { subject: `eip155:31337 ${to} ODD`, reason: expect.stringContaining('its balance is unknown') },
  ]);
  await it.database.query('UPDATE tokens SET contract_address = NULL WHERE symbol = $1', [symbol]);
  await chain.it.transfer('USDT', to, 5_000_000n);
  await mineAndSettle(3);
  expect(await balance(it, person)).toMatchObject({ available: '9' });
  await it.database.query('UPDATE tokens SET contract_address = $2 WHERE symbol = $1', [symbol, contract]);
  await chain.it.client.setCode({ address: contract, bytecode: code ?? '0x' });
  await mineAndSettle(1);
  expect(await balance(it, person, symbol)).toMatchObject({ available: '1' });
  expect(await attentionOf(it)).toEqual([]);
});

test('a listed token whose contract has other decimals is not followed, and the operator is told', async () => {
  const contract = await chain.it.deploy(
    encodeDeployData({
      abi: parseAbi(['constructor(string name, string symbol, address holder, uint256 supply)']),
      bytecode: `0x${oddToken.bytecode.slice(2)}`,
      args: ['Odd', 'ODD', chain.it.accounts.faucet.address, 10n ** 24n],
    }),
  );
  const symbol = await list(it, { ...link, ticker: 'ODD', decimals: 8, contract });
  const person = await register(it);
  await chain.it.transfer(contract, await placeOf(it, person), 10n ** 18n);
  for (let round = 0; round < 4; round += 1) await mineAndSettle(1);
  expect(await linesOf(it, person)).toEqual([]);
  expect(await attentionOf(it)).toMatchObject([
    {
      subject: `eip155:31337 ${symbol}`,
      reason: expect.stringContaining('has 18 decimals, the catalogue has 8'),
    },
  ]);
});

test('a passing error of the node leaves no token out: its deposits are read when the node answers', async () => {
  const abi = parseAbi(['constructor(string name, string symbol, address holder, uint256 supply)']);
  const args = ['Odd', 'ODD', chain.it.accounts.faucet.address, 10n ** 24n] as const;
  const bytecode = `0x${oddToken.bytecode.slice(2)}` as const;
  const contract = await chain.it.deploy(encodeDeployData({ abi, bytecode, args }));
  const symbol = await list(it, { ...link, ticker: 'ODD', contract });
  const proxy = await openRpcProxy(chain.it.url);
  const other = await openFollowing(chain.it, { database: it.database, rpcUrls: [proxy.url] });
  const person = await register(it);
  await chain.it.transfer(contract, await placeOf(it, person), 10n ** 18n);
  await chain.it.mine(4);
  // Of a server that starts now, which has not asked for this contract yet.
  const fresh = await openRpcProxy(
    chain.it.url,
    but('eth_call', async ({ params }, ask) =>
      JSON.stringify(params).includes(contract.toLowerCase())
        ? { error: { code: -32_000, message: 'the request was cancelled' } }
        : { result: await ask() },
    ),
  );
  await expect(openFollowing(chain.it, { database: it.database, rpcUrls: [fresh.url] })).rejects.toThrow(
    'the request was cancelled',
  );
  await other.settle();
  expect(await balance(it, person, symbol)).toMatchObject({ available: '1' });
  await Promise.all([proxy.close(), fresh.close()]);
});

test('what both looks left out is credited once when the operator has the chain read again', async () => {
  const proxy = await openRpcProxy(chain.it.url, omitting('eth_getLogs', []));
  const other = await openFollowing(chain.it, { database: it.database, rpcUrls: [proxy.url] });
  const person = await register(other);
  const started = Number(await chain.it.client.getBlockNumber());
  await chain.it.transfer('USDT', await placeOf(other, person), 5_000_000n);
  await chain.it.mine(4);
  for (let look = 0; look < 2; look += 1) await other.settle();
  expect(await linesOf(other, person)).toEqual([]);
  proxy.tamper = honest;
  await chain.it.mine(1);
  await other.settle();
  expect(await linesOf(other, person)).toEqual([]);
  const reread = (from: number) => other.operator('POST', '/chain/reread', { from });
  expect((await reread(started)).status).toBe(409);
  expect((await reread(started + 1_000)).status).toBe(409);
  expect((await reread(0)).status).toBe(422);
  for (let time = 0; time < 2; time += 1) {
    expect((await reread(started + 1)).body.data).toEqual({
      ...{ chain: 'eip155:31337', from: started + 1 },
      set_back_from: null,
    });
    for (let look = 0; look < 2; look += 1) await other.settle();
    expect(await balance(other, person)).toEqual({ total: '5', available: '5', pending: '0' });
  }
  expect(await linesOf(other, person)).toHaveLength(1);
  await expectClean();
  await proxy.close();
});

test('a thousand deposits in a block are booked at once', { tags: 'long' }, async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  for (let sent = 0; sent < 1_000; sent += 1) await chain.it.transfer('USDT', to, 2_000_000n);
  await mineAndSettle(3);
  expect(await balance(it, person)).toEqual({ total: '2000', available: '2000', pending: '0' });
  await expectClean();
});

test('two servers that follow one chain credit what arrives once', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  const other = await openFollowing(chain.it, { database: it.database });
  for (let sent = 0; sent < 10; sent += 1) {
    await chain.it.transfer('USDT', to, 2_000_000n);
    await chain.it.mine(1);
    await Promise.all([it.settle(), other.settle()]);
  }
  await mineAndSettle(2);
  expect(await balance(it, person)).toEqual({ total: '20', available: '20', pending: '0' });
  expect(await linesOf(it, person)).toHaveLength(10);
  await expectClean();
});

/** A database whose server is gone after so many statements: what was not committed is lost. */
function dying(db: Db, statements: number): Db {
  let left = statements;
  const mortal = (query: Query): Query => {
    return (sql, values) => {
      left -= 1;
      if (left < 0) return Promise.reject(new Error('killed'));
      return query(sql, values);
    };
  };
  return {
    ...db,
    query: mortal(db.query),
    transaction: (work) => db.transaction((query) => work(mortal(query))),
  };
}

test('a server that is killed before any statement of a round leaves a deposit that is credited once', async () => {
  const person = await register(it);
  const to = await placeOf(it, person);
  const network = networkOf(chain.it);
  const at = it.clock.now();
  let sent = 0;
  for (let isDone = false; !isDone; sent += 1) {
    await chain.it.transfer('USDT', to, 2_000_000n);
    await chain.it.mine(3);
    const database = dying(it.database, sent);
    const rpc = openRpc({ rpcUrls: [chain.it.url], chainId: chain.it.chainId });
    const contracts = createContractBook(rpc, network);
    const warn = () => undefined;
    const settlement = createDeposits({ database, rpc, confirmations, warn, contracts });
    isDone = await receiveDeposits({ database, settlement, complain: warn }, at).then(
      async () => (await balance(it, person)).available === String((sent + 1) * 2),
      () => false,
    );
    await it.settle();
    expect(await balance(it, person)).toEqual({
      total: String((sent + 1) * 2),
      available: String((sent + 1) * 2),
      pending: '0',
    });
  }
  expect(sent).toBeGreaterThan(20);
  await expectClean();
});

test('how many blocks are not read yet, and since when the chain was not looked at, is told', async () => {
  const proxy = await openRpcProxy(chain.it.url);
  const other = await openFollowing(chain.it, { database: it.database, rpcUrls: [proxy.url] });
  const told = async () => {
    const { value } = await scrape(other);
    return [value('zesto_chain_lag_blocks'), value('zesto_chain_age_seconds')];
  };
  expect(await told()).toEqual([0, 0]);
  // Blocks that do not follow each other are left to a later round.
  proxy.tamper = but('eth_getBlockByNumber', async ({ params: [number] }, ask) => {
    const block = Object(await ask());
    return { result: number === 'latest' ? block : { ...block, parentHash: `0x${'0'.repeat(64)}` } };
  });
  await chain.it.mine(5);
  await other.settle();
  expect(await told()).toEqual([5, 0]);
  other.clock.advance(90_000);
  expect(await told()).toEqual([5, 90]);
  // Another server may read the chain by then.
  other.clock.advance(31_000);
  expect(await told()).toEqual([undefined, 121]);
  proxy.tamper = honest;
  await other.settle();
  expect(await told()).toEqual([0, 0]);
  await proxy.close();
});
