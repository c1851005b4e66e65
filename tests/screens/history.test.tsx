import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { exportMachine } from '../../src/machines/core/exportMachine.ts';
import {
  cancellationMachine,
  cancellationSubmissionMachine,
} from '../../src/machines/history/cancellationMachine.ts';
import { historyDetailsMachine, historyMachine } from '../../src/machines/history/historyArea.ts';
import { listKey, readHistoryQuery } from '../../src/machines/history/historyQuery.ts';
import { historyViewMachine } from '../../src/machines/history/historyViewMachine.ts';
import { statementMachine } from '../../src/machines/history/statementMachine.ts';
import { HistoryFilters } from '../../src/screens/history/HistoryFilters.tsx';
import HistoryScreen from '../../src/screens/history/HistoryScreen.tsx';
import { addressRequested, asChild, failure, manualCall } from '../support/actors.ts';
import { atEase } from '../support/moneyFlow.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { beNarrow } from '../support/phone.ts';
import { preferencesActor } from '../support/preferences.ts';
import { arrives, draw, everyState, expectPresentable, type Language, languages, text } from './draw.tsx';
// Loaded before anybody waits for them: how long a module takes to load is not what is tested.
import '../../src/screens/history/StatementDialog.tsx';
import '../../src/screens/history/TransactionDialog.tsx';
import '../../src/screens/history/FilterFields.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const hash = `0x${'3f9a'.repeat(16)}`;
const shop = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const sent: Transaction = {
  id: '6f1c2d3e-0000-4000-8000-000000000001',
  kind: 'send',
  status: 'completed',
  token: 'ZST',
  amount: '350',
  fee: '0.35',
  total: '350.35',
  counterparty: shop,
  tx_hash: hash,
  note: null,
  confirmations: null,
  can_cancel: false,
  timeline: [
    { status: 'pending', at: '2026-11-19T09:00:00.000Z' },
    { status: 'processing', at: '2026-11-19T09:10:00.000Z' },
    { status: 'completed', at: '2026-11-19T09:20:00.000Z' },
  ],
  created_at: '2026-11-19T09:00:00.000Z',
  updated_at: '2026-11-19T09:20:00.000Z',
};
const arrived: Transaction = {
  ...sent,
  id: 'a-2',
  kind: 'deposit',
  fee: '0',
  total: '350',
  counterparty: null,
};
const waiting: Transaction = {
  ...sent,
  id: 'a-3',
  kind: 'withdraw',
  status: 'pending',
  tx_hash: null,
  can_cancel: true,
  timeline: [{ status: 'pending', at: '2026-11-19T09:00:00.000Z' }],
};
const refused: Transaction = {
  ...waiting,
  id: 'a-4',
  status: 'failed',
  note: 'The network refused the address.',
  timeline: [...waiting.timeline, { status: 'failed', at: '2026-11-19T10:00:00.000Z' }],
};
const strange: Transaction = {
  ...sent,
  id: 'a-5',
  kind: 'unknown',
  status: 'unknown',
  timeline: [{ status: 'unknown', at: '2026-11-19T09:00:00.000Z' }],
};
const exchanged: Transaction = {
  ...sent,
  id: 'a-6',
  kind: 'exchange',
  token: 'USDT',
  amount: '624.12425',
  fee: '1.25075',
  total: '625.375',
  counterparty: null,
  tx_hash: null,
  exchange: {
    from: 'USDT',
    to: 'ZST',
    pay: '625.375',
    receive: '2573.861234567890123456',
    rate: '4.123957240543529239',
    fee: { amount: '1.25075', token: 'USDT' },
  },
};
const exchangeRefused: Transaction = { ...exchanged, id: 'a-7', status: 'failed' };
const lines = [sent, arrived, waiting, refused, strange, exchanged, exchangeRefused];
const pageOf = (data: readonly Transaction[], page = 1, total = data.length) => ({
  data,
  meta: { page, per_page: 20, total },
});
type Page = ReturnType<typeof pageOf>;

/** Nobody above it listens. */
const quietCancellation = cancellationMachine.provide({
  actions: { tellLocked: () => {}, tellMoved: () => {} },
});

interface Scene {
  language?: Language;
  search?: string;
  hideBalances?: boolean;
}

