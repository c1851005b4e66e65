import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Analytics } from '../../contract/analytics.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { AnalyticsPage } from '../../src/app/pages/AnalyticsPage.tsx';
import { analyticsMachine } from '../../src/machines/analytics/analyticsArea.ts';
import { analyticsKey, readAnalyticsQuery } from '../../src/machines/analytics/analyticsQuery.ts';
import { analyticsViewMachine } from '../../src/machines/analytics/analyticsViewMachine.ts';
import type { AppRef } from '../../src/machines/appMachine.ts';
import { exportMachine } from '../../src/machines/core/exportMachine.ts';
import { totalHistoryMachine } from '../../src/machines/wallet/totalHistoryMachine.ts';
import AnalyticsScreen from '../../src/screens/analytics/AnalyticsScreen.tsx';
import { byPeriod, flowsOf } from '../../src/screens/analytics/figures.ts';
import { addressRequested, asChild, failure, manualCall } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { beNarrow } from '../support/phone.ts';
import { preferencesActor } from '../support/preferences.ts';
import { standingResource } from '../support/replay/resourceMap.ts';
import { standing } from '../support/replay/standingArea.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const lateEvening = Date.parse('2026-11-20T21:30:00Z');

beforeEach(() => {
  // jsdom has no canvas, and says so loudly.
  HTMLCanvasElement.prototype.getContext = () => null;
});

const figures: Analytics = {
  buckets: [
    { period: '2026-11-17', type: 'transaction_send', count: 2, value: '1200.5', unpriced: 0 },
    { period: '2026-11-17', type: 'user_frozen', count: 1, value: '0', unpriced: 1 },
    { period: '2026-11-20', type: 'transaction_send', count: 1, value: '0.000001', unpriced: 0 },
    { period: '2026-11-20', type: 'unknown', count: 4, value: '0', unpriced: 0 },
  ],
  totals: [
    { type: 'transaction_send', count: 3, value: '1200.500001', unpriced: 0 },
    { type: 'user_frozen', count: 1, value: '0', unpriced: 1 },
    { type: 'unknown', count: 4, value: '0', unpriced: 0 },
  ],
};
const nothing: Analytics = { buckets: [], totals: [] };

interface Scene {
  language?: Language;
  search?: string;
  hideBalances?: boolean;
  /** The clock, in milliseconds. */
  at?: number;
}

/** The analytics at an address, whose calls a test answers by hand. Its parent writes down what it asks for. */
function start({ language = 'en', search = '', hideBalances = false, at = noon }: Scene = {}) {
  let time = at;
  const load = manualCall<Loaded<Analytics>, ReadRequest>();
  const fileCall = manualCall<void, { readonly filters: string; readonly name: string }>();
  const { child: view, told } = asChild(analyticsViewMachine, { search });
  const key = analyticsKey(readAnalyticsQuery(search), 'Europe/Moscow');
  draw(
    <AnalyticsScreen
      analytics={createActor(analyticsMachine.provide({ actors: { load: load.logic } }), {
        input: { now: () => noon, key },
      }).start()}
      view={view}
      file={createActor(exportMachine.provide({ actors: { saveExport: fileCall.logic } })).start()}
      preferences={preferencesActor(hideBalances)}
      timeZone="Europe/Moscow"
      now={() => time}
    />,
    language,
  );
  return {
    told,
    fileCall,
    user: userEvent.setup(),
    answer: (data: Analytics) => arrives(() => load.last().answer({ data, loadedAt: noon })),
    turnClock: (to: number) => {
      time = to;
    },
  };
}

