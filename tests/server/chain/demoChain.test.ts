import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Address, erc20Abi, getAddress, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../server/database/db.ts';
import { listDemoTokens } from '../../../server/demo/catalogue.ts';
import { hotWallet, visitor } from '../../../server/demo/chain/accounts.ts';
import { findAnvil } from '../../../server/demo/chain/anvil.ts';
import { type DemoChain, openDemoChain } from '../../../server/demo/chain/demoChain.ts';
import { listToken } from '../../../server/tokens/listings.ts';
import { openServerDatabase } from '../../support/database.ts';
import { balanceOf, clientOf, loseAnvil, pidOf, visitorPays } from '../../support/demoChain.ts';
import { tied } from '../../support/tied.ts';

const at = new Date('2026-11-20T09:00:00.000Z');
const somebody: Address = '0x00000000000000000000000000000000000A11cE';
const somebodyElse: Address = '0x0000000000000000000000000000000000000b0b';
const confirmations = 3;

let database: Db;
let folder = '';
const open: DemoChain[] = [];

beforeAll(async () => {
  database = await openServerDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(open.splice(0).map((chain) => chain.stop()));
  await database.query('DELETE FROM demo_payments');
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

async function newChain(port = 0): Promise<DemoChain> {
  folder = await mkdtemp(join(tmpdir(), 'zesto-chain-'));
  return startChain(port);
}

/** As a server's start does it. */
async function startChain(port = 0): Promise<DemoChain> {
  const program = findAnvil();
  if (program === null) throw new Error('Anvil is not installed for this platform');
  const chain = await openDemoChain({ database, program, folder, port, confirmations });
  open.push(chain);
  return chain;
}

const usdt = (amount: bigint, to = somebody, id: string = randomUUID()) => ({
  id,
  token: 'USDT',
  amount,
  to,
});

async function pay(chain: DemoChain, payment: ReturnType<typeof usdt>): Promise<Hex> {
  const paid = await chain.pay(payment, at);
  if (!paid) throw new Error('the id was used for another payment');
  expect(paid.needed).toBe(confirmations);
  return `0x${paid.txHash.slice(2)}`;
}

test('the hot wallet and the visitor have tokens from the start, and nobody else can read what is kept', async () => {
  const chain = await newChain();
  expect(await balanceOf(chain, hotWallet.address)).toBe(1_000_000_000_000n);
  expect(await balanceOf(chain, visitor.address)).toBe(10_000_000_000n);
  expect((await readdir(folder)).sort()).toEqual([
    ...['hot-wallet-password', 'hot-wallet.json', 'process.json', 'state'],
  ]);
  for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
});

test('a payment arrives once and gets its confirmations; then the chain rests', async () => {
  const chain = await newChain();
  for (let count = 0; count < 8; count += 1) await chain.step();
  const head = await clientOf(chain).getBlockNumber();
  await chain.step();
  expect(await clientOf(chain).getBlockNumber()).toBe(head);
  const payment = usdt(5_000_000n);
  const hash = await pay(chain, payment);
  expect(await pay(chain, payment)).toBe(hash);
  expect(await chain.pay({ ...payment, amount: 1n }, at)).toBeNull();
  for (let count = 0; count < 8; count += 1) await chain.step();
  expect(await balanceOf(chain, somebody)).toBe(5_000_000n);
  expect(await clientOf(chain).getTransactionConfirmations({ hash })).toBe(BigInt(2 * confirmations));
});

test('twenty payments at once are twenty transactions', async () => {
  const chain = await newChain();
  const hashes = await Promise.all(Array.from({ length: 20 }, () => pay(chain, usdt(1n))));
  expect(new Set(hashes).size).toBe(20);
  await chain.step();
  expect(await balanceOf(chain, somebody)).toBe(20n);
});

test('a chain that lost its last blocks with Anvil is told the faucet’s payments again; what others sent is gone', async () => {
  const chain = await newChain();
  await copyFile(join(folder, 'state'), join(folder, 'older'));
  const hash = await pay(chain, usdt(7_000_000n));
  await chain.step();
  await visitorPays(chain, somebodyElse, 9n);
  await chain.step();
  expect(await balanceOf(chain, somebodyElse)).toBe(9n);
  await copyFile(join(folder, 'older'), join(folder, 'state'));
  await loseAnvil(chain, folder);
  expect(await balanceOf(chain, somebody)).toBe(7_000_000n);
  expect(await balanceOf(chain, somebodyElse)).toBe(0n);
  expect(await balanceOf(chain, hotWallet.address)).toBe(1_000_000_000_000n);
  expect((await clientOf(chain).getTransactionReceipt({ hash })).status).toBe('success');
});

test('an Anvil that outlived its server is found again, with what was not kept, and ended', async () => {
  const chain = await newChain();
  const pid = await pidOf(folder);
  await visitorPays(chain, somebodyElse, 9n);
  await clientOf(chain).mine({ blocks: 1 });
  const next = await startChain();
  expect(await pidOf(folder)).not.toBe(pid);
  // Which the other one has no more.
  expect(next.url).toBe(chain.url);
  expect(await balanceOf(next, somebodyElse)).toBe(9n);
});

test.skipIf(process.platform === 'win32')('an Anvil ends with a server that is killed', async () => {
  const file = 'tests/support/heldAnvil.ts';
  const server = spawn(process.execPath, [...tied, 'scripts/run.mjs', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(server.stdout), 'line');
  const pid = Number(line);
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isThere()).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(isThere, { timeout: 60_000 }).toBe(false);
});

test('another program at the port of before is left alone', async () => {
  const first = await newChain();
  const url = first.url;
  const otherFolder = folder;
  const second = await newChain();
  await second.stop();
  const record = JSON.parse(await readFile(join(folder, 'process.json'), 'utf8'));
  await writeFile(join(folder, 'process.json'), JSON.stringify({ ...record, url, pid: process.pid }));
  const third = await startChain(Number(new URL(url).port));
  expect(await clientOf(first).getChainId()).toBe(1337);
  expect(third.url).not.toBe(url);
  await rm(otherFolder, { recursive: true, force: true });
});

test('a chain keeps its port when another demo has the usual one, and also when that one is gone again', async () => {
  const first = await newChain();
  const usual = Number(new URL(first.url).port);
  const firstFolder = folder;
  try {
    const second = await newChain(usual);
    expect(second.url).not.toBe(first.url);
    await pay(second, usdt(3_000_000n));
    expect(await balanceOf(first, somebody)).toBe(0n);
    await first.stop();
    await second.stop();
    const again = await startChain(usual);
    expect(again.url).toBe(second.url);
    expect(await balanceOf(again, somebody)).toBe(3_000_000n);
  } finally {
    await rm(firstFolder, { recursive: true, force: true });
  }
});

test('a state that cannot be read is put aside, and the chain begins anew with the faucet’s payments', async () => {
  const chain = await newChain();
  const hash = await pay(chain, usdt(7_000_000n));
  await chain.step();
  await chain.stop();
  await writeFile(join(folder, 'state'), '0x1f8b00');
  await writeFile(join(folder, 'state.part'), 'half');
  await writeFile(join(folder, 'process.json'), '{"pid":');
  const next = await startChain();
  expect(await readFile(join(folder, 'state.unreadable'), 'utf8')).toBe('0x1f8b00');
  expect((await clientOf(next).getTransactionReceipt({ hash })).status).toBe('success');
  expect(await balanceOf(next, somebody)).toBe(7_000_000n);
});

test('a chain that ended with its server goes on from where it was', async () => {
  const chain = await newChain();
  await visitorPays(chain, somebodyElse, 9n);
  await chain.step();
  const block = await clientOf(chain).getBlock();
  await chain.stop();
  const next = await startChain();
  expect((await clientOf(next).getBlock({ blockNumber: block.number })).hash).toBe(block.hash);
  expect(await balanceOf(next, somebodyElse)).toBe(9n);
});

test('every other token of the catalogue has a contract at its address, of its name and decimals', async () => {
  await listDemoTokens(database.query);
  const listed = await database.query<{ ticker: string; name: string; decimals: number; address: Address }>(
    'SELECT ticker, name, decimals, contract_address AS address FROM tokens WHERE contract_address IS NOT NULL',
  );
  expect(listed).toHaveLength(11);
  const chain = await newChain();
  for (const { ticker, name, decimals, address } of listed) {
    const read = <Name extends 'name' | 'symbol' | 'decimals' | 'totalSupply'>(functionName: Name) =>
      clientOf(chain).readContract({ address, abi: erc20Abi, functionName });
    expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([
      name,
      ticker,
      decimals,
    ]);
    expect(await read('totalSupply')).toBe(1_000_001_010_000n * 10n ** BigInt(decimals));
  }
  const [{ ticker: token, address: contract } = { ticker: '', address: somebody }] = listed;
  await pay(chain, { ...usdt(3n), token });
  await chain.step();
  const args = [somebody] as const;
  const read = { address: contract, abi: erc20Abi, functionName: 'balanceOf', args } as const;
  expect(await clientOf(chain).readContract(read)).toBe(3n);
});

test('a token that is listed while the chain runs has its contract before the faucet pays it', async () => {
  const chain = await newChain();
  const address = getAddress('0x00000000000000000000000000000000000c0de5');
  const name = 'A token with a name that is longer than a word of storage';
  const token = await listToken(database.query, {
    ...{ ticker: 'LATE', name, decimals: 2, issuer: null, contractAddress: address },
    ...{ minimum: 1n, fee: 1n, maximum: 1_000n },
  });
  if (token === null) throw new Error('the token was not listed');
  await pay(chain, { ...usdt(5n), token });
  await chain.step();
  const contract = { address, abi: erc20Abi } as const;
  const args = [somebody] as const;
  expect(await clientOf(chain).readContract({ ...contract, functionName: 'balanceOf', args })).toBe(5n);
  expect(await clientOf(chain).readContract({ ...contract, functionName: 'name' })).toBe(name);
  expect(await clientOf(chain).readContract({ ...contract, functionName: 'symbol' })).toBe('LATE');
});
