import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openChainOfDemo, withDemoChain } from '../../../server/cli/demoChain.ts';
import type { Db } from '../../../server/database/db.ts';
import type { DemoChain } from '../../../server/demo/chain/demoChain.ts';
import { demoNetwork } from '../../../server/demo/chain/network.ts';
import { createLog } from '../../../server/http/log.ts';
import { createServer } from '../../../server/server.ts';
import { readSettings, type Settings } from '../../../server/settings.ts';
import { openChain } from '../../../server/settlement/evm/openChain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { testDecoder } from '../../support/decoder.ts';
import { balanceOf } from '../../support/demoChain.ts';
import { addressOf, balance, fund, idempotent, outside, type Person, pay } from '../../support/payments.ts';
import { openTestServer, operatorToken, register, type TestServer } from '../../support/server.ts';
import { createSimulatedNetwork } from '../../support/simulatedNetwork.ts';
import { withdraw } from '../../support/withdrawals.ts';

let folder: string;
let database: Db;
let chain: DemoChain | null;
let printed: string[];

beforeEach(async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  folder = await mkdtemp(join(tmpdir(), 'zesto-demo-start-'));
  database = await openTestDatabase();
  chain = null;
  printed = [];
});
afterEach(async () => {
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
});

function settingsOf(env: Record<string, string> = {}): Settings {
  const read = readSettings({ DATA_DIR: folder, ...env });
  if (!read.ok) throw new Error(read.problem.join(' '));
  return read.value;
}

/** The start of a demo; without Anvil's program where it is null. */
async function start(program?: null, env: Record<string, string> = {}) {
  const print = (line: string) => printed.push(line);
  const settings = settingsOf(env);
  chain = await openChainOfDemo({ settings, database, print, ...(program === null && { program }) });
  return withDemoChain(settings, chain);
}

/** A server of an older version, whose network calls itself `embedded`. */
async function openOlderServer(): Promise<TestServer> {
  const { pay, settle, incoming } = createSimulatedNetwork();
  const older = async (at: Date) =>
    (await incoming(at)).map((each) => ({ ...each, network: 'embedded' as const }));
  return openTestServer({ database, settlement: { settle, incoming: older }, payer: { pay } });
}

/** What an older version was stopped in the middle of: two deposits with 0 and 1 of 6 confirmations, and a withdrawal of 100 USDT. */
async function leaveBehind(it: TestServer, person: Person) {
  await fund(it, person, 'USDT', '500');
  const to = await addressOf(it, person);
  const deposit = (id: string, amount: string) =>
    it.operator('POST', '/network/deposits', { id, to, token: 'USDT', amount });
  await deposit('11111111-1111-4111-8111-111111111111', '7');
  await it.settle();
  it.clock.advance(1_000);
  await deposit('22222222-2222-4222-8222-222222222222', '9');
  const id = await withdraw(it, person, '100', outside);
  await it.settle();
  expect(await statuses(it, person)).toEqual([
    'deposit completed',
    'deposit pending',
    'deposit processing',
    'withdraw processing',
  ]);
  expect(await balance(it, person)).toMatchObject({ total: '516', available: '398.75' });
  await database.query(
    `INSERT INTO failed_attempts (work, subject, attempts, reason, first_at, next_try_at)
    SELECT 'deposit', concat_ws(' ', network, tx_hash, token, output_index), 3, 'Error: once', now(), now() + interval '1 year'
    FROM deposits WHERE seen = 1`,
  );
  return id;
}

/** What a person reads of each of their transactions, in order of the words. */
async function statuses(it: TestServer, { token }: Person): Promise<string[]> {
  const { data } = (await it.get('/transactions', { token })).body;
  const words = data.map(({ kind, status, reason }: Record<string, string>) =>
    [kind, status, reason ?? []].flat().join(' '),
  );
  return words.sort();
}

async function expectQuiet(it: TestServer) {
  expect((await it.operator('GET', '/attention')).body.data).toEqual([]);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
}

