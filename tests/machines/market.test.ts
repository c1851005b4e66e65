import { describe, expect, test } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromCallback,
  SimulatedClock,
  setup,
} from 'xstate';
import type { RateHistory, StreamNotification } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { isReloadOffered } from '../../src/machines/core/createCodeLoaderMachine.ts';
import type { AreaName } from '../../src/machines/core/location.ts';
import { required } from '../../src/machines/core/placeholders.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { areaLoader } from '../../src/machines/shell/signedInSetup.ts';
import { marketMachine, priceHistoryMachine } from '../../src/machines/wallet/marketMachine.ts';
import { priceAddress, readPriceAddress } from '../../src/machines/wallet/priceAddress.ts';
import { ratesMachine } from '../../src/machines/wallet/ratesMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';

describe('the address of prices', () => {
  test.each([
    ['?price=ZST', { symbol: 'ZST', range: 'day' }],
    ['?price=sto&range=year', { symbol: 'STO', range: 'year' }],
    ['?price=ZST&range=century', { symbol: 'ZST', range: 'day' }],
    ['?token=ZST&range=week', { symbol: 'ZST', range: 'week', isPage: true }],
    ['?price=', null],
    ['', null],
  ])('%s asks for %o', (search, asked) => {
    expect(readPriceAddress({ name: 'wallet', search })).toEqual(asked);
  });

  test('is the wallet’s alone', () => {
    expect(readPriceAddress({ name: 'history', search: '?price=ZST' })).toBeNull();
    expect(priceAddress({ symbol: 'ZST', range: 'day' })).toBe('/wallet?price=ZST');
    expect(priceAddress({ symbol: 'ZST', range: 'week', isPage: true })).toBe('/wallet?token=ZST&range=week');
    expect(priceAddress({ symbol: 'ABC.12AF00', range: 'week' })).toBe('/wallet?price=ABC.12AF00&range=week');
  });
});

const toast = {
  id: 'n-1',
  kind: 'deposit',
  subject_id: 't-1',
  outcome: 'completed',
  token: 'USDT',
  amount: '12',
  title: null,
  read: false,
  created_at: '2026-11-20T09:00:00.000Z',
} as const;

function world() {
  const history = manualCall<Loaded<RateHistory>, ReadRequest>();
  let hear: (event: AnyEventObject) => void = () => {};
  const market = marketMachine.provide({
    actors: {
      rates: ratesMachine.provide({
        actors: {
          watchStream: fromCallback<AnyEventObject>(({ sendBack }) => {
            hear = sendBack;
          }),
          watchPage: fromCallback(() => {}),
        },
      }),
      priceHistory: priceHistoryMachine.provide({ actors: { load: history.logic } }),
    },
  });
  return { market, history, hear: (event: AnyEventObject) => hear(event) };
}

function start(first = shown('wallet', 'wallet')) {
  const { market, history, hear } = world();
  const clock = new SimulatedClock();
  const reported: AnyEventObject[] = [];
  const parent = createActor(
    setup({ actors: { market } }).createMachine({
      invoke: { id: 'market', src: 'market', input: { now: () => clock.now(), shown: first } },
      on: { '*': { actions: ({ event }) => reported.push(event) } },
    }),
    { clock },
  ).start();
  const { market: actor } = parent.getSnapshot().children;
  if (!actor) throw new Error('the market was not started');
  const news = (notification: StreamNotification) => hear({ type: 'notification.arrived', notification });
  return { actor, clock, history, hear, reported, news };
}

