import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { keepRounds } from '../../../server/cli/runtime.ts';
import type { Settlement } from '../../../server/settlement/settlement.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { addressOf, balance, fund, outside } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';
import { withdraw } from '../../support/withdrawals.ts';

const seen = async (it: TestServer) => (await it.operator('GET', '/attention')).body.data;

/** A network over which 5 USDT arrive at an address once it is told, and whose payments do what a test says. */
function halfNetwork(advance: Settlement['advance']) {
  let to: string | null = null;
  const arriving = (address: string) => ({
    ...{ network: 'test', txHash: '0x1', index: 0, token: 'USDT', amount: 5_000_000n, to: address },
    ...{ confirmations: { seen: 1, needed: 1 }, dropped: null },
  });
  const settlement: Settlement = {
    incoming: async () => (to === null ? [] : [arriving(to)]),
    settle: async () => ({ status: 'waiting', txHash: null }),
    ...(advance && { advance }),
  };
  return {
    settlement,
    send: (address: string) => {
      to = address;
    },
  };
}

function keep(it: TestServer) {
  const log = pino({ level: 'silent' });
  const quiet = { ...it, audit: async () => {}, sendNotices: async () => {}, pulse: async () => {} };
  const database = { ...it.database, upkeep: [] };
  return keepRounds(quiet, { database, isDemo: false, demoChain: null, log });
}

test.skipIf(!hasEngine())(
  'what arrives is taken while what leaves does not come back from a node',
  async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let call: () => void = () => undefined;
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    const network = halfNetwork(() => {
      call();
      return held;
    });
    const it = await openTestServer({ settlement: network.settlement });
    const person = await register(it);
    const rounds = keep(it);
    await called;
    network.send(await addressOf(it, person));
    await vi.waitFor(async () => expect(await balance(it, person)).toMatchObject({ total: '5' }), 20_000);
    release();
    await rounds.stop();
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'what cannot leave and what cannot arrive are told by themselves, both',
  async () => {
    const network = halfNetwork(() => Promise.reject(new Error('no node pays')));
    let cannotArrive = true;
    const incoming: Settlement['incoming'] = (at) =>
      cannotArrive ? Promise.reject(new Error('no node tells')) : network.settlement.incoming(at);
    const it = await openTestServer({ settlement: { ...network.settlement, incoming } });
    const rounds = keep(it);
    const leaving = { work: 'round', subject: 'what leaves', reason: 'Error: no node pays' };
    const arriving = { work: 'round', subject: 'what arrives', reason: 'Error: no node tells' };
    const bySubject = async () =>
      (await seen(it)).sort((one: { subject: string }, other: { subject: string }) =>
        one.subject.localeCompare(other.subject),
      );
    await vi.waitFor(async () => expect(await bySubject()).toMatchObject([arriving, leaving]), 20_000);
    cannotArrive = false;
    await vi.waitFor(async () => expect(await seen(it)).toMatchObject([leaving]), 20_000);
    await rounds.stop();
    await it.close();
  },
  60_000,
);

test.skipIf(!hasEngine())('a payment that waits is handed over once, and written no more', async () => {
  const { settlement } = halfNetwork(undefined);
  const counted = countingDatabase(await openTestDatabase());
  const it = await openTestServer({ settlement, database: counted.db });
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  await withdraw(it, person, '10', outside);
  await it.pay();
  const version = () =>
    it.database.query("SELECT xmin::text, handed_over_at FROM transactions WHERE kind = 'withdraw'");
  const before = await version();
  expect(before).toEqual([{ xmin: expect.any(String), handed_over_at: it.clock.now() }]);
  it.clock.advance(1_000);
  await it.pay();
  expect(await version()).toEqual(before);
  counted.statements = 0;
  await it.pay();
  expect(counted.statements).toBe(2);
  await it.close();
});