const exploration: Exploration<typeof analyticsMachine> = {
  input: { now: () => noon, key: 'time_zone=UTC' },
  events: [
    { type: 'screen.shown', key: 'type=user_frozen&time_zone=UTC' },
    { type: 'screen.shown', key: null },
    { type: 'refresh.requested' },
  ],
  answers: {
    load: {
      done: [figures, nothing].map((data) => ({ data, loadedAt: noon })),
      error: [new CallError(failure('NETWORK'))],
    },
  },
  // Each kind of figures is drawn once; what stands beside them does not depend on them.
  distinguish: (state) => [
    state.matches('ready') && state.context.data?.buckets.length,
    state.context.failure?.code,
  ],
};

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(analyticsMachine, exploration);

  test.each(
    snapshots.map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    const search = snapshot.context.key === null ? '?type=gift&date_from=2026-02-02&date_to=2026-02-01' : '';
    draw(
      <AnalyticsScreen
        analytics={actorAt(analyticsMachine, snapshot)}
        view={createActor(analyticsViewMachine, { input: { search } })}
        file={createActor(exportMachine)}
        preferences={preferencesActor()}
        timeZone="UTC"
        now={() => noon}
      />,
      language,
    );
    await expectPresentable();
  });

  test('the table, and hidden values, are presentable', async () => {
    const { answer, user } = start({ language, hideBalances: true });
    await answer(figures);
    await user.click(screen.getByRole('radio', { name: language === 'en' ? 'Table' : 'Таблица' }));
    await expectPresentable();
    expect(text()).not.toMatch(/1.?200/);
  });
});

test('fees are told beside what came in and went out, and those without a price are counted', async () => {
  const { answer } = start();
  await answer({ ...figures, fees: { value: '12.345678', unpriced: 2 } });
  expect(text()).toContain('Fees12.34 USDT');
  expect(text()).toContain('Fees are not part of the other figures.');
  expect(text()).toContain('2 fees have no value');
});

test('an older server tells no fees: none are shown', async () => {
  const { answer } = start();
  await answer(figures);
  expect(text()).not.toContain('Fees');
});

test('of one kind of event the sum is told, and of events without money their number', async () => {
  const { answer } = start({ search: '?type=transaction_send' });
  await answer({
    buckets: [{ period: '2026-11-17', type: 'transaction_send', count: 2, value: '1200.5', unpriced: 0 }],
    totals: [{ type: 'transaction_send', count: 2, value: '1200.5', unpriced: 0 }],
  });
  expect(text()).toContain('2 eventsAll timeVolume:1,200.50 USDT');
  expect(text()).not.toContain('Net');
});

test.each([
  // It is already the 21st in Moscow.
  ['7 days', '2026-11-15', '2026-11-21'],
  ['30 days', '2026-10-23', '2026-11-21'],
  ['This month', '2026-11-01', '2026-11-21'],
  ['This year', '2026-01-01', '2026-11-21'],
])('%s fills both dates by the days of the time zone', async (name, from, to) => {
  const { told, user } = start({ search: '?type=transaction_send&group_by=monthly', at: lateEvening });
  expect(screen.queryByRole('radio', { name, checked: true })).toBeNull();
  await user.click(screen.getByRole('radio', { name }));
  expect(told).toEqual([
    addressRequested(`/analytics?type=transaction_send&date_from=${from}&date_to=${to}&group_by=monthly`),
  ]);
});

test('the page names the time zone in which its area counts days, also while the browser is in another', () => {
  const area = standing({
    context: { now: () => noon, timeZone: 'Europe/Moscow', range: 'month' },
    children: {
      analytics: standingResource(analyticsMachine),
      analyticsView: createActor(analyticsViewMachine, { input: { search: '' } }),
      analyticsExport: createActor(exportMachine),
      totalHistory: standingResource(totalHistoryMachine),
    },
  });
  const signedIn = standing({ context: { areas: { analytics: area } }, children: {} });
  const app: AppRef = standing({ context: { signedIn, preferences: preferencesActor() }, children: {} });
  draw(<AnalyticsPage app={app} />);
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('UTC');
  expect(text()).toContain('Days follow your time zone: Europe/Moscow.');
});

test('the preset whose dates are asked for is the chosen one', () => {
  start({ search: '?date_from=2026-11-01&date_to=2026-11-20' });
  expect(screen.getByRole('radio', { name: 'This month', checked: true })).toBeDefined();
  expect(screen.queryByRole('radio', { name: '7 days', checked: true })).toBeNull();
});

