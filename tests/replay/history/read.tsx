import { createActor } from 'xstate';
import { daysOf } from '../../../src/machines/core/datePresets.ts';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import { cancellationMachine } from '../../../src/machines/history/cancellationMachine.ts';
import { historyDetailsMachine, historyMachine } from '../../../src/machines/history/historyArea.ts';
import { type HistoryQuery, noFilters } from '../../../src/machines/history/historyQuery.ts';
import { historyViewMachine } from '../../../src/machines/history/historyViewMachine.ts';
import { statementMachine } from '../../../src/machines/history/statementMachine.ts';
import HistoryScreen from '../../../src/screens/history/HistoryScreen.tsx';
import TransactionDialog from '../../../src/screens/history/TransactionDialog.tsx';
import { atEase, paymentDone } from '../../support/moneyFlow.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { paste, pick, press, tick } from '../../support/replay/gestures.ts';
import { resourceMap, standingResource, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
// Loaded before anybody waits for it.
import '../../../src/screens/history/FilterFields.tsx';

const page = (...data: (typeof paymentDone)[]) => ({
  data,
  meta: { page: 1, per_page: 20, total: data.length },
});
const file = createActor(exportMachine);
const statement = createActor(statementMachine);
const preferences = preferencesActor();
const cancellation = createActor(cancellationMachine, {
  input: { now: () => 0, makeKey: () => 'key-1', standing: atEase() },
});
const viewAt = (search: string) => createActor(historyViewMachine, { input: { search } });
const frame = {
  ...{ file, statement, preferences, cancellation, since: null },
  ...{ now: () => 0, timeZone: 'UTC' },
};
const noDetails = standingResource(historyDetailsMachine);
const look = [
  'Statements',
  /^Export/,
  'Filters',
  'Clear search',
  /^Search/,
  /(?:Type|Token|Status|From|To)$/,
];
const presets = /^(?:7 days|30 days|This month|This year)$/;

export const list = resourceMap({
  machine: historyMachine,
  data: [page(paymentDone), page()],
  keys: ['page=1', 'page=2', null],
  screen: (actor) => <HistoryScreen {...frame} history={actor} details={noDetails} view={viewAt('')} />,
  person: [
    {
      events: [{ type: 'refresh.requested' }],
      by: press('Refresh'),
      offered: (actor) => {
        const read = actor.getSnapshot();
        return !read.matches('unasked') && (!read.hasTag('busy') || read.hasTag('slow'));
      },
    },
  ],
  views: [...look, presets],
});

export const details = resourceMap({
  machine: historyDetailsMachine,
  data: [paymentDone],
  keys: [paymentDone.id, null],
  screen: (actor) => (
    <TransactionDialog
      history={standingResource(historyMachine, page())}
      details={actor}
      view={viewAt(`id=${paymentDone.id}`)}
      cancellation={cancellation}
      isHidden={false}
    />
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  refresh: { offered: (read) => read.context.data === null && whenSlowOrFailed(read) },
  views: [/^(?:Close|Dismiss)$/, /^Print/, 'Cancel transaction', /^Copy/],
});

const queryOf = (filters: Partial<HistoryQuery['filters']>) => ({
  filters: { ...noFilters, ...filters },
  page: '',
  id: '',
});

export const view = screenMap({
  machine: historyViewMachine,
  input: () => ({ search: '' }),
  screen: (actor) => (
    <HistoryScreen
      {...frame}
      history={standingResource(historyMachine, page(paymentDone))}
      details={noDetails}
      view={actor}
    />
  ),
  isShown: (actor) => actor.getSnapshot().context.query.id === '',
  person: [
    { events: [{ type: 'filter.typed', name: 'q', value: 'rent' }], by: paste(/^Search/, 'rent') },
    {
      events: [{ type: 'filter.chosen', name: 'kind', value: 'send' }],
      by: pick(/Type$/, 'Sent'),
    },
    {
      events: [{ type: 'filter.chosen', name: 'q', value: '' }],
      by: press(/^Remove filter/),
      offered: (actor) => actor.getSnapshot().context.query.filters.q !== '',
    },
    {
      events: [{ type: 'filters.cleared' }],
      by: press('Clear filters'),
      offered: (actor) => actor.getSnapshot().context.query.filters.q !== '',
    },
    {
      events: [{ type: 'query.requested', query: queryOf(daysOf('month', '1970-01-01')) }],
      by: tick('This month'),
      offered: (actor) => actor.getSnapshot().context.query.filters.q === '',
    },
    {
      events: [{ type: 'display.chosen', display: { isPanelOpen: true } }],
      by: press('Filters'),
      offered: (actor) => !actor.getSnapshot().context.display.isPanelOpen,
    },
    {
      events: [{ type: 'display.chosen', display: { isPanelOpen: false } }],
      by: press('Filters'),
      offered: (actor) => actor.getSnapshot().context.display.isPanelOpen,
    },
  ],
  outside: ['', 'q=rent'].map((search) => ({
    event: { type: 'address.shown', search },
    isNavigation: true,
  })),
  answers: {},
  distinguish: (actor) => {
    const { query, typed, display } = actor.getSnapshot().context;
    return [query, typed, display];
  },
  views: ['Refresh', ...look, presets],
});
