import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { RateHistory, Rates } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { marketMachine, priceHistoryMachine } from '../../src/machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../src/machines/wallet/ratesMachine.ts';
import { LiveStatus } from '../../src/screens/core/LiveStatus.tsx';
import PriceDialog from '../../src/screens/wallet/PriceDialog.tsx';
import { PriceHistory } from '../../src/screens/wallet/PriceHistory.tsx';
import { axisPrices } from '../../src/screens/wallet/prices.ts';
import { addressRequested, asChild, failure, manualCall } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { expectAccessible } from '../support/axe.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { arrives, draw, type Language, languages, text } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => {
  // jsdom has no canvas, and says so loudly.
  HTMLCanvasElement.prototype.getContext = () => null;
});

const history: RateHistory = {
  symbol: 'ZST',
  range: 'day',
  points: [
    { at: '2026-11-19T12:00:00.000Z', price: '1.2' },
    { at: '2026-11-20T09:00:00.000Z', price: '1.260000000000000001' },
    { at: '2026-11-20T11:55:00.000Z', price: '1.14' },
  ],
};
const empty: RateHistory = { symbol: 'ZST', range: 'day', points: [] };
const live: Rates = {
  as_of: '2026-11-20T12:00:00.000Z',
  pairs: [{ base: 'ZST', quote: 'USDT', rate: '1.5', change_24h: '25.00' }],
};

/** The dialog of a token’s prices, with a market whose stream and calls a test answers by hand. */
function start(language: Language = 'en', search = '?price=ZST') {
  const clock = new SimulatedClock();
  const now = () => noon + clock.now();
  const load = manualCall<Loaded<RateHistory>, ReadRequest>();
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
      priceHistory: priceHistoryMachine.provide({ actors: { load: load.logic } }),
    },
  });
  const { child: actor, told } = asChild(market, { now, shown: shown('wallet', 'wallet', search) }, clock);
  const { rates, priceHistory } = actor.getSnapshot().children;
  if (!rates || !priceHistory) throw new Error('the market is not complete');
  const symbol = new URLSearchParams(search).get('price') ?? '';
  const onClose = vi.fn();
  draw(
    <PriceDialog
      asked={{ symbol, range: 'day' }}
      market={{ market: actor, rates, history: priceHistory }}
      isMissing={false}
      onRetry={() => {}}
      onClose={onClose}
    />,
    language,
  );
  return {
    told,
    load,
    onClose,
    user: userEvent.setup(),
    answer: (data: RateHistory) => arrives(() => load.last().answer({ data, loadedAt: now() })),
    hear: (event: AnyEventObject) => arrives(() => hear(event)),
  };
}

const exploration: Exploration<typeof priceHistoryMachine> = {
  input: { now: () => noon, key: 'ZST/day' },
  events: [{ type: 'screen.shown', key: 'ZST/week' }, { type: 'refresh.requested' }],
  answers: {
    load: {
      done: [history, empty].map((data) => ({ data, loadedAt: noon })),
      error: [new CallError(failure('NETWORK')), new CallError(failure('NOT_FOUND'))],
    },
  },
  // Each kind of prices is drawn once; what stands beside them does not depend on them.
  distinguish: (state) => [
    state.matches('ready') && state.context.data?.points.length,
    state.context.failure?.code,
  ],
};

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(priceHistoryMachine, exploration);
  const drawn = snapshots.map(
    (snapshot, index) =>
      [
        `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.data?.points.length ?? 'none'} ${snapshot.context.failure?.code ?? ''}`,
        snapshot,
      ] as const,
  );

  test.each(drawn)('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    const market = createActor(marketMachine, {
      input: { now: () => noon, shown: shown('wallet', 'wallet') },
    });
    for (const shape of snapshot.matches('ready') ? (['chart', 'table'] as const) : (['chart'] as const)) {
      const { unmount } = draw(
        <PriceDialog
          asked={{ symbol: 'ZST', range: snapshot.context.key === 'ZST/week' ? 'week' : 'day' }}
          market={{
            market: actorAt(marketMachine, {
              ...market.getSnapshot(),
              context: { ...market.getSnapshot().context, shape },
            }),
            rates: createActor(ratesMachine, { input: { now: () => noon, random: () => 0 } }),
            history: actorAt(priceHistoryMachine, snapshot),
          }}
          isMissing={false}
          onRetry={() => {}}
          onClose={() => {}}
        />,
        language,
      );
      expect(text()).not.toMatch(/\{\{|undefined|NaN|wallet:|common:/);
      await expectAccessible();
      unmount();
    }
  });

  test.each([false, true])('without its code (missing: %s) it is presentable', async (isMissing) => {
    draw(
      <PriceDialog
        asked={{ symbol: 'ZST', range: 'day' }}
        market={null}
        isMissing={isMissing}
        onRetry={() => {}}
        onClose={() => {}}
      />,
      language,
    );
    await screen.findByRole('dialog');
    await expectAccessible();
  });
});

