import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { Address } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signSweep } from '../../../scripts/signSweep.ts';
import { depositKey, hotWallet } from '../../../server/demo/chain/accounts.ts';
import { findAnvil } from '../../../server/demo/chain/anvil.ts';
import { type DemoChain, openDemoChain } from '../../../server/demo/chain/demoChain.ts';
import { openChain } from '../../../server/settlement/evm/openChain.ts';
import { openTreasury } from '../../../server/treasury/openTreasury.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { balanceOf, loseAnvil, visitorPays } from '../../support/demoChain.ts';
import { addressOf, balance, outside, type Person } from '../../support/payments.ts';
import { openTestServer, register, serverStart, type TestServer } from '../../support/server.ts';
import { withdraw } from '../../support/withdrawals.ts';

const confirmations = 3;
const usdt = 1_000_000n;

let folder: string;
let chain: DemoChain;
let it: TestServer;

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  folder = await mkdtemp(join(tmpdir(), 'zesto-demo-chain-'));
  await open();
});
afterEach(async () => {
  await chain?.stop();
  await it?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The demo's chain and a server that follows it, as the settings of the chain say. */
async function open() {
  const program = findAnvil();
  if (program === null) throw new Error('Anvil is not installed for this platform');
  const database = await openTestDatabase();
  chain = await openDemoChain({ database, program, folder, port: 0, confirmations });
  const { settings, network } = chain;
  const opened = await openChain({ settings, network, database, warn: () => undefined });
  if (!opened.ok) throw new Error(opened.problem.join(' '));
  const { settlement } = opened.value;
  if (!settlement) throw new Error('the demo has no hot wallet');
  const treasury = openTreasury(opened.value, { settings, network, database });
  it = await openTestServer({ database, network, settlement, treasury, payer: null });
  await it.settle();
}

const addressIn = (text: string): Address => `0x${text.slice(2)}`;

async function go(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await chain.step();
    await it.settle();
    it.clock.advance(1_000);
  }
}

async function deposit(person: Person, amount: bigint) {
  const to = await addressOf(it, person);
  await chain.pay({ id: randomUUID(), token: 'USDT', amount, to }, serverStart);
}

test('a deposit arrives and is credited, a withdrawal is read back from the chain, and the chain rests', async () => {
  const person = await register(it);
  await deposit(person, 500n * usdt);
  await go(1);
  expect(await balance(it, person)).toEqual({ total: '500', available: '0', pending: '500' });
  await go(5);
  expect(await balance(it, person)).toEqual({ total: '500', available: '500', pending: '0' });
  const id = await withdraw(it, person, '100', outside);
  await go(6);
  const { data } = (await it.get(`/transactions/${id}`, { token: person.token })).body;
  expect(data).toMatchObject({ status: 'completed' });
  expect(await balanceOf(chain, addressIn(outside))).toBe(100n * usdt);
  await expectQuiet();
});

test('a deposit that vanished with the last seconds of the chain is told to have failed; the next one arrives', async () => {
  const person = await register(it);
  const to = addressIn(await addressOf(it, person));
  await go(2 * confirmations);
  await copyFile(join(folder, 'state'), join(folder, 'older'));
  await visitorPays(chain, to, 9n * usdt);
  await go(1);
  expect(await balance(it, person)).toEqual({ total: '9', available: '0', pending: '9' });
  await copyFile(join(folder, 'older'), join(folder, 'state'));
  await loseAnvil(chain, folder);
  await go(2 * confirmations);
  const { data } = (await it.get('/transactions', { token: person.token })).body;
  expect(data).toMatchObject([{ kind: 'deposit', status: 'failed', reason: 'network_dropped' }]);
  await deposit(person, 4n * usdt);
  await go(2 * confirmations);
  expect(await balance(it, person)).toEqual({ total: '4', available: '4', pending: '0' });
  await expectQuiet();
});

test('a withdrawal that vanished with the last seconds of the chain is paid again, once', async () => {
  const person = await register(it);
  await deposit(person, 500n * usdt);
  await go(2 * confirmations);
  await copyFile(join(folder, 'state'), join(folder, 'older'));
  const id = await withdraw(it, person, '100', outside);
  await go(2);
  expect(await balanceOf(chain, addressIn(outside))).toBe(100n * usdt);
  await copyFile(join(folder, 'older'), join(folder, 'state'));
  await loseAnvil(chain, folder);
  expect(await balanceOf(chain, addressIn(outside))).toBe(0n);
  await go(2 * confirmations);
  const { data } = (await it.get(`/transactions/${id}`, { token: person.token })).body;
  expect(data).toMatchObject({ status: 'completed' });
  expect(await balanceOf(chain, addressIn(outside))).toBe(100n * usdt);
  await expectQuiet();
});

test('what was deposited is swept with the demo’s own key, and gas is there for it', async () => {
  const person = await register(it);
  const from = addressIn(await addressOf(it, person));
  await deposit(person, 500n * usdt);
  await go(2 * confirmations);
  const { file } = (await it.operator('POST', '/sweeps', { to: 'hot' })).body.data;
  const signed = await signSweep(file, HDKey.fromExtendedKey(depositKey), hotWallet.address);
  expect(await it.operator('POST', '/sweeps/signed', signed)).toMatchObject({ status: 200 });
  await go(3 * confirmations);
  expect([await balanceOf(chain, from), await balanceOf(chain, hotWallet.address)]).toEqual([
    0n,
    1_000_500n * usdt,
  ]);
  expect((await it.operator('GET', '/sweeps')).body.data).toMatchObject([{ status: 'done', confirmed: 2 }]);
  await expectQuiet();
});

/** Nothing waits for the operator, the ledger is clean, and the chain holds what it says. */
async function expectQuiet() {
  expect((await it.operator('GET', '/attention')).body.data).toEqual([]);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({
    ...{ clean: true, faults: [] },
    holdings: { problem: null },
  });
}