/** The history at an address, with real flows, whose calls a test answers by hand. Its parent writes down what it asks for. */
function start({ language = 'en', search = '', hideBalances = false }: Scene = {}) {
  const query = readHistoryQuery(search);
  const listCall = manualCall<Loaded<Page>, ReadRequest>();
  const lineCall = manualCall<Loaded<Transaction>, ReadRequest>();
  const cancelCall = manualCall<
    Transaction,
    { readonly request: { readonly id: string }; readonly key: string }
  >();
  const operation = manualCall<Operation, { readonly key: string }>();
  const fileCall = manualCall<void, { readonly filters: string; readonly name: string }>();
  const statementCall = manualCall<void, { readonly filters: string; readonly name: string }>();
  const clock = new SimulatedClock();
  const now = () => noon;
  const { child: view, told } = asChild(historyViewMachine, { search }, clock);
  const details = createActor(historyDetailsMachine.provide({ actors: { load: lineCall.logic } }), {
    input: { now, key: query.id || null },
  }).start();
  const cancellation = createActor(
    quietCancellation.provide({
      actors: {
        submission: cancellationSubmissionMachine.provide({
          actors: { send: cancelCall.logic, readOperation: operation.logic },
        }),
      },
    }),
    { clock, input: { now: () => noon + clock.now(), makeKey: () => 'key', standing: atEase() } },
  ).start();
  draw(
    <HistoryScreen
      history={createActor(historyMachine.provide({ actors: { load: listCall.logic } }), {
        input: { now, key: listKey(query) },
      }).start()}
      details={details}
      view={view}
      file={createActor(exportMachine.provide({ actors: { saveExport: fileCall.logic } })).start()}
      cancellation={cancellation}
      timeZone="Europe/Madrid"
      statement={createActor(
        statementMachine.provide({
          actors: { statementExport: exportMachine.provide({ actors: { saveExport: statementCall.logic } }) },
        }),
      ).start()}
      since="2025-11-03T10:00:00.000Z"
      now={now}
      preferences={preferencesActor(hideBalances)}
    />,
    language,
  );
  return {
    told,
    clock,
    listCall,
    fileCall,
    statementCall,
    cancelCall,
    operation,
    arrives,
    user: userEvent.setup(),
    answer: (data: Page) => arrives(() => listCall.last().answer({ data, loadedAt: noon })),
    answerLine: (data: Transaction) => arrives(() => lineCall.last().answer({ data, loadedAt: noon })),
    /** The details are read anew, as after a word of the stream, and the cancellation is told as the area tells it. */
    readAgain: (transaction: Transaction) =>
      arrives(() => {
        details.send({ type: 'outdated' });
        lineCall.last().answer({ data: transaction, loadedAt: noon });
        cancellation.send({ type: 'transactions.read', lines: [transaction] });
      }),
    failLine: () => arrives(() => lineCall.last().fail('NOT_FOUND')),
    failFile: () => arrives(() => fileCall.last().fail('NETWORK')),
    saveFile: () => arrives(() => fileCall.last().answer()),
  };
}

const exploration: Exploration<typeof historyMachine> = {
  input: { now: () => noon, key: 'page=1' },
  events: [
    { type: 'screen.shown', key: 'page=2' },
    { type: 'screen.shown', key: null },
    { type: 'refresh.requested' },
  ],
  answers: {
    load: {
      done: [pageOf(lines, 1, 137), pageOf([])].map((data) => ({ data, loadedAt: noon })),
      error: [new CallError(failure('NETWORK'))],
    },
  },
  distinguish: ({ context }) => [context.data?.data.length, context.failure?.code],
};

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(historyMachine, exploration);

  test.each(
    everyState(snapshots).map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    const search = snapshot.context.key === null ? '?page=0' : '';
    draw(
      <HistoryScreen
        history={actorAt(historyMachine, snapshot)}
        details={createActor(historyDetailsMachine, { input: { now: () => noon, key: null } })}
        view={createActor(historyViewMachine, { input: { search } })}
        file={createActor(exportMachine)}
        statement={createActor(statementMachine)}
        since={null}
        timeZone="Europe/Madrid"
        now={() => noon}
        cancellation={createActor(cancellationMachine, {
          input: { now: () => noon, makeKey: () => 'key', standing: atEase() },
        })}
        preferences={preferencesActor()}
      />,
      language,
    );
    await expectPresentable();
  });

  test.each(lines.map((line) => [line.kind, line.status, line] as const))(
    'the details of a %s that is %s are presentable',
    { tags: 'long' },
    async (_kind, _status, line) => {
      const { answer, answerLine } = start({ language, search: `?id=${line.id}` });
      await answer(pageOf(lines));
      await answerLine(line);
      await screen.findByRole('dialog');
      await expectPresentable();
    },
  );

  test.each([
    '?kind=gift&token=b-c&status=lost',
    '?date_from=2026-11-02&date_to=2026-11-01',
    '?date_from=soon',
  ])('the bad filters %s are presentable', async (search) => {
    start({ language, search });
    await expectPresentable();
  });
});