test('what the simulated network of an older version left is ended: deposits have failed, a withdrawal is paid over the chain', async () => {
  const older = await openOlderServer();
  const person = await register(older);
  const id = await leaveBehind(older, person);

  const settings = await start();
  expect(printed).toEqual([
    'Older version:  its simulated network is gone: 2 × deposit failed, 1 × withdrawal goes out over the chain.',
  ]);
  if (!chain || !settings.chain || !settings.network) throw new Error('the demo has no chain');
  const { network } = settings;
  const opened = await openChain({ settings: settings.chain, network, database, warn: () => undefined });
  if (!opened.ok || !opened.value.settlement) throw new Error('the chain cannot be opened');
  const it = await openTestServer({ database, network, settlement: opened.value.settlement, payer: chain });
  for (let second = 0; second < 10; second += 1) {
    await chain.step();
    await it.settle();
    it.clock.advance(1_000);
  }
  expect(await statuses(it, person)).toEqual([
    'deposit completed',
    ...['deposit failed network_dropped', 'deposit failed network_dropped'],
    'withdraw completed',
  ]);
  const line = (await it.get(`/transactions/${id}`, { token: person.token })).body.data;
  const paid: Address = `0x${outside.slice(2)}`;
  expect(await balanceOf(chain, paid)).toBe(100_000_000n);
  const [{ hash } = { hash: null }] = await database.query<{ hash: string }>(
    'SELECT hash FROM outgoing_transactions WHERE payment_id = $1',
    [id],
  );
  expect(line.tx_hash).toBe(hash);
  expect(await balance(it, person)).toEqual({ total: '398.75', available: '398.75', pending: '0' });
  await expectQuiet(it);

  printed = [];
  await chain.stop();
  await start();
  expect(printed).toEqual([]);
  await it.close();
});

test('without Anvil the start says so; what an older version left is released, and nothing else arrives or leaves', async () => {
  const older = await openOlderServer();
  const person = await register(older);
  await leaveBehind(older, person);

  const { network, chain: none } = await start(null);
  expect([network, none]).toEqual([null, null]);
  expect(printed).toEqual([
    'Demo chain:     none: Anvil is not installed for this platform. Deposits and withdrawals are off, and what is on its way waits.',
    'Older version:  its simulated network is gone: 2 × deposit failed, 1 × withdrawal failed and was released.',
  ]);
  expect(await statuses(older, person)).toEqual([
    'deposit completed',
    ...['deposit failed network_dropped', 'deposit failed network_dropped'],
    'withdraw failed network_refused',
  ]);
  expect(await balance(older, person)).toEqual({ total: '500', available: '500', pending: '0' });
  await expectQuiet(older);
  await older.close();
});

test('a withdrawal that nothing can carry is not approved, and can be cancelled by its owner', async () => {
  const it = await openTestServer({ database });
  const person = await register(it);
  await fund(it, person, 'USDT', '500');
  const { id } = (await pay(it, person, { kind: 'withdraw', amount: '100' })).body.data;
  const bare = createServer({
    ...{ database, clock: it.clock, log: createLog('silent'), files: it.files, decoder: testDecoder },
    ...{ operatorToken, appUrl: 'http://localhost:3000', operatorUrl: () => 'http://localhost:3001' },
  });
  const answer = await bare.operate(
    new Request('http://localhost:3000/api/operator/withdrawals/approve', {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    }),
  );
  expect(await answer.json()).toMatchObject({ code: 'WITHDRAWALS_DISABLED' });
  expect(await statuses(it, person)).toEqual(['deposit completed', 'withdraw pending']);
  await idempotent(it, person, `/transactions/${id}/cancel`);
  expect(await balance(it, person)).toMatchObject({ total: '500', available: '500' });
  await it.close();
});

test('what the settings name comes before a demo’s chain', async () => {
  const { xpub } = demoNetwork;
  const contracts = Object.entries(demoNetwork.contracts).map(([token, address]) => `${token}=${address}`);
  const settings = await start(undefined, { DEPOSIT_XPUB: xpub, TOKEN_CONTRACTS: contracts.join(',') });
  expect(chain).toBeNull();
  expect(printed).toEqual([]);
  expect(settings.network).toMatchObject({ name: 'Ethereum', chainId: 1 });
});

test('a port that is the server’s own is left to it', async () => {
  await start(undefined, { PORT: '8545' });
  expect(chain?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(chain?.url).not.toContain(':8545');
});

test('a second server of the same folder has no chain, says why, and leaves the first its own', async () => {
  const { network } = await start();
  const [first] = [chain];
  expect(first).not.toBeNull();
  await start();
  expect(chain).toBeNull();
  expect(printed.join('\n')).toContain('chain is in use by process');
  chain = first;
  expect(first && (await balanceOf(first, outside))).toBe(0n);
  expect(network).toEqual(demoNetwork);
  await first?.stop();
  // What has ended holds nothing.
  await start();
  expect(chain).not.toBeNull();
});