describe('the market', () => {
  test('reads the prices that an address asks for, and none for another screen', async () => {
    const { actor, history } = start();
    expect(history.calls).toHaveLength(0);
    actor.send(shown('wallet', 'wallet', '?price=ZST&range=week'));
    await settled();
    expect(history.last().input).toEqual({ key: 'ZST/week', fresh: false });
    actor.send(shown('history', 'history', '?price=STO'));
    expect(history.calls).toHaveLength(1);
    expect(actor.getSnapshot().context.asked).toBeNull();
  });

  test('another range is another address', () => {
    const { actor, reported } = start(shown('wallet', 'wallet', '?price=ZST'));
    actor.send({ type: 'range.chosen', range: 'month' });
    expect(reported).toEqual([{ type: 'address.requested', to: '/wallet?price=ZST&range=month' }]);
  });

  test('a range of nothing is asked of nobody', () => {
    const { actor, reported } = start();
    actor.send({ type: 'range.chosen', range: 'month' });
    expect(reported).toEqual([]);
  });

  test('a chart that is looked at is read anew after five minutes, not before', async () => {
    const { clock, history } = start(shown('wallet', 'wallet', '?price=ZST'));
    history.last().answer({ data: { symbol: 'ZST', range: 'day', points: [] }, loadedAt: 0 });
    await settled();
    clock.increment(299_999);
    expect(history.calls).toHaveLength(1);
    clock.increment(1);
    expect(history.calls).toHaveLength(2);
  });

  test('what is told of the person goes up; money that arrives while one looks makes balances old', () => {
    const { reported, news } = start();
    news({ unread: 1, newest: toast });
    expect(reported.map(({ type }) => type)).toEqual(['notification.arrived']);
    const second = { unread: 2, newest: { ...toast, id: 'n-2' } };
    news(second);
    expect(reported.slice(1)).toEqual([
      { type: 'money.moved' },
      { type: 'notification.arrived', notification: second },
    ]);
    news({ unread: 0, newest: { ...toast, id: 'n-2', read: true } });
    news({ unread: 1, newest: { ...toast, id: 'n-3', kind: 'news' } });
    expect(reported.slice(3).map(({ type }) => type)).toEqual([
      'notification.arrived',
      'notification.arrived',
    ]);
  });

  test('the stream tells the newest of several: more unread ones than that one make balances old', () => {
    const { reported, news } = start();
    const told = () => reported.splice(0).map(({ type }) => type);
    const ticket = { ...toast, id: 'n-2', kind: 'ticket' } as const;
    news({ unread: 0, newest: null });
    expect(told()).toEqual(['notification.arrived']);
    news({ unread: 2, newest: ticket });
    expect(told()).toEqual(['money.moved', 'notification.arrived']);
    // A payment that began before the answer of support, and was recorded after it.
    news({ unread: 3, newest: ticket });
    expect(told()).toEqual(['money.moved', 'notification.arrived']);
    news({ unread: 4, newest: { ...ticket, id: 'n-3' } });
    expect(told()).toEqual(['notification.arrived']);
    news({ unread: 5, newest: { ...ticket, id: 'n-4', read: true } });
    expect(told()).toEqual(['money.moved', 'notification.arrived']);
    news({ unread: 0, newest: { ...ticket, id: 'n-4', read: true } });
    expect(told()).toEqual(['notification.arrived']);
  });

  test.each([
    ['receive', 59_999, ['money.moved', 'notification.arrived']],
    ['receive', 60_000, ['notification.arrived']],
    ['ticket', 0, ['notification.arrived']],
  ] as const)(
    'the first notification, %s of %i milliseconds ago, may be later than the balances: %j',
    (kind, age, told) => {
      const { clock, reported, news } = start();
      const created_at = new Date(clock.now() - age).toISOString();
      news({ unread: 1, newest: { ...toast, kind, created_at } });
      expect(reported.map(({ type }) => type)).toEqual(told);
    },
  );

  test('a decided verification makes the wallet old, because its limits are others', () => {
    const { reported, news } = start();
    news({ unread: 0, newest: null });
    reported.length = 0;
    news({ unread: 1, newest: { ...toast, kind: 'kyc', outcome: 'approved', token: null, amount: null } });
    expect(reported.map(({ type }) => type)).toEqual(['money.moved', 'notification.arrived']);
  });

  test('a transaction with another status makes what is shown old, each time', () => {
    const { reported, hear } = start();
    hear({ type: 'transaction.arrived', id: 't-1' });
    hear({ type: 'stream.heard' });
    hear({ type: 'transaction.arrived', id: 't-1' });
    expect(reported).toEqual([{ type: 'money.moved' }, { type: 'money.moved' }]);
  });

  test('a line that is back makes everything old, each time and once; the first time it does not', () => {
    const { actor, reported, hear, news } = start();
    const rates = { pairs: [], as_of: '2026-11-20T09:00:00.000Z' };
    const tellsAtFirst = (id: string) => {
      hear({ type: 'rates.arrived', rates: { ...rates } });
      news({ unread: 1, newest: { ...toast, id } });
    };
    tellsAtFirst('n-1');
    expect(reported.map(({ type }) => type)).toEqual(['currencies.told', 'notification.arrived']);
    for (const id of ['n-2', 'n-3']) {
      reported.length = 0;
      hear({ type: 'stream.closed', failure: null });
      actor.getSnapshot().children.rates?.send({ type: 'retry.requested' });
      tellsAtFirst(id);
      expect(reported.map(({ type }) => type)).toEqual(['currencies.told', 'line.restored']);
    }
    reported.length = 0;
    news({ unread: 2, newest: { ...toast, id: 'n-4' } });
    expect(reported.map(({ type }) => type)).toEqual(['money.moved', 'notification.arrived']);
  });

  test('each count of confirmations goes up once, by another name, and makes no balance old', () => {
    const { actor, reported, hear } = start();
    const counted = { id: 't-1', seen: 4, needed: 12 };
    hear({ type: 'confirmations.counted', ...counted });
    hear({ type: 'confirmations.counted', ...counted, seen: 5 });
    const told = [counted, { ...counted, seen: 5 }].map((each) => ({
      type: 'confirmations.arrived',
      ...each,
    }));
    expect(reported).toEqual(told);
    // The market is an area as well: what every area is told comes back to it.
    const areas: AnyActorRef = actor;
    for (const each of told) areas.send(each);
    expect(reported).toHaveLength(2);
  });

  test('a freeze that the stream tells goes up, and its end', () => {
    const { reported, hear } = start();
    hear({ type: 'account.arrived', account: { status: 'frozen' } });
    hear({ type: 'account.arrived', account: { status: 'active' } });
    expect(reported).toEqual([
      { type: 'account.told', isFrozen: true },
      { type: 'account.told', isFrozen: false },
    ]);
  });

  test('a sign of life of the line is no news', () => {
    const { reported, hear, news } = start();
    news({ unread: 0, newest: null });
    hear({ type: 'stream.heard' });
    expect(reported).toHaveLength(1);
  });

  test('what one USDT is worth in other currencies goes up with each price; an older server knows none', () => {
    const { reported, hear } = start();
    const currencies = [{ currency: 'EUR', rate: '0.92', since: '2026-11-20T09:00:00.000Z' }];
    const as_of = '2026-11-20T09:00:00.000Z';
    hear({ type: 'rates.arrived', rates: { pairs: [], currencies, as_of } });
    hear({ type: 'stream.heard' });
    hear({ type: 'rates.arrived', rates: { pairs: [], as_of } });
    expect(reported).toEqual([
      { type: 'currencies.told', rates: currencies },
      { type: 'currencies.told', rates: [] },
    ]);
  });
});