describe.each(languages)('on a phone in %s', (language) => {
  const rows = () => screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('id='));
  const words = {
    en: {
      day: 'November 19, 2026',
      exchange: /^USDT → ZSTExchange · \d{1,2}:00.[AP]M · CompletedAmount: \+2,573\.86 ZST−625\.375 USDT$/,
      waiting: /^Withdrawal ZST.+ · PendingAmount: −350\.35 ZSTFrom \/ to: 0xfB69…d359$/,
    },
    ru: {
      day: '19 ноября 2026 г.',
      exchange: /^USDT → ZSTОбмен · \d{1,2}:00 · ВыполненоСумма: \+2 573,86 ZST−625,375 USDT$/,
      waiting: /^Вывод ZST.+ · ОжидаетСумма: −350,35 ZSTОт кого \/ кому: 0xfB69…d359$/,
    },
  }[language];

  test('a transaction is one link that says all of it, under its day; an exchange has both its sides', async () => {
    beNarrow();
    const { answer } = start({ language });
    await answer(pageOf(lines));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: words.day })).toBeTruthy();
    expect(rows().map((row) => row.getAttribute('href'))).toEqual(
      lines.map(({ id }) => `/transactions/history?id=${id}`),
    );
    const read = rows().map((row) => text(row));
    expect(read[2]).toMatch(words.waiting);
    expect(read[5]).toMatch(words.exchange);
    await expectPresentable();
  });

  test('hidden balances stay hidden', async () => {
    beNarrow();
    const { answer } = start({ language, hideBalances: true });
    await answer(pageOf(lines));
    expect(rows()).toHaveLength(lines.length);
    expect(text()).not.toMatch(/350|625|2.573/);
    await expectPresentable();
  });
});

describe.each(languages)('taking a payment back in %s', (language) => {
  const words = {
    en: {
      action: 'Cancel transaction',
      confirm: 'Cancel transaction',
      keep: 'Don’t cancel',
      again: 'Send again',
      never: 'The request to cancel didn’t reach us.',
      late: 'Processing has started, so this transaction can’t be cancelled.',
    },
    ru: {
      action: 'Отменить операцию',
      confirm: 'Отменить операцию',
      keep: 'Не отменять',
      again: 'Отправить ещё раз',
      never: 'Запрос на отмену до нас не дошёл.',
      late: 'Обработка уже началась, отменить операцию нельзя.',
    },
  }[language];
  const press = (it: ReturnType<typeof start>, name: string) =>
    it.user.click(screen.getByRole('button', { name }));

  async function opened() {
    const it = start({ language, search: `?id=${waiting.id}` });
    await it.answer(pageOf([waiting]));
    await it.answerLine(waiting);
    await screen.findByRole('dialog');
    return it;
  }

  test('is asked first; whoever keeps it sends nothing', async () => {
    const it = await opened();
    await press(it, words.action);
    await expectPresentable();
    await press(it, words.keep);
    expect(it.cancelCall.calls).toHaveLength(0);
    expect(screen.getByRole('button', { name: words.action })).toBeTruthy();
  });

  test('is sent once, and its outcome is told when it is known', async () => {
    const it = await opened();
    await it.user.dblClick(screen.getByRole('button', { name: words.action }));
    await press(it, words.confirm);
    expect(it.cancelCall.calls).toHaveLength(0);
    expect(document.activeElement).not.toBe(document.body);
    it.clock.increment(500);
    await it.user.dblClick(screen.getByRole('button', { name: words.confirm }));
    expect(it.cancelCall.calls.map(({ input }) => input)).toEqual([
      { request: { id: waiting.id }, key: 'key' },
    ]);
    await it.arrives(() => it.cancelCall.last().fail('NETWORK'));
    await expectPresentable();
    await it.arrives(() => it.operation.last().fail('NOT_FOUND', { requestId: 'r' }));
    await expectPresentable();
    await press(it, words.again);
    expect(it.cancelCall.calls.map(({ input }) => input.key)).toEqual(['key', 'key']);
    await it.arrives(() =>
      it.cancelCall.last().answer({ ...waiting, status: 'cancelled', can_cancel: false }),
    );
    expect(screen.queryByRole('button', { name: words.confirm })).toBeNull();
    await expectPresentable();
  });

  test('that is asked about while the payment moves on is no question any more', async () => {
    const it = await opened();
    await press(it, words.action);
    await it.readAgain({ ...waiting, status: 'processing', can_cancel: false });
    for (const name of [words.action, words.confirm, words.keep]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(text(await screen.findByRole('dialog'))).toContain(words.late);
    await expectPresentable();
  });

  test('that never arrived says so, and can be asked for again', async () => {
    const it = await opened();
    await press(it, words.action);
    it.clock.increment(500);
    await press(it, words.confirm);
    await it.arrives(() => it.cancelCall.last().fail('NETWORK'));
    await it.arrives(() => it.operation.last().fail('NOT_FOUND', { requestId: 'r' }));
    await it.arrives(() => it.clock.increment(62_000));
    await it.arrives(() => it.operation.last().fail('NOT_FOUND', { requestId: 'r' }));
    expect(text()).toContain(words.never);
    expect(screen.getByRole('button', { name: words.action })).toBeTruthy();
    await expectPresentable();
  });

  test('that is refused says why', async () => {
    const it = await opened();
    await press(it, words.action);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: words.keep }));
    it.clock.increment(500);
    await press(it, words.confirm);
    await it.arrives(() => it.cancelCall.last().fail('STATUS_CONFLICT', { requestId: 'r' }));
    await expectPresentable();
    expect(text()).toContain(language === 'en' ? 'Transaction not cancelled' : 'Операция не отменена');
  });
});

