import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { exportMachine } from '../../src/machines/core/exportMachine.ts';
import {
  addressOf,
  fileName,
  listKey,
  problemsOf,
  readHistoryQuery,
} from '../../src/machines/history/historyQuery.ts';
import { historyViewMachine } from '../../src/machines/history/historyViewMachine.ts';
import { statementMachine } from '../../src/machines/history/statementMachine.ts';
import { monthsBetween, usualPeriod, yearsOf } from '../../src/machines/history/statementPeriods.ts';
import { addressRequested, asChild, failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

describe('the query of an address', () => {
  test.each([
    ['', {}],
    ['?kind=send&token=ZST&status=failed&date_from=2026-01-01&date_to=2026-01-01&q=0xab&page=7', {}],
    ['?page=0', { page: 'format' }],
    ['?page=-1', { page: 'format' }],
    ['?page=1000000000', { page: 'format' }],
    ['?page=999999999', { page: 'too_large' }],
    ['?page=one', { page: 'format' }],
    ['?kind=gift&token=b-c', { kind: 'format', token: 'format' }],
    ['?status=lost', { status: 'format' }],
    ['?date_from=2026-02-30', { date_from: 'format' }],
    ['?date_from=2026-03-02&date_to=2026-03-01', { date_to: 'order' }],
    [`?q=${'x'.repeat(200)}`, { q: 'too_long' }],
    ['?utm_source=letter&kind=&kind=send', {}],
  ])('%s has these problems: %o', (search, problems) => {
    expect(problemsOf(readHistoryQuery(search))).toEqual(problems);
  });

  test('is asked in one form, whatever its order, and not at all while it is bad', () => {
    expect(listKey(readHistoryQuery('?page=2&kind=send&id=5&x=y'))).toBe('kind=send&page=2');
    expect(listKey(readHistoryQuery(''))).toBe('page=1');
    expect(listKey(readHistoryQuery('?page=0'))).toBeNull();
  });

  test('has one address, without what goes without saying', () => {
    expect(addressOf(readHistoryQuery('?page=1'))).toBe('/transactions/history');
    expect(addressOf(readHistoryQuery('?id=5&q=a%20b&page=3'))).toBe(
      '/transactions/history?q=a+b&page=3&id=5',
    );
  });

  test('names its file, with nothing in the name that a disk refuses', () => {
    expect(fileName(readHistoryQuery(''))).toBe('history.csv');
    expect(fileName(readHistoryQuery('?kind=send&date_from=2026-01-01&q=a/../b:c'))).toBe(
      'history_kind-send_date_from-2026-01-01_q-a-b-c.csv',
    );
  });
});

describe('how a person looks at their history', () => {
  test('every state is reached and can be left', () => {
    const nobody = () => {};
    const alone = historyViewMachine.provide({
      actions: { requestTyped: nobody, requestChosen: nobody, requestCleared: nobody, request: nobody },
    });
    expectSound(alone, {
      input: { search: '' },
      events: [
        { type: 'address.shown', search: '?kind=send' },
        { type: 'filter.chosen', name: 'kind', value: 'send' },
        { type: 'filter.typed', name: 'q', value: 'ab' },
        { type: 'filters.cleared' },
        { type: 'display.chosen', display: { isPanelOpen: true } },
        { type: 'query.requested', query: readHistoryQuery('?page=2') },
      ],
      answers: {},
    });
  });

  function start(search: string) {
    const clock = new SimulatedClock();
    const { child: view, told } = asChild(historyViewMachine, { search }, clock);
    return { clock, told, view };
  }

  test('what is typed is asked 350 ms after the last key, from the first page on', () => {
    const { clock, told, view } = start('?token=ZST&page=4');
    view.send({ type: 'filter.typed', name: 'q', value: 'a' });
    clock.increment(349);
    view.send({ type: 'filter.typed', name: 'q', value: 'ab' });
    clock.increment(349);
    expect(told).toEqual([]);
    clock.increment(1);
    expect(told).toEqual([addressRequested('/transactions/history?token=ZST&q=ab')]);
  });

  test('only an address changes what is asked; what is typed meanwhile is not lost', () => {
    const { clock, told, view } = start('');
    view.send({ type: 'filter.typed', name: 'q', value: 'ab' });
    clock.increment(350);
    expect(view.getSnapshot().context.query.filters.q).toBe('');
    view.send({ type: 'filter.typed', name: 'q', value: 'abc' });
    view.send({ type: 'address.shown', search: '?q=ab' });
    expect(view.getSnapshot().context).toMatchObject({
      query: { filters: { q: 'ab' } },
      typed: { q: 'abc' },
    });
    clock.increment(350);
    view.send({ type: 'address.shown', search: '?q=abc' });
    expect(view.getSnapshot().context.typed).toEqual({});
    expect(told).toEqual([
      addressRequested('/transactions/history?q=ab'),
      addressRequested('/transactions/history?q=abc'),
    ]);
  });

  test('a space at the end of a search is not lost, so that the next word can be typed', () => {
    const { clock, told, view } = start('');
    const typed = () => view.getSnapshot().context.typed;
    view.send({ type: 'filter.typed', name: 'q', value: 'rent ' });
    clock.increment(350);
    view.send({ type: 'address.shown', search: '?q=rent+' });
    expect(view.getSnapshot().context).toMatchObject({
      query: { filters: { q: 'rent' } },
      typed: { q: 'rent ' },
    });
    view.send({ type: 'filter.typed', name: 'q', value: 'rent may' });
    clock.increment(350);
    view.send({ type: 'address.shown', search: '?q=rent+may' });
    expect(typed()).toEqual({});
    expect(told.at(-1)).toEqual(addressRequested('/transactions/history?q=rent+may'));
    view.send({ type: 'filter.typed', name: 'q', value: 'rent june ' });
    clock.increment(350);
    view.send({ type: 'address.shown', search: '?q=rent+may' });
    expect(typed()).toEqual({});
  });

  test('a choice is asked at once, with what was typed before it', () => {
    const { told, clock, view } = start('');
    view.send({ type: 'filter.typed', name: 'q', value: 'ab' });
    view.send({ type: 'filter.chosen', name: 'kind', value: 'send' });
    clock.increment(350);
    expect(told).toEqual([addressRequested('/transactions/history?kind=send&q=ab')]);
  });

  test('closing the details keeps filters and page; clearing keeps nothing', () => {
    const { told, view } = start('?kind=send&page=3&id=5');
    view.send({ type: 'query.requested', query: { ...view.getSnapshot().context.query, id: '' } });
    view.send({ type: 'filters.cleared' });
    expect(told).toEqual([
      addressRequested('/transactions/history?kind=send&page=3'),
      addressRequested('/transactions/history'),
    ]);
  });
});

test('every state of the statements is reached and can be left', () => {
  expectSound(statementMachine, {
    input: undefined,
    events: [
      { type: 'statement.opened', period: '2026-10' },
      { type: 'period.chosen', period: '2026' },
      { type: 'statement.closed' },
    ],
    answers: { statementExport: {} },
  });
});

test.each([
  ['2026-11-03T12:00:00', '2026-11-30T12:00:00', ['2026-11'], ['2026'], '2026-11'],
  [
    '2025-12-31T12:00:00',
    '2026-02-01T12:00:00',
    ['2026-02', '2026-01', '2025-12'],
    ['2026', '2025'],
    '2026-01',
  ],
  // A device whose clock is behind the account's beginning.
  ['2026-12-31T12:00:00', '2026-11-01T12:00:00', ['2026-11'], ['2026'], '2026-11'],
])(
  'an account since %s has at %s the statements of its months and years',
  (since, now, months, years, usual) => {
    expect(monthsBetween(Date.parse(since), Date.parse(now))).toEqual(months);
    expect(yearsOf(months)).toEqual(years);
    expect(usualPeriod(months)).toBe(usual);
  },
);

describe('the history as a file', () => {
  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(exportMachine, {
      input: undefined,
      events: [
        { type: 'export.requested', filters: 'kind=send', name: 'history_kind-send.csv' },
        { type: 'export.requested', filters: '', name: 'history.csv' },
        { type: 'export.cancelled' },
      ],
      answers: { saveExport: { done: [undefined], error: [new CallError(failure('INTERNAL'))] } },
    });
  });

  test('what is said of a saved file goes by itself, and one after it is told for its whole time', async () => {
    const clock = new SimulatedClock();
    const call = manualCall<void, { readonly filters: string; readonly name: string }>();
    const actor = createActor(exportMachine.provide({ actors: { saveExport: call.logic } }), {
      clock,
    }).start();
    const save = async () => {
      actor.send({ type: 'export.requested', filters: '', name: 'a.csv' });
      call.last().answer();
      await settled();
    };
    await save();
    clock.increment(7_999);
    expect(actor.getSnapshot().value).toBe('saved');
    await save();
    clock.increment(7_999);
    expect(actor.getSnapshot().value).toBe('saved');
    clock.increment(1);
    expect(actor.getSnapshot().value).toBe('ready');
  });

  test('is asked for once, and says which it is', async () => {
    const call = manualCall<void, { readonly filters: string; readonly name: string }>();
    const actor = createActor(exportMachine.provide({ actors: { saveExport: call.logic } })).start();
    const request = { type: 'export.requested', filters: 'kind=send', name: 'a.csv' } as const;
    actor.send(request);
    actor.send({ ...request, name: 'b.csv' });
    expect(call.calls.map(({ input }) => input)).toEqual([{ filters: 'kind=send', name: 'a.csv' }]);
    call.last().fail('NETWORK');
    await settled();
    expect(actor.getSnapshot().context.failure?.code).toBe('NETWORK');
    actor.send(request);
    actor.send({ type: 'export.cancelled' });
    expect(call.last().signal.aborted).toBe(true);
    expect(actor.getSnapshot().value).toBe('ready');
  });

  test('another one takes the place of one that does not arrive', async () => {
    const call = manualCall<void, { readonly filters: string; readonly name: string }>();
    const actor = createActor(exportMachine.provide({ actors: { saveExport: call.logic } })).start();
    for (const filters of ['one', 'other'])
      actor.send({ type: 'export.requested', filters, name: `${filters}.pdf` });
    expect(call.calls.map(({ input, signal }) => [input.name, signal.aborted])).toEqual([
      ['one.pdf', true],
      ['other.pdf', false],
    ]);
    call.last().answer();
    await settled();
    expect(actor.getSnapshot()).toMatchObject({ value: 'saved', context: { name: 'other.pdf' } });
  });
});