describe('the signed-in app', () => {
  function open() {
    const clock = new SimulatedClock();
    const load = manualCall<AnyActorLogic, { readonly name: AreaName }>();
    const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
    const loading = areaLoader.provide({ actors: { loadCode: load.logic } });
    const actor = createActor(signedInWith({}).provide({ actors: { areaLoader: loading } }), {
      clock,
      input: signedInInput(() => clock.now(), toasts),
    }).start();
    actor.send(shown('wallet', null, '?price=ZST'));
    return {
      actor,
      clock,
      calls: () => load.calls.filter(({ input }) => input.name === 'market'),
      market: () => actor.getSnapshot().context.areas.market?.getSnapshot().context,
      loader: () => actor.getSnapshot().context.loaders.market,
    };
  }

  test('opens the market with the screen that is shown by then, and tells it of later ones', async () => {
    const { actor, calls, market } = open();
    calls().at(-1)?.answer(world().market);
    await settled();
    expect(market()?.asked).toEqual({ symbol: 'ZST', range: 'day' });
    actor.send({ type: 'palette.requested', part: 'commands' });
    expect(market()?.asked).toEqual({ symbol: 'ZST', range: 'day' });
    actor.send(shown('wallet', null));
    expect(market()?.asked).toBeNull();
  });

  test('asks again for a market whose code does not come, or hangs, and at once when a person wants it', async () => {
    const { clock, calls, loader } = open();
    calls().at(-1)?.fail('NETWORK');
    await settled();
    expect(loader()?.getSnapshot().hasTag('missing')).toBe(true);
    clock.increment(4_999);
    expect(calls()).toHaveLength(1);
    clock.increment(1);
    expect(calls()).toHaveLength(2);
    clock.increment(30_000);
    expect(calls()).toHaveLength(3);
    calls().at(-1)?.fail('NETWORK');
    await settled();
    loader()?.send({ type: 'code.requested' });
    expect(calls()).toHaveLength(4);
  });

  test('the pauses grow up to a minute, and after the second failure a reload is offered', async () => {
    const { clock, calls, loader } = open();
    const isOffered = () => isReloadOffered(required(loader()?.getSnapshot().context ?? null));
    for (const pause of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      const count = calls().length;
      calls().at(-1)?.fail('NETWORK');
      await settled();
      expect(isOffered()).toBe(count > 1);
      clock.increment(pause - 1);
      expect(calls()).toHaveLength(count);
      clock.increment(1);
      expect(calls()).toHaveLength(count + 1);
    }
  });
});