describe('a person', () => {
  test('reads what left with its sign, its fee and a word, and what came, and what came to nothing', async () => {
    const { answer } = start();
    await answer(pageOf(lines));
    const row = (name: RegExp) => text(screen.getByRole('row', { name }));
    expect(row(/^Sent ZST/)).toContain('−350.35 ZSTfee included');
    expect(row(/^Sent ZST/)).toContain('0xfB69…d359');
    expect(row(/^Deposit ZST/)).toContain('+350.00 ZSTincoming');
    expect(row(/^Withdrawal ZST.*Failed/)).toContain('not completed');
    expect(row(/^Withdrawal ZST.*Failed/)).not.toContain('−');
    expect(row(/^Other transaction/)).toContain('Unknown status');
    expect(text(screen.getByText(/7 transactions/))).toBe('7 transactions');
    const isMuted = (name: RegExp) =>
      screen.getByRole('row', { name }).querySelector('data')?.closest('.text-muted') !== null;
    expect([isMuted(/^Withdrawal ZST.*Failed/), isMuted(/^Sent ZST/)]).toEqual([true, false]);
  });

  test('reads both sides of an exchange in its row, and in its details with rate and fee', async () => {
    const { answer, answerLine, user } = start({ search: '?id=a-6' });
    await answer(pageOf(lines));
    await answerLine(exchanged);
    const dialog = await screen.findByRole('dialog', { name: 'Exchange USDT → ZST' });
    expect(text(dialog)).toContain('−625.375 USDT+2,573.861234567890123456 ZSTfee included');
    const facts = () => [...dialog.querySelectorAll('dl > div')];
    expect(facts().slice(0, 4).map(text)).toEqual([
      'Paid625.375 USDT',
      'Fee (included)1.25075 USDT',
      'Rate1 USDT = 4.12395 ZST, all digits',
      'Received2,573.861234567890123456 ZST',
    ]);
    await user.click(within(dialog).getByRole('button', { name: /^4\.12395 ZST/ }));
    expect(text(facts()[2])).toBe('Rate1 USDT = 4.123957240543529239 ZST, all digits');
    const row = screen.getByRole('row', { name: /^Exchange USDT → ZST.*Completed/, hidden: true });
    expect(text(row)).toContain('−625.375 USDT+2,573.86 ZST, all digitsfee included');
  });

  test('reads of an exchange that came to nothing what it was about, and nothing as paid or received', async () => {
    const { answer, answerLine } = start({ search: '?id=a-7' });
    await answer(pageOf([exchangeRefused]));
    await answerLine(exchangeRefused);
    const dialog = await screen.findByRole('dialog', { name: 'Exchange USDT → ZST' });
    expect(text(dialog)).toContain('625.375 USDTnot completed');
    expect(text(dialog)).not.toMatch(/Paid|Received|\+|−/);
  });

  test('reads the side that is told of an exchange whose provider tells only one', async () => {
    const { exchange: _, ...oneSided } = exchanged;
    const { answer } = start();
    await answer(pageOf([oneSided]));
    expect(text(screen.getByRole('row', { name: /^Exchange USDT/ }))).toContain('−625.375 USDTfee included');
  });

  test('sees no amount while balances are hidden', async () => {
    const { answer } = start({ hideBalances: true });
    await answer(pageOf(lines));
    expect(text()).not.toMatch(/350|625|2,573/);
  });

  test('turns pages by links that keep the filters, with an ellipsis for what is left out', async () => {
    const { answer } = start({ search: '?kind=send&page=6' });
    await answer(pageOf([sent], 6, 400));
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('listitem').map((item) => text(item))).toEqual([
      'Back',
      '1',
      '…More pages',
      '5',
      '6',
      '7',
      '…More pages',
      '20',
      'Next',
    ]);
    expect(pages.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      '/transactions/history?kind=send&page=7',
    );
    expect(pages.getByRole('link', { name: 'Page 1' }).getAttribute('href')).toBe(
      '/transactions/history?kind=send',
    );
    expect(pages.getByRole('link', { name: 'Page 6' }).getAttribute('aria-current')).toBe('page');
  });

  test.each([
    [1, 3, ['1', '2', '3', 'Next']],
    [1, 9, ['1', '2', '…More pages', '9', 'Next']],
    [4, 7, ['Back', '1', '2', '3', '4', '5', '6', '7', 'Next']],
    [9, 9, ['Back', '1', '…More pages', '8', '9']],
  ])('on page %i of %i sees these places', async (page, last, places) => {
    const { answer } = start({ search: `?page=${page}` });
    await answer(pageOf([sent], page, last * 20));
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('listitem').map((item) => text(item))).toEqual(places);
  });

  test('chooses a kind: the address is asked for it, from the first page on', async () => {
    const { answer, told, user } = start({ search: '?token=ZST&page=3' });
    await answer(pageOf([sent], 3, 60));
    await user.click(await screen.findByRole('button', { name: /Type/ }));
    await user.click(await screen.findByRole('option', { name: 'Exchange' }));
    expect(told).toEqual([addressRequested('/transactions/history?kind=exchange&token=ZST')]);
  });

  test('searches: what is typed stays in the field and is asked after a pause', async () => {
    const { told, clock, user } = start();
    await user.click(screen.getByRole('searchbox'));
    await user.paste('0xab');
    expect(told).toEqual([]);
    clock.increment(350);
    expect(told).toEqual([addressRequested('/transactions/history?q=0xab')]);
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '0xab');
  });

  test('is invited when nothing has moved, and told so when it is the filters', async () => {
    const { answer } = start();
    await answer(pageOf([]));
    expect(text()).toContain('No transactions yet');
  });

  test('with filters that let nothing through reads that, and can clear them', async () => {
    const { answer, told, user } = start({ search: '?q=nothing' });
    await answer(pageOf([]));
    expect(text()).toContain('No matching transactions');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(told).toEqual([addressRequested('/transactions/history')]);
  });

  test('each filter is a chip that is removed by a press; the focus goes to its neighbour, at last to the filters', async () => {
    const { answer, told, user } = start({ search: '?kind=send&date_from=2026-11-01&q=rent' });
    await answer(pageOf([]));
    const chips = () => within(screen.getByRole('list', { name: 'Filters in use' })).getAllByRole('button');
    expect(chips().map((chip) => text(chip))).toEqual([
      'Sent',
      'From: November 1, 2026',
      'Search: rent',
      'Clear filters',
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove filter Search: rent' }));
    expect(told).toEqual([addressRequested('/transactions/history?kind=send&date_from=2026-11-01')]);
    expect(document.activeElement?.textContent).toBe('From: November 1, 2026');
    await user.click(screen.getByRole('button', { name: 'Remove filter Sent' }));
    expect(told.at(-1)).toEqual(addressRequested('/transactions/history?date_from=2026-11-01&q=rent'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(told.at(-1)).toEqual(addressRequested('/transactions/history'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Filters');
  });

  test('beyond the last page is led to it', async () => {
    const { answer } = start({ search: '?page=77' });
    await answer(pageOf([], 77, 45));
    expect(text()).toContain('Page 77 doesn’t exist');
    expect(screen.getByRole('link', { name: 'Open last page' }).getAttribute('href')).toBe(
      '/transactions/history?page=3',
    );
  });

  test('reads what is wrong with an address at the field, and nothing is asked of the provider', async () => {
    const { listCall } = start({ search: '?kind=gift&date_from=2026-11-02&date_to=soon' });
    expect(listCall.calls).toEqual([]);
    await screen.findByRole('group', { name: 'To' });
    expect(text()).toContain('“gift” isn’t available. Choose from the list.');
    expect(text(screen.getByRole('group', { name: 'To' }).parentElement ?? undefined)).toContain(
      '“soon” isn’t a date.',
    );
    expect(screen.getByText('Check your filters').closest('[role=status]')).not.toBeNull();
  });

  test('opens the details: timeline, what can come next, fee, address in groups of four', async () => {
    const { answer, answerLine, told, user } = start({ search: '?kind=withdraw&id=a-3' });
    await answer(pageOf([waiting]));
    await answerLine(waiting);
    const dialog = await screen.findByRole('dialog', { name: 'Withdrawal ZST' });
    const steps = within(dialog)
      .getAllByRole('listitem')
      .map((item) => text(item));
    expect(steps).toEqual([
      expect.stringContaining('Now: Pending'),
      expect.stringContaining('What’s next: Processing, completed, failed, or cancelled'),
    ]);
    expect(text(dialog)).toContain('Fee0.35 ZST');
    expect(text(dialog)).toContain('To0xfB6916095ca1');
    await user.keyboard('{Escape}');
    expect(told).toEqual([addressRequested('/transactions/history?kind=withdraw')]);
  });

  test('has its ID in groups of four, and copies it whole', async () => {
    const { answerLine, user } = start({ search: `?id=${sent.id}` });
    await answerLine(sent);
    const dialog = await screen.findByRole('dialog');
    const fact = within(dialog).getByText('Transaction ID').nextElementSibling;
    const groups = [...(fact?.querySelectorAll('span[aria-hidden]') ?? [])].map((group) => group.textContent);
    expect(groups).toEqual(['6f1c', '2d3e-', '0000-', '4000-', '8000-', '0000', '0000', '0001']);
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(dialog).getByRole('button', { name: 'Copy ID' }));
    await within(dialog).findByRole('button', { name: 'Copied' });
    expect(write.mock.lastCall).toEqual([sent.id]);
  });

  test('reads why something came to nothing, and that nothing comes after it', async () => {
    const { answerLine } = start({ search: '?id=a-4' });
    await answerLine(refused);
    const dialog = await screen.findByRole('dialog');
    expect(text(dialog)).toContain('ReasonThe network refused the address.');
    expect(text(dialog)).toContain('Stopped: Failed');
    expect(text(dialog)).not.toContain('What’s next');
  });

  test('reads why support refused it in their own language, and what support typed besides', async () => {
    const { answerLine } = start({ search: '?id=a-4' });
    await answerLine({ ...refused, reason: 'recipient_not_allowed', note: 'See ticket 1001.' });
    const dialog = await screen.findByRole('dialog');
    expect(text(dialog)).toContain('ReasonWe can’t send funds to this address.');
    expect(text(dialog)).toContain('Note from supportSee ticket 1001.');
  });

  test('a reason of a newer server has a general sentence', async () => {
    const { answerLine } = start({ search: '?id=a-4' });
    await answerLine({ ...refused, reason: 'unknown', note: null });
    expect(text(await screen.findByRole('dialog'))).toContain('ReasonContact support to find out why.');
  });

  test.each([
    ['en', { name: 'Vera L.' }, 'Vera L.', 'From'],
    ['ru', { name: 'Vera L.' }, 'Vera L.', 'От кого'],
    ['en', { name: null }, 'Zesto account', 'From'],
    ['ru', { name: null }, 'Аккаунт Zesto', 'От кого'],
  ] as const)(
    'reads in %s from whom a payment of another account came: %j',
    async (language, sender, name, term) => {
      const { answer, answerLine } = start({ language, search: '?id=a-8' });
      const received: Transaction = { ...sent, id: 'a-8', kind: 'receive', sender };
      await answer(pageOf([received]));
      expect(text()).toContain(name);
      await answerLine(received);
      expect(text(await screen.findByRole('dialog'))).toContain(`${term}${name}`);
    },
  );

  test('reads from where a deposit came, and leaves it open for a kind of a newer server', async () => {
    const { answerLine } = start({ search: '?id=a-2' });
    await answerLine({ ...arrived, counterparty: shop });
    expect(text(await screen.findByRole('dialog'))).toContain('From0xfB6916095ca1');
    cleanup();
    const newer = start({ search: '?id=a-5' });
    await newer.answerLine(strange);
    expect(text(await screen.findByRole('dialog'))).toContain('From / to0xfB6916095ca1');
  });

  test('reads how many confirmations a deposit has, and how many it needs', async () => {
    const { answerLine } = start({ search: '?id=a-2' });
    await answerLine({ ...arrived, status: 'processing', confirmations: { seen: 2, needed: 12 } });
    const dialog = await screen.findByRole('dialog', { name: 'Deposit ZST' });
    expect(text(dialog)).toContain('Network confirmations2 of 12 confirmations');
    const bar = within(dialog).getByRole('progressbar', { name: 'Network confirmations' });
    expect([bar.getAttribute('value'), bar.getAttribute('max'), bar.getAttribute('aria-valuetext')]).toEqual([
      '2',
      '12',
      '2 of 12 confirmations',
    ]);
  });

  test('reads the last confirmations of what is completed, and none of what has failed', async () => {
    const { answerLine } = start({ search: '?id=a-2' });
    await answerLine({ ...arrived, confirmations: { seen: 12, needed: 12 } });
    const dialog = await screen.findByRole('dialog');
    expect(text(dialog)).toContain('Network confirmations12 of 12');
    expect(text(dialog)).not.toContain('12 of 12 confirmations');
    expect(within(dialog).queryByRole('progressbar')).toBeNull();
    cleanup();
    const { answerLine: answerFailed } = start({ search: '?id=a-4' });
    await answerFailed({
      ...refused,
      reason: 'below_minimum',
      note: null,
      confirmations: { seen: 11, needed: 12 },
    });
    const failed = await screen.findByRole('dialog');
    expect(text(failed)).toContain('so it wasn’t credited. Contact support if you need it back.');
    expect(text(failed)).not.toContain('11 of 12');
  });

  test('follows the hash of a transaction into another tab, which learns nothing of this one', async () => {
    const { answerLine } = start({ search: '?id=a-2' });
    const page = `https://explorer.example/tx/${hash}`;
    await answerLine({ ...arrived, tx_hash: hash, explorer_url: page });
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name: /block explorer/ });
    expect(text(link)).toBe('View in block explorer(opens in a new tab)');
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      page,
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('sees in the list how far the network is, counted in the forms of their language', async () => {
    const counting = (seen: number, needed: number) =>
      ({ ...arrived, id: `c-${needed}`, status: 'processing', confirmations: { seen, needed } }) as const;
    const { answer } = start({ language: 'ru' });
    await answer(pageOf([counting(0, 1), counting(2, 3), counting(4, 12), counting(20, 21)]));
    const cells = screen.getAllByText(/подтвержден/).map((cell) => text(cell));
    expect(cells).toEqual([
      '0 из 1 подтверждения',
      '2 из 3 подтверждений',
      '4 из 12 подтверждений',
      '20 из 21 подтверждения',
    ]);
  });

  test('can filter by a further token that the page shows', async () => {
    const { answer, told, user } = start();
    await answer(pageOf([{ ...arrived, token: 'LINK' }]));
    await user.click(await screen.findByRole('button', { name: /Token/ }));
    await user.click(await screen.findByRole('option', { name: 'LINK' }));
    expect(told).toEqual([addressRequested('/transactions/history?token=LINK')]);
  });

  test('at an id that is nobody’s reads so', async () => {
    const { failLine } = start({ search: '?id=nothing' });
    await failLine();
    expect(text(await screen.findByRole('dialog'))).toContain('This transaction isn’t in your history.');
  });

  test('exports what is filtered, is told when it is there, and why when it is not', async () => {
    const { fileCall, failFile, saveFile, user } = start({ search: '?kind=send&page=2' });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(fileCall.last().input).toEqual({ filters: 'kind=send', name: 'history_kind-send.csv' });
    expect(text()).toContain('Preparing history_kind-send.csv…');
    await failFile();
    expect(text(screen.getByRole('alert'))).toContain('Network error. Please check your connection.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await saveFile();
    expect(text()).toContain('history_kind-send.csv is in your browser’s downloads.');
  });
});

describe.each([
  {
    language: 'en' as const,
    words: {
      title: 'Statements',
      year: 'Year',
      period: /Period/,
      get: 'Export CSV',
      pdf: 'Download PDF',
      again: 'Try again',
      another: 'Another file is still being prepared. You can try again in 10 seconds.',
    },
    months: ['November 2026', 'October 2026'],
  },
  {
    language: 'ru' as const,
    words: {
      title: 'Выписки',
      year: 'Год',
      period: /Период/,
      get: 'Скачать CSV',
      pdf: 'Скачать PDF',
      again: 'Повторить',
      another: 'Другой файл ещё готовится. Повторить можно через 10 секунд.',
    },
    months: ['ноябрь 2026 г.', 'октябрь 2026 г.'],
  },
])('statements in $language', ({ language, words, months }) => {
  test('are those of the months and years of the account; a failure can be tried again', async () => {
    const { statementCall, arrives: told, user } = start({ language });
    await user.click(screen.getByRole('button', { name: words.title }));
    const dialog = within(await screen.findByRole('dialog', { name: words.title }));
    await expectPresentable();
    await user.click(dialog.getByRole('button', { name: words.period }));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent ?? '');
    expect(offered).toHaveLength(13);
    expect(offered.slice(0, 2).map((each) => each.replace(/\s/g, ' '))).toEqual(months);
    await user.click(await screen.findByRole('option', { selected: true }));
    await user.click(dialog.getByRole('button', { name: words.get }));
    expect(statementCall.last().input).toEqual({ filters: 'period=2026-10', name: 'statement_2026-10.csv' });
    await told(() => statementCall.last().fail('NETWORK'));
    await expectPresentable();
    await user.click(await dialog.findByRole('button', { name: words.again }));
    await told(() => statementCall.last().answer());
    await user.click(dialog.getByRole('radio', { name: words.year }));
    await user.click(dialog.getByRole('button', { name: words.get }));
    expect(statementCall.last().input).toEqual({ filters: 'period=2026', name: 'statement_2026.csv' });
    await told(() => statementCall.last().answer());
    await user.click(dialog.getByRole('button', { name: words.pdf }));
    expect(statementCall.last().input).toEqual({ filters: 'period=2026', name: 'statement_2026.pdf' });
    // One file at a time: the other would end it.
    expect(dialog.getByRole('button', { name: words.get }).getAttribute('aria-disabled')).toBe('true');
    await told(() => statementCall.last().answer());
    expect(text(screen.getByRole('dialog'))).toContain('statement_2026.pdf');
  });

  test('that have to wait for another one say so, and how long', async () => {
    const { statementCall, arrives: told, user } = start({ language });
    await user.click(screen.getByRole('button', { name: words.title }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: words.get }));
    await told(() => statementCall.last().fail('RATE_LIMITED', { retryAfter: 10 }));
    expect(text(await dialog.findByRole('alert'))).toContain(words.another);
  });

  test('a closed dialog ends the file that was on its way', async () => {
    const { statementCall, user } = start({ language });
    await user.click(screen.getByRole('button', { name: words.title }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: words.get }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(statementCall.last().signal.aborted).toBe(true));
  });
});

test('a preset fills both days by the time zone that is named, and keeps the other filters', async () => {
  const { told, user } = start({ search: '?kind=send&page=3' });
  expect(text()).toContain('Days follow your time zone: Europe/Madrid.');
  await user.click(screen.getByRole('radio', { name: '7 days', hidden: true }));
  expect(told).toEqual([
    {
      type: 'address.requested',
      to: '/transactions/history?kind=send&date_from=2026-11-14&date_to=2026-11-20',
    },
  ]);
});

test('turning a page draws no filter again, and another filter does', async () => {
  const listCall = manualCall<Loaded<Page>, ReadRequest>();
  const history = createActor(historyMachine.provide({ actors: { load: listCall.logic } }), {
    input: { now: () => noon, key: 'page=1' },
  }).start();
  const { child: view } = asChild(historyViewMachine, { search: '' }, new SimulatedClock());
  let drawings = 0;
  draw(
    <Profiler id="filters" onRender={() => (drawings += 1)}>
      <HistoryFilters history={history} view={view} timeZone="Europe/Madrid" now={() => noon} />
    </Profiler>,
  );
  const answer = (data: Page) => arrives(() => listCall.last().answer({ data, loadedAt: noon }));
  await answer(pageOf(lines, 1, 137));
  await screen.findByLabelText('Token');
  drawings = 0;
  await arrives(() => {
    view.send({ type: 'address.shown', search: '?page=2' });
    history.send({ type: 'screen.shown', key: 'page=2' });
  });
  await answer(pageOf([exchanged, sent], 2, 137));
  expect(drawings).toBe(0);

  await arrives(() => view.send({ type: 'address.shown', search: '?kind=send' }));
  expect(drawings).toBeGreaterThan(0);
});