describe('when midnight has passed on an open page', () => {
  const beforeMidnight = Date.parse('2026-11-20T20:50:00Z');

  test('a preset fills the dates of the press', async () => {
    const { told, user, turnClock } = start({ at: beforeMidnight });
    turnClock(lateEvening);
    await user.click(screen.getByRole('radio', { name: '7 days' }));
    expect(told).toEqual([addressRequested('/analytics?date_from=2026-11-15&date_to=2026-11-21')]);
  });

  test('the one whose dates are no longer its own is not marked, and can be pressed', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const search = '?date_from=2026-11-14&date_to=2026-11-20';
      const { turnClock } = start({ search, at: beforeMidnight });
      const week = () => screen.getByRole<HTMLInputElement>('radio', { name: '7 days' });
      expect(week().checked).toBe(true);
      turnClock(lateEvening);
      act(() => void vi.advanceTimersByTime(60_000));
      expect(week().checked).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('what came in, what went out and the difference leave exchanges out', () => {
  const figures = { count: 1, unpriced: 0 };
  expect(
    flowsOf([
      { type: 'transaction_deposit', value: '100', ...figures },
      { type: 'transaction_receive', value: '0.5', ...figures },
      { type: 'transaction_exchange', value: '70', ...figures },
      { type: 'transaction_withdraw', value: '30.000001', ...figures },
      { type: 'transaction_send', value: '1', ...figures },
    ]),
  ).toEqual({ in: '100.5', out: '31.000001', net: '69.499999' });
  expect(flowsOf([{ type: 'kyc_approved', value: '0', ...figures }])).toBeNull();
});

test('the sum of everything, what has no value, and each event', async () => {
  const { answer } = start();
  await answer(figures);
  expect(text()).toContain('8 events');
  expect(text()).toContain('In0.00 USDTOut1,200.50 USDTNet−1,200.50 USDT');
  expect(text()).not.toContain('Volume:');
  expect(text()).toContain('1 event has no value: the token had no price at the time.');
  const totals = screen.getByRole('table', { name: 'By event' });
  expect(
    within(totals)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Sent', 'Account frozen', 'Other event']);
});

test('events of money come first, and the others have no value', async () => {
  const { answer, user } = start();
  await answer({ ...figures, totals: figures.totals.toReversed() });
  const valuesOf = (name: string) => {
    const [, ...rows] = within(screen.getByRole('table', { name })).getAllByRole('row');
    return rows.map((row) => text(row.lastElementChild ?? undefined));
  };
  const events = within(screen.getByRole('table', { name: 'By event' })).getAllByRole('rowheader');
  expect(events.map((event) => text(event))).toEqual(['Sent', 'Other event', 'Account frozen']);
  expect(valuesOf('By event')).toEqual(['Volume1,200.50 USDT', 'Volume—', 'Volume—']);
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(valuesOf('Over time')).toEqual(['—', '< 0.01', '—', '1,200.50']);
});

test('that figures are of all time is said where no dates are chosen', async () => {
  const { answer } = start();
  await answer(figures);
  expect(text()).toContain('8 eventsAll time');
  cleanup();
  const { answer: answerSome } = start({ search: '?date_from=2026-11-01' });
  await answerSome(figures);
  expect(text()).not.toContain('All time');
});

test('on a phone each event is one row with its number and its value', async () => {
  beNarrow();
  const { answer } = start();
  await answer(figures);
  expect(screen.queryByRole('table', { name: 'By event' })).toBeNull();
  const rows = within(screen.getByRole('list', { name: 'By event' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent?.replace(/\s/g, ' '))).toEqual([
    'Sent3 eventsVolume: 1,200.50 USDT',
    expect.stringMatching(/^Account frozen\d events?Volume: —$/),
    expect.stringMatching(/^Other event\d events?Volume: —$/),
  ]);
  await expectPresentable();
});

test('the chart says each period in words, those in which nothing happened among them', async () => {
  const { answer } = start();
  await answer(figures);
  const slider = screen.getByRole('slider', { name: 'Events over time' });
  expect(slider.getAttribute('max')).toBe('3');
  expect(slider.getAttribute('aria-valuetext')?.replace(/\s/g, ' ')).toBe(
    'Nov 20, 2026: 5 events, < 0.01 USDT',
  );
});

test('by value it is drawn only while balances are shown', async () => {
  const { answer, user } = start({ hideBalances: true });
  await answer(figures);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).not.toContain('USDT');
  await user.click(screen.getByRole('radio', { name: 'Volume' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(text()).toContain('Amounts are hidden with your balances. You can still view counts.');
});

test('a choice is asked by its address, and the file is what the filters show', async () => {
  const { answer, told, fileCall, user } = start({ search: '?type=transaction_send' });
  await answer(figures);
  await user.click(screen.getByRole('button', { name: /Group by/ }));
  await user.click(screen.getByRole('option', { name: 'Year' }));
  expect(told).toEqual([addressRequested('/analytics?type=transaction_send&group_by=yearly')]);
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(fileCall.last().input).toEqual({
    filters: 'type=transaction_send&time_zone=Europe%2FMoscow',
    name: 'analytics_type-transaction_send.csv',
  });
});

test('filters that cannot be asked are marked and announced, and refreshing says why it cannot be done', async () => {
  start({ search: '?type=gift&date_from=2026-02-02&date_to=2026-02-01' });
  expect(text()).toContain('“gift” isn’t available. Choose from the list.');
  expect(text()).toContain('The end date is before the start date.');
  expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-disabled')).toBe('true');
  expect(text()).toContain('Fix the highlighted filters first.');
  expect(screen.getByText('Check your filters').closest('[role=status]')).not.toBeNull();
  expect(folding()).toEqual({ isExpanded: 'true', isFolded: false });
});

/** What the button says of the fields, and whether they are hidden below 768 px. */
function folding() {
  const button = screen.getByRole('button', { name: 'Filters' });
  const fields = document.getElementById(button.getAttribute('aria-controls') ?? '');
  return {
    isExpanded: button.getAttribute('aria-expanded'),
    isFolded: fields?.classList.contains('max-md:hidden'),
  };
}

test('on a phone the fields are folded behind a button that 768 px hide; the ranges of days stay in sight', async () => {
  const { user } = start();
  expect(folding()).toEqual({ isExpanded: 'false', isFolded: true });
  const button = screen.getByRole('button', { name: 'Filters' });
  expect(button.closest('.md\\:hidden')).not.toBeNull();
  const isFoldable = (element: HTMLElement) => element.closest('#filter-panel') !== null;
  expect(screen.getAllByRole('group', { name: /^(?:From|To)$/ }).map(isFoldable)).toEqual([true, true]);
  expect(screen.getAllByRole('button', { name: /(?:Event|Group by)$/ }).map(isFoldable)).toEqual([
    true,
    true,
  ]);
  expect(isFoldable(screen.getByRole('radio', { name: 'This month' }))).toBe(false);
  await user.click(button);
  expect(folding()).toEqual({ isExpanded: 'true', isFolded: false });
  await user.click(button);
  expect(folding()).toEqual({ isExpanded: 'false', isFolded: true });
});

test('on a phone each filter is a chip that removes it; from 768 px only the button that clears them is left', async () => {
  const { told, user } = start({
    search: '?type=transaction_send&date_from=2026-11-01&date_to=2026-11-20&group_by=monthly',
  });
  const items = within(screen.getByRole('list', { name: 'Filters in use' })).getAllByRole('listitem');
  expect(items.map((item) => [text(item), item.classList.contains('md:hidden')])).toEqual([
    ['Sent', true],
    ['From: November 1, 2026', true],
    ['To: November 20, 2026', true],
    ['Clear filters', false],
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove filter To: November 20, 2026' }));
  expect(told).toEqual([
    addressRequested('/analytics?type=transaction_send&date_from=2026-11-01&group_by=monthly'),
  ]);
  expect(document.activeElement?.textContent).toBe('From: November 1, 2026');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(told.at(-1)).toEqual(addressRequested('/analytics?group_by=monthly'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Filters');
});

test('a grouping alone is no filter that could be cleared', () => {
  start({ search: '?group_by=yearly' });
  expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull();
});

describe('periods', () => {
  const at = (period: string) => ({
    period,
    type: 'user_frozen' as const,
    count: 1,
    value: '1',
    unpriced: 0,
  });
  const periods = (...names: string[]) => byPeriod(names.map(at)).map(({ period }) => period);

  test.each([
    [
      ['2024-02-28', '2024-03-01'],
      ['2024-02-28', '2024-02-29', '2024-03-01'],
    ],
    [
      ['2025-12', '2026-02'],
      ['2025-12', '2026-01', '2026-02'],
    ],
    [
      ['2024', '2026'],
      ['2024', '2025', '2026'],
    ],
    [['2026-10-25', '2026-10-25'], ['2026-10-25']],
  ])('%o are drawn as %o', (known, all) => {
    expect(periods(...known)).toEqual(all);
  });

  test('a century of days is not filled up', () => {
    expect(periods('1926-01-01', '2026-01-01')).toEqual(['1926-01-01', '2026-01-01']);
  });
});
