import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Analytics } from '../../contract/analytics.ts';
import type { TotalHistory, TotalRange } from '../../contract/portfolio.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { analyticsMachine, createAnalyticsArea } from '../../src/machines/analytics/analyticsArea.ts';
import {
  addressOf,
  analyticsKey,
  fileName,
  problemsOf,
  readAnalyticsQuery,
} from '../../src/machines/analytics/analyticsQuery.ts';
import { analyticsViewMachine } from '../../src/machines/analytics/analyticsViewMachine.ts';
import { totalHistoryMachine } from '../../src/machines/wallet/totalHistoryMachine.ts';
import { addressRequested, asChild, manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

describe('the query of an address', () => {
  test.each([
    ['', {}],
    ['?type=kyc_approved&date_from=2026-01-01&date_to=2026-01-01&group_by=yearly', {}],
    ['?type=gift', { type: 'format' }],
    ['?group_by=weekly', { group_by: 'format' }],
    ['?date_from=0001-01-01', { date_from: 'format' }],
    ['?date_to=2026-02-30', { date_to: 'format' }],
    ['?date_from=2026-03-02&date_to=2026-03-01', { date_to: 'order' }],
    ['?utm_source=letter&type=', {}],
  ])('%s has these problems: %o', (search, problems) => {
    expect(problemsOf(readAnalyticsQuery(search))).toEqual(problems);
  });

  test('is asked in one form, with the person’s time zone, and not at all while it is bad', () => {
    const key = (search: string) => analyticsKey(readAnalyticsQuery(search), 'Europe/Moscow');
    expect(key('?group_by=monthly&type=user_frozen&x=y')).toBe(
      'type=user_frozen&group_by=monthly&time_zone=Europe%2FMoscow',
    );
    expect(key('')).toBe('time_zone=Europe%2FMoscow');
    expect(key('?type=gift')).toBeNull();
  });

  test('has one address, and names its file', () => {
    expect(addressOf(readAnalyticsQuery('?group_by=daily'))).toBe('/analytics');
    expect(addressOf(readAnalyticsQuery('?group_by=yearly&type=user_frozen'))).toBe(
      '/analytics?type=user_frozen&group_by=yearly',
    );
    expect(fileName(readAnalyticsQuery(''))).toBe('analytics.csv');
    expect(fileName(readAnalyticsQuery('?type=a/../b&date_to=2026-01-01'))).toBe(
      'analytics_type-a-b_date_to-2026-01-01.csv',
    );
  });
});

const view = analyticsViewMachine;
/** Without anybody to ask. */
const alone = view.provide({
  actions: { requestTyped: () => {}, requestChosen: () => {}, requestCleared: () => {}, request: () => {} },
});

const exploration: Exploration<typeof view> = {
  input: { search: '' },
  events: [
    { type: 'address.shown', search: '?type=user_frozen' },
    { type: 'filter.chosen', name: 'group_by', value: 'yearly' },
    { type: 'filter.typed', name: 'date_from', value: '2026-01-01' },
    { type: 'filters.cleared' },
    { type: 'display.chosen', display: { measure: 'value' } },
    { type: 'display.chosen', display: { measure: 'count' } },
    { type: 'display.chosen', display: { shape: 'table' } },
    { type: 'display.chosen', display: { shape: 'chart' } },
    { type: 'display.chosen', display: { isPanelOpen: true } },
    { type: 'display.chosen', display: { isPanelOpen: false } },
  ],
  answers: {},
  distinguish: ({ context }) => context,
};

describe('how a person looks at them', () => {
  test('every state is reached and can be left', () => {
    expectSound(alone, exploration);
  });

  test('only an address changes the query', () => {
    for (const { snapshot, events } of explore(alone, exploration)) {
      const { query } = snapshot.context;
      if (!events.includes('address.shown')) expect(query.type, events.join(' → ')).toBe('');
      else expect(query.type, events.join(' → ')).toBe('user_frozen');
    }
  });

  function start(search: string) {
    const clock = new SimulatedClock();
    const { child: actor, told } = asChild(view, { search }, clock);
    return { actor, clock, told };
  }

  test('a choice is asked at once, with what was typed before it', () => {
    const { actor, told } = start('?type=user_frozen');
    actor.send({ type: 'filter.typed', name: 'date_from', value: '2026-01-01' });
    actor.send({ type: 'filter.chosen', name: 'group_by', value: 'monthly' });
    expect(told).toEqual([
      addressRequested('/analytics?type=user_frozen&date_from=2026-01-01&group_by=monthly'),
    ]);
  });

  test('a day is asked after a pause, once', () => {
    const { actor, clock, told } = start('');
    actor.send({ type: 'filter.typed', name: 'date_to', value: '2026-01-01' });
    clock.increment(349);
    actor.send({ type: 'filter.typed', name: 'date_to', value: '2026-01-02' });
    clock.increment(349);
    expect(told).toEqual([]);
    clock.increment(1);
    expect(told).toEqual([addressRequested('/analytics?date_to=2026-01-02')]);
  });

  test('clearing keeps by what they are put together', () => {
    const { actor, told } = start('?type=user_frozen&group_by=yearly&date_from=2026-01-01');
    actor.send({ type: 'filters.cleared' });
    expect(told).toEqual([addressRequested('/analytics?group_by=yearly')]);
  });
});

test('the area reads the balances over time by the range, and anew when money has moved', async () => {
  const load = manualCall<Loaded<TotalHistory>, ReadRequest>();
  const area = createActor(
    createAnalyticsArea('UTC').provide({
      actors: { totalHistory: totalHistoryMachine.provide({ actors: { load: load.logic } }) },
    }),
    { input: { now: () => 0, shown: shown('analytics', 'analytics') } },
  ).start();
  const answer = async (range: TotalRange) => {
    const data = { currency: 'USDT', range, points: [], change: null, without_price: [] };
    load.last().answer({ data, loadedAt: 0 });
    await settled();
  };
  await answer('month');
  area.send({ type: 'range.chosen', range: 'year' });
  await answer('year');
  area.send({ type: 'balances.changed' });
  expect(area.getSnapshot().context.range).toBe('year');
  expect(load.calls.map(({ input }) => input)).toEqual([
    { key: 'month', fresh: false },
    { key: 'year', fresh: false },
    { key: 'year', fresh: true },
  ]);
});

test('the area reads by each address that it is shown at, and anew when money has moved', async () => {
  const load = manualCall<Loaded<Analytics>, ReadRequest>();
  const area = createActor(
    createAnalyticsArea('UTC').provide({
      actors: { analytics: analyticsMachine.provide({ actors: { load: load.logic } }) },
    }),
    { input: { now: () => 0, shown: shown('analytics', 'analytics', '?group_by=yearly') } },
  ).start();
  load.last().answer({ data: { buckets: [], totals: [] }, loadedAt: 0 });
  await settled();
  area.send(shown('analytics', 'analytics', '?type=gift'));
  area.send(shown('analytics', 'analytics'));
  load.last().answer({ data: { buckets: [], totals: [] }, loadedAt: 0 });
  await settled();
  area.send({ type: 'balances.changed' });
  expect(load.calls.map(({ input }) => input)).toEqual([
    { key: 'group_by=yearly&time_zone=UTC', fresh: false },
    { key: 'time_zone=UTC', fresh: false },
    { key: 'time_zone=UTC', fresh: true },
  ]);
});
