import { expect, onTestFinished, test, vi } from 'vitest';
import { repeat } from '../../../server/background/rounds.ts';
import type { Email } from '../../../server/email/mailer.ts';
import type { IncomingDeposit, Settlement } from '../../../server/settlement/settlement.ts';
import { hasEngine } from '../../support/database.ts';
import { addressOf, fund, pay } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

test.skipIf(!hasEngine())(
  'what fails is tried again after a pause that doubles, and an operator sees it',
  async () => {
    const asked: number[] = [];
    let isReachable = false;
    const settlement: Settlement = {
      incoming: async () => [],
      settle: async (_, at) => {
        asked.push(at.getTime());
        if (!isReachable) throw new Error('no route to the network');
        return { status: 'waiting', txHash: '0xabc' };
      },
    };
    const it = await openTestServer({ settlement });
    const person = await register(it);
    await fund(it, person, 'USDT', '100');
    const { id } = (await pay(it, person)).body.data;
    await it.operator('POST', '/withdrawals/approve', { id });
    const start = it.clock.now().getTime();
    for (let second = 0; second < 130; second += 1) {
      await it.settle();
      it.clock.advance(1_000);
    }
    expect(asked.map((at) => (at - start) / 1_000)).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
    expect(it.logged.filter((line) => line.includes('could not be settled'))).toHaveLength(8);
    const seen = await it.operator('GET', '/attention');
    expect(seen.body.data).toMatchObject([
      { work: 'payment', subject: id, attempts: 8, reason: 'Error: no route to the network' },
    ]);

    isReachable = true;
    it.clock.advance(3_600_000);
    await it.settle();
    expect((await it.operator('GET', '/attention')).body.data).toEqual([]);
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'a payment that fails for ever stops no other, and is forgotten when it is over',
  async () => {
    const paid: string[] = [];
    let broken = '';
    const settlement: Settlement = {
      incoming: async () => [],
      settle: async ({ id }) => {
        if (id === broken) throw new Error('refused');
        paid.push(id);
        return { status: 'confirmed', txHash: '0xabc' };
      },
    };
    const it = await openTestServer({ settlement });
    const person = await register(it);
    await fund(it, person, 'USDT', '100');
    const ids = [(await pay(it, person)).body.data.id, (await pay(it, person)).body.data.id];
    broken = String(ids[0]);
    for (const id of ids) await it.operator('POST', '/withdrawals/approve', { id });
    for (let round = 0; round < 10; round += 1) {
      await it.settle();
      it.clock.advance(10_000);
    }
    expect(paid).toEqual([ids[1]]);
    expect((await it.operator('GET', '/attention')).body.data).toHaveLength(1);
    await it.database.query("UPDATE transactions SET status = 'completed' WHERE id = $1", [broken]);
    await it.settle();
    expect((await it.operator('GET', '/attention')).body.data).toEqual([]);
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'a payment that failed while the clock ran ahead is tried again once it is set back',
  async () => {
    const asked: number[] = [];
    let isReachable = false;
    const settlement: Settlement = {
      incoming: async () => [],
      settle: async (_, at) => {
        asked.push(at.getTime());
        if (!isReachable) throw new Error('no route to the network');
        return { status: 'confirmed', txHash: '0xabc' };
      },
    };
    const it = await openTestServer({ settlement });
    const person = await register(it);
    await fund(it, person, 'USDT', '100');
    const { id } = (await pay(it, person)).body.data;
    await it.operator('POST', '/withdrawals/approve', { id });
    const start = it.clock.now().getTime();
    it.clock.advance(day);
    await it.settle();
    it.clock.advance(-day);
    await it.settle();
    // Within the pause of what failed by the right clock it rests.
    await it.settle();
    isReachable = true;
    it.clock.advance(minute);
    await it.settle();
    expect(asked.map((at) => at - start)).toEqual([day, 0, minute]);
    await it.close();
  },
);

test.skipIf(!hasEngine())(
  'an email that failed while the clock ran ahead is sent once it is set back',
  async () => {
    const sent: string[] = [];
    let isDown = true;
    const send = async ({ subject }: Email) => {
      if (isDown) throw new Error('no route to the mail server');
      sent.push(subject);
    };
    const it = await openTestServer({ mailer: { send } });
    const person = await register(it);
    const change = { password: 'Harbour-2026-new', password_confirmation: 'Harbour-2026-new' };
    await it.put('/auth/password', { current_password: person.password, ...change }, person);
    it.clock.advance(day);
    await it.rest();
    it.clock.advance(-day);
    isDown = false;
    await it.rest();
    expect(sent).toEqual(['Zesto: Your password was changed']);
    await it.close();
  },
);

test.skipIf(!hasEngine())('a deposit that cannot be taken is complained of less and less often', async () => {
  let to = '';
  const deposit = (dropped: IncomingDeposit['dropped']) => ({
    network: 'test',
    txHash: '0x1',
    index: 0,
    token: 'USDT',
    amount: 5_000_000n,
    to,
    confirmations: { seen: 1, needed: 1 },
    dropped,
  });
  let dropped: IncomingDeposit['dropped'] = null;
  const settlement: Settlement = {
    incoming: async () => [deposit(dropped)],
    settle: async () => ({ status: 'waiting', txHash: null }),
  };
  const it = await openTestServer({ settlement });
  to = await addressOf(it, await register(it));
  await it.settle();
  dropped = 'network_dropped';
  for (let second = 0; second < 60; second += 1) {
    await it.settle();
    it.clock.advance(1_000);
  }
  expect(it.logged.filter((line) => line.includes('could not be taken'))).toHaveLength(6);
  expect((await it.operator('GET', '/attention')).body.data).toMatchObject([
    { work: 'deposit', subject: 'test 0x1 USDT 0', attempts: 6 },
  ]);
  await it.close();
});

test('a loop that fails waits twice as long each time, and goes on as before when it succeeds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const started: number[] = [];
  const began = Date.now();
  let isBroken = true;
  const heard = { failed: vi.fn(async () => {}), recovered: vi.fn(async () => {}) };
  const rounds = repeat(
    async () => {
      started.push(Date.now() - began);
      if (isBroken) throw new Error('down');
    },
    1_000,
    heard,
  );
  await vi.advanceTimersByTimeAsync(100_000);
  expect(started.slice(0, 7)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000]);
  expect(heard.failed).toHaveBeenCalledTimes(7);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(24_000);
  expect(started.slice(7)).toEqual([121_000, 122_000, 123_000, 124_000]);
  expect(heard.recovered).toHaveBeenCalledTimes(1);
  await rounds.stop();
});

test('a failure whose storing is slow is forgotten after it was stored, and one that could not be forgotten is forgotten later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const heard: string[] = [];
  let isBroken = true;
  let refusals = 1;
  const rounds = repeat(
    async () => {
      if (isBroken) throw new Error('down');
    },
    1_000,
    {
      failed: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        heard.push('stored');
      },
      recovered: async () => {
        if (refusals > 0) {
          refusals -= 1;
          throw new Error('database is away');
        }
        heard.push('forgotten');
      },
    },
  );
  await vi.advanceTimersByTimeAsync(1_500);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(heard).toEqual(['stored', 'forgotten']);
  await rounds.stop();
});