describe('the chart', () => {
  test('says the last price, and with each arrow key the one before, in words', async () => {
    const { answer, user } = start();
    await answer(history);
    const slider = screen.getByRole('slider', { name: 'ZST rate' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^20 Nov.*: 1\.14\sUSDT$|^Nov 20.*: 1\.14\sUSDT$/);
    act(() => slider.focus());
    // A browser moves a slider by its keys; jsdom has to be told.
    const moveTo = (value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await moveTo('1');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: 1\.26\sUSDT$/);
    expect(text(screen.getByRole('dialog'))).toContain('+5.00%');
    await moveTo('0');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: 1\.20\sUSDT$/);
    await user.tab();
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: 1\.20\sUSDT$/);
  });

  test('goes on with what the stream tells', async () => {
    const { answer, hear } = start();
    await answer(history);
    expect(text(screen.getByRole('dialog'))).toContain('Connecting…');
    await hear({ type: 'rates.arrived', rates: live });
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 1\.50\sUSDT$/);
    expect(text(screen.getByRole('dialog'))).toContain('+25.00%');
    expect(text(screen.getByRole('dialog'))).toContain('Live prices');
  });

  test('of a token that the stream does not tell says nothing of live prices', async () => {
    const { answer, hear } = start('en', '?price=WBTC');
    await answer({ ...history, symbol: 'WBTC' });
    await hear({ type: 'rates.arrived', rates: live });
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 1\.14\sUSDT$/);
    expect(text(screen.getByRole('dialog'))).not.toMatch(/live prices|connecting/i);
  });

  test('that cannot be drawn says so, and the table has the same prices, newest first', async () => {
    const { answer, user } = start();
    await answer(history);
    const told = await screen.findByText('We couldn’t draw the chart. The table shows the same prices.');
    expect(told.getAttribute('role')).toBe('status');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    const cells = within(screen.getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['1.14', '1.26', '1.20']);
  });

  test('that cannot be drawn where nothing switches to the table has it below', async () => {
    const load = manualCall<Loaded<RateHistory>, ReadRequest>();
    const input = { now: () => noon, key: 'ZST/day' };
    const prices = createActor(priceHistoryMachine.provide({ actors: { load: load.logic } }), { input });
    const rates = createActor(ratesMachine, { input: { now: () => noon, random: () => 0 } });
    draw(<PriceHistory asked={{ symbol: 'ZST', range: 'day' }} history={prices.start()} rates={rates} />);
    await arrives(() => load.last().answer({ data: history, loadedAt: noon }));
    await screen.findByText('We couldn’t draw the chart. The table shows the same prices.');
    const cells = within(screen.getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual(['1.14', '1.26', '1.20']);
  });

  test('of a very low price has six significant digits, and so has the table', async () => {
    const { answer, user } = start();
    const low = ['0.0000049', '0.00000071234567', '0.05', '0.1234567'];
    await answer({
      ...history,
      points: low.map((price, hour) => ({ at: `2026-11-20T0${hour}:00:00.000Z`, price })),
    });
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 0\.123456\sUSDT$/);
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    const cells = within(screen.getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '0.123456',
      '0.05',
      '0.000000712345',
      '0.0000049',
    ]);
  });

  test('a range is asked by its address, and closing is told', async () => {
    const { answer, told, user, onClose } = start();
    await answer(history);
    await user.click(screen.getByRole('radio', { name: '1y' }));
    expect(told).toEqual([addressRequested('/wallet?price=ZST&range=year')]);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('whether prices are live', () => {
  function status() {
    const clock = new SimulatedClock();
    let hear: (event: AnyEventObject) => void = () => {};
    const rates = createActor(
      ratesMachine.provide({
        actors: {
          watchStream: fromCallback<AnyEventObject>(({ sendBack }) => {
            hear = sendBack;
          }),
          watchPage: fromCallback(() => {}),
        },
      }),
      { clock, input: { now: () => noon + clock.now(), random: () => 1 } },
    ).start();
    draw(<LiveStatus rates={rates} />);
    const does = (what: () => void) => act(async () => what());
    return { rates, clock, does, hear: (event: AnyEventObject) => does(() => hear(event)) };
  }

  test('is said in a word, with their age when they are not', async () => {
    const { rates, clock, does, hear } = status();
    expect(text()).toBe('Connecting…');
    // Each of the two words is as wide as the other one.
    const { dataset } = screen.getByRole('status');
    expect([dataset.first, dataset.then]).toEqual(['Connecting…', 'Live prices']);
    await hear({ type: 'rates.arrived', rates: live });
    expect(text()).toBe('Live prices');
    await does(() => clock.increment(45_000));
    expect(text()).toBe('Prices aren’t updating(now)');
    await does(() => rates.send({ type: 'connection.lost' }));
    expect(text()).toBe('You’re offline(now)');
  });

  test('is denied while every price that is told is too old to be used, and not of some', async () => {
    const { hear } = status();
    const old = live.pairs.map((pair) => ({ ...pair, exchange: null }));
    await hear({ type: 'rates.arrived', rates: { ...live, pairs: old } });
    expect(text()).toBe('Prices aren’t updating');
    await hear({ type: 'rates.arrived', rates: { ...live, pairs: [...old, ...live.pairs] } });
    expect(text()).toBe('Live prices');
  });
});

test('the prices on an axis have four significant digits each', () => {
  const texts = [0.26, 0.2625, 1.2, 65_250].map((price) => axisPrices('en').format(price));
  expect(texts).toEqual(['0.2600', '0.2625', '1.200', '65,250']);
});
