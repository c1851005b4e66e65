import { type Address, erc20Abi, getAddress, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { signSweep } from '../../../scripts/signSweep.ts';
import { gasAddressOf } from '../../../server/addresses/derivation.ts';
import type { Db } from '../../../server/database/db.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { endingRounds } from '../../support/endingServer.ts';
import { placeOf } from '../../support/following.ts';
import { lastingDatabase } from '../../support/lastingDatabase.ts';
import { runProgram } from '../../support/program.ts';
import {
  ahead,
  honest,
  lagging,
  lying,
  omitting,
  openRpcProxy,
  orphaned,
  type Tamper,
  timingOut,
} from '../../support/rpcProxy.ts';
import { register } from '../../support/server.ts';
import { openCustody, ownerAccount } from '../../support/treasury.ts';
import { confirmations, fill, hotWalletOf, replaceAfter, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
const gasAddress = getAddress(gasAddressOf(ownerAccount.publicExtendedKey));

/** By how many blocks a node is behind, or on a chain of its own. */
const behind = 2n;

/** As a node answers that is so many blocks away from the newest, wherever that is. */
const from =
  (tamperAt: (head: bigint) => Tamper): Tamper =>
  async (call, ask) =>
    tamperAt(await chain.it.client.getBlockNumber({ cacheTime: 0 }))(call, ask);

/** A node that answers each of these methods in a way of its own, and the others honestly. */
const each =
  (methods: Readonly<Record<string, Tamper>>): Tamper =>
  (call, ask) =>
    (methods[call.method] ?? honest)(call, ask);

const doubled = (logs: unknown) =>
  Array.isArray(logs)
    ? logs.map((log) => ({ ...log, data: `0x${(2n * BigInt(log.data)).toString(16).padStart(64, '0')}` }))
    : logs;

/** A step of a withdrawal: when its process is killed, and with what. */
interface PayingStep {
  readonly name: string;
  readonly args: readonly string[];
  /** Its transaction was sent before, and has to be replaced by one with higher fees. */
  readonly isStuck?: boolean;
}

const reading: readonly PayingStep[] = [
  { name: 'asks for a receipt', args: ['before', 'eth_getTransactionReceipt'] },
];
const replacing: readonly PayingStep[] = [
  { name: 'signs for higher fees', args: ['sign'], isStuck: true },
  { name: 'has signed for higher fees', args: ['committed', 'signed'], isStuck: true },
];
const completing: readonly PayingStep[] = [
  { name: 'ends what was mined', args: ['written', 'ended'] },
  { name: 'has ended what was mined', args: ['committed', 'ended'] },
  { name: 'completes a payment', args: ['written', 'captured'] },
  { name: 'has completed a payment', args: ['committed', 'captured'] },
];
const payingSteps: readonly PayingStep[] = [
  { name: 'gives a number out', args: ['written', 'numbers'] },
  { name: 'has given a number out', args: ['committed', 'numbers'] },
  { name: 'signs', args: ['sign'] },
  { name: 'sends', args: ['before', 'eth_sendRawTransaction'] },
  { name: 'has sent', args: ['after', 'eth_sendRawTransaction'] },
  ...reading,
  ...replacing,
  ...completing,
];
const creditingSteps = ['before', 'written', 'committed'];
const sweepingSteps = [
  ['before', 'eth_sendRawTransaction', '1'],
  ['after', 'eth_sendRawTransaction', '2'],
  ['after', 'eth_sendRawTransaction', '4'],
  ['before', 'eth_getTransactionReceipt', '1'],
];

interface Behaviour {
  readonly name: string;
  readonly tamper: Tamper;
  /** The steps that wait for as long as it lasts. */
  readonly held?: readonly PayingStep[];
  /** How many deposits are shown with another amount first, and fail with it. */
  readonly failed?: number;
}

/** What the first of two nodes does. */
const behaviours: readonly Behaviour[] = [
  { name: 'lags', tamper: from((head) => lagging(head - behind)) },
  {
    name: 'lags and tells of the newest block',
    tamper: from((head) => lagging(head - behind, { tells: true })),
  },
  { name: 'tells of blocks far ahead', tamper: from((head) => ahead(head, 1_000)) },
  { name: 'is on a chain that lost', tamper: from((head) => orphaned(head - behind, head)) },
  {
    name: 'leaves logs, receipts and transactions out',
    tamper: each({
      eth_getLogs: omitting('eth_getLogs', []),
      eth_getTransactionReceipt: omitting('eth_getTransactionReceipt'),
      eth_getTransactionByHash: omitting('eth_getTransactionByHash'),
    }),
    held: completing,
  },
  {
    name: 'fails what has succeeded, doubles amounts, and keeps what it is told to itself',
    tamper: each({
      eth_getLogs: lying('eth_getLogs', doubled),
      eth_getTransactionReceipt: lying(
        'eth_getTransactionReceipt',
        (receipt) => receipt && { ...Object(receipt), status: '0x0', logs: [] },
      ),
      eth_sendRawTransaction: async () => ({ result: `0x${'11'.repeat(32)}` }),
    }),
    held: completing,
    failed: creditingSteps.length,
  },
  {
    name: 'counts too many transactions',
    tamper: lying('eth_getTransactionCount', (count) => `0x${(Number(count) + 3).toString(16)}`),
    held: payingSteps,
  },
  {
    name: 'counts no transactions',
    tamper: lying('eth_getTransactionCount', () => '0x0'),
    held: [...reading, ...replacing, ...completing],
  },
  { name: 'counts no coins', tamper: lying('eth_getBalance', () => '0x0'), held: payingSteps },
  { name: 'does not end its answers', tamper: timingOut },
];

const deaf = () => undefined;

test.skipIf(!hasEngine()).each(behaviours.map((each) => [each.name, each] as const))(
  'a server that is killed at each step, beside a node that %s, has credited, paid and swept once',
  async (_, { tamper, held = [], failed = 0 }) => {
    const restore = await chain.it.snapshot();
    const proxy = await openRpcProxy(chain.it.url);
    const { place, open } = await lastingDatabase();
    let database: Db = await open();
    onTestFinished(async () => {
      await database.close();
      await proxy.close();
      await restore();
    });
    await migrate(database);
    // Milliseconds: enough for a busy machine's honest answer, and no longer than needed for one that never ends.
    const timeout = tamper === timingOut ? 500 : 2_000;
    const nodes = { rpcUrls: [proxy.url, chain.it.url], timeout };
    const asked = { url: chain.it.url, chainId: chain.it.chainId, ...nodes };
    let now = Date.now();
    const missed: string[] = [];

    async function start() {
      const server = await openCustody(chain.it, { database, ...nodes, isOffline: true });
      server.clock.advance(now - server.clock.now().getTime());
      return server;
    }
    let it = await start();
    /** Rounds, a block after each. */
    async function rounds(count: number) {
      for (let round = 0; round < count; round += 1) {
        now += 61_000;
        it.clock.advance(61_000);
        await it.settle().catch(deaf);
        await chain.it.mine();
      }
    }
    /** Has a process killed at a step beside the node that misbehaves, if it gets there. */
    async function kill(name: string, program: string, asked: object, ...step: readonly string[]) {
      await database.close();
      proxy.tamper = tamper;
      now += 61_000;
      const [code, signal] = await runProgram(program, [place, JSON.stringify({ ...asked, now }), ...step]);
      if (signal !== 'SIGKILL') {
        expect(code).toBe(1);
        missed.push(name);
      }
      now += endingRounds * 61_000;
      database = await open();
    }
    /** Goes on beside the node that misbehaves, and then beside an honest one. */
    async function goOn() {
      it = await start();
      await rounds(2);
      proxy.tamper = honest;
      await rounds(confirmations + 2);
    }
    const usdtOf = (address: Address) =>
      chain.it.client.readContract({
        ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
      });
    const hot = chain.it.accounts.hotWallet.address;

    await chain.it.client.setBalance({ address: gasAddress, value: parseEther('1') });
    const [one, other] = [await register(it), await register(it)];
    const places = [await placeOf(it, one), await placeOf(it, other)] as const;
    await fill(it, chain.it, one, '1000');
    await rounds(confirmations + 2);

    const first = await chain.it.client.getTransactionCount({ address: hot });
    const wallet = { ...hotWalletOf(chain.it), ...nodes };
    const paid: Address[] = [];
    for (const { name, args, isStuck } of payingSteps) {
      const to = privateKeyToAccount(generatePrivateKey()).address;
      paid.push(to);
      await withdraw(it, one, '10', to);
      if (isStuck) {
        await it.settle();
        await chain.it.dropMempool();
        await chain.it.mine(replaceAfter + Number(behind));
      }
      await kill(name, 'endingServer', wallet, ...args);
      await goOn();
    }

    const [known, unknown] = places;
    for (const moment of creditingSteps) {
      await chain.it.transfer('USDT', known, 5_000_000n);
      await chain.it.mine();
      await rounds(1);
      await chain.it.transfer('USDT', unknown, 5_000_000n);
      await chain.it.mine(confirmations + Number(behind));
      await kill(moment, 'endingDeposits', { ...asked, contracts: chain.it.contracts }, moment);
      await goOn();
    }

    const { file } = (await it.operator('POST', '/sweeps', { to: 'hot' })).body.data;
    const signed = await signSweep(file, ownerAccount, hot);
    expect(await it.operator('POST', '/sweeps/signed', signed)).toMatchObject({ status: 200 });
    for (const step of sweepingSteps) await kill(step.join(' '), 'endingSweep', asked, ...step);
    await goOn();

    expect(await Promise.all(paid.map(usdtOf))).toEqual(paid.map(() => 10_000_000n));
    expect(await chain.it.client.getTransactionCount({ address: hot })).toBe(first + paid.length);
    expect(await Promise.all(places.map(usdtOf))).toEqual([0n, 0n]);
    expect(await usdtOf(hot)).toBe(1_000_000_000n - 10_000_000n * BigInt(paid.length) + 30_000_000n);
    expect(
      await database.query(
        'SELECT kind, status, count(*)::int AS count FROM transactions GROUP BY kind, status ORDER BY kind, status',
      ),
    ).toEqual([
      { kind: 'deposit', status: 'completed', count: 7 },
      ...(failed > 0 ? [{ kind: 'deposit', status: 'failed', count: failed }] : []),
      { kind: 'withdraw', status: 'completed', count: paid.length },
    ]);
    expect(
      await database.query(
        "SELECT count(*)::int AS count, sum(amount)::text AS amount FROM ledger_transfers WHERE kind = 'deposit'",
      ),
    ).toEqual([{ count: 7, amount: '1030000000' }]);
    expect(await database.query("SELECT * FROM ledger_holds WHERE status = 'active'")).toEqual([]);
    expect(await database.query('SELECT * FROM ledger_accounts WHERE held <> 0')).toEqual([]);
    expect((await it.operator('GET', '/sweeps')).body.data).toMatchObject([
      { status: 'done', transactions: 4, confirmed: 4, failed: 0 },
    ]);
    expect((await it.operator('GET', '/audit')).body.data).toMatchObject({
      ...{ clean: true, faults: [] },
      holdings: { problem: null },
    });
    expect((await it.operator('GET', '/attention')).body.data).toEqual([]);
    expect(missed).toEqual(held.map(({ name }) => name));
  },
  600_000,
);
