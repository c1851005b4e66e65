import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { marketMachine } from '../../src/machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../src/machines/wallet/ratesMachine.ts';
import { accountMachine, holdsMachine, walletMachine } from '../../src/machines/wallet/walletArea.ts';
import { walletViewMachine } from '../../src/machines/wallet/walletViewMachine.ts';
import WalletScreen, { type WalletMarket } from '../../src/screens/wallet/WalletScreen.tsx';
import { failure, manualCall } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { beNarrow } from '../support/phone.ts';
import { preferencesActor } from '../support/preferences.ts';
import { frozenBySelf } from '../support/unfreezing.ts';
import { arrives, draw, everyState, expectPresentable, type Language, languages, text } from './draw.tsx';
import { dustyWallet, emptyWallet, fullWallet, holds, unpricedWallet } from './figures.ts';
// Loaded before anybody waits for them: how long a module takes to load is not what is tested.
import '../../src/screens/wallet/PartDialog.tsx';
import '../../src/screens/wallet/PriceDialog.tsx';
import '../../src/screens/money/FrozenAccount.tsx';
import '../../src/screens/wallet/TokenActions.tsx';
import '../../src/screens/wallet/TokenRow.tsx';
import '../../src/screens/wallet/HideSmall.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');

interface Scene {
  language?: Language;
  user?: typeof vera.user;
  hideBalances?: boolean;
  hideSmall?: boolean;
  market?: WalletMarket;
  onRefresh?: () => void;
}

const noMarket: WalletMarket = {
  asked: null,
  opened: null,
  isMissing: false,
  onRetry: () => {},
  onClose: () => {},
};

/** The wallet with real flows, whose calls a test answers by hand. */
function start({
  language = 'en',
  user = vera.user,
  hideBalances = false,
  hideSmall = false,
  market = noMarket,
  onRefresh = () => {},
}: Scene = {}) {
  const clock = new SimulatedClock();
  const now = () => noon + clock.now();
  const walletCall = manualCall<Loaded<Wallet>, ReadRequest>();
  const holdsCall = manualCall<Loaded<readonly Hold[]>, ReadRequest>();
  const wallet = createActor(walletMachine.provide({ actors: { load: walletCall.logic } }), {
    clock,
    input: { now },
  }).start();
  const holdsActor = createActor(holdsMachine.provide({ actors: { load: holdsCall.logic } }), {
    clock,
    input: { now },
  }).start();
  draw(
    <WalletScreen
      wallet={wallet}
      holds={holdsActor}
      account={createActor(accountMachine, { input: { now } })}
      view={createActor(walletViewMachine).start()}
      preferences={preferencesActor(hideBalances, hideSmall)}
      user={user}
      market={market}
      empty={<p>Nothing here yet</p>}
      latest={<p>What happened last</p>}
      onRefresh={onRefresh}
    >
      <p>The total over time</p>
    </WalletScreen>,
    language,
  );
  return {
    clock,
    walletCall,
    holdsCall,
    user: userEvent.setup(),
    answer: (data: Wallet) => arrives(() => walletCall.last().answer({ data, loadedAt: now() })),
    fail: (...why: Parameters<ReturnType<typeof walletCall.last>['fail']>) =>
      arrives(() => walletCall.last().fail(...why)),
    answerHolds: (data: readonly Hold[]) => arrives(() => holdsCall.last().answer({ data, loadedAt: now() })),
    failHolds: () => arrives(() => holdsCall.last().fail('NETWORK')),
  };
}

const exploration: Exploration<typeof walletMachine> = {
  input: { now: () => noon },
  events: [{ type: 'refresh.requested' }, { type: 'screen.shown' }],
  answers: {
    load: {
      done: [fullWallet, emptyWallet, unpricedWallet].map((data) => ({ data, loadedAt: noon })),
      error: (['NETWORK', 'UNSUPPORTED', 'INTERNAL'] as const).map((code) => new CallError(failure(code))),
    },
  },
  // Each kind of wallet is drawn once; what stands beside its figures does not depend on them.
  distinguish: (state) => [
    state.matches('ready') ? state.context.data?.total : state.context.data !== null,
    state.context.failure?.code,
  ],
};

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(walletMachine, exploration);

  test('every state is drawn', () => {
    const states = new Set(snapshots.map(({ value }) => JSON.stringify(value)));
    expect([...states].sort()).toEqual([
      '"failed"',
      '{"loading":"prompt"}',
      '{"loading":"slow"}',
      '{"ready":"fresh"}',
      '{"ready":"stale"}',
    ]);
  });

  test.each(
    everyState(snapshots).map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    draw(
      <WalletScreen
        wallet={actorAt(walletMachine, snapshot)}
        holds={createActor(holdsMachine, { input: { now: () => noon } })}
        account={createActor(accountMachine, { input: { now: () => noon } })}
        view={createActor(walletViewMachine)}
        preferences={preferencesActor()}
        user={vera.user}
        market={noMarket}
      />,
      language,
    );
    await expectPresentable();
  });

  test('a frozen account and hidden balances are presentable', async () => {
    const { answer } = start({ language, hideBalances: true, user: frozenBySelf() });
    await answer(fullWallet);
    await expectPresentable();
  });

  test.each(['available', 'pending', 'frozen'] as const)('the part %s opens presentably', async (part) => {
    const { answer, answerHolds, user } = start({ language });
    await answer(fullWallet);
    await answerHolds(holds);
    const label = {
      en: { available: /^Available/, pending: /^Pending/, frozen: /^Frozen/ },
      ru: { available: /^Доступно/, pending: /^В.обработке/, frozen: /^Заморожено/ },
    }[language][part];
    await user.click(screen.getByRole('button', { name: label }));
    await screen.findByRole('dialog');
    await expectPresentable();
  });
});

const row = (name: RegExp) => screen.getByRole('row', { name });
const order = () =>
  screen.getAllByRole('rowheader').map((cell) => /ZST|STO|USDT/.exec(cell.textContent ?? '')?.[0]);

const parts = () =>
  within(screen.getByRole('list', { name: 'Balance breakdown' }))
    .getAllByRole('listitem')
    .map((part) => text(part));

describe.each(languages)('on a phone in %s', (language) => {
  const tokens = () =>
    within(screen.getByRole('list', { name: { en: 'Tokens', ru: 'Токены' }[language] })).getAllByRole('link');

  test('each token is one row, which leads to its page', async () => {
    beNarrow();
    const { answer } = start({ language });
    await answer(fullWallet);
    await screen.findAllByRole('link', { name: /^ZST/ });
    expect(screen.queryByRole('table')).toBeNull();
    expect(tokens().map((row) => /^(?:ZST|STO|USDT)/.exec(text(row))?.[0])).toEqual(['ZST', 'USDT', 'STO']);
    expect(tokens()[0] && text(tokens()[0])).toMatch(
      { en: /Balance: 1,200\.00Value: 1,500\.00 USDT/, ru: /Баланс: 1 200,00Стоимость: 1 500,00 USDT/ }[
        language
      ],
    );
    await expectPresentable();
    expect(tokens().map((row) => row.getAttribute('href'))).toEqual([
      '/wallet?token=ZST',
      '/wallet?token=USDT',
      '/wallet?token=STO',
    ]);
  });

  test('a row says that the change of a day is unknown, as the table does', async () => {
    beNarrow();
    const { answer } = start({ language });
    await answer(unpricedWallet);
    await screen.findAllByRole('link', { name: /^STO/ });
    const row = tokens().find((each) => text(each).startsWith('STO'));
    expect(text(row)).toMatch({ en: /24h change: —no data$/, ru: /: —нет данных$/ }[language]);
    await expectPresentable();
  });

  test('hidden balances stay hidden, and few tokens are not searched', async () => {
    beNarrow();
    const { answer } = start({ language, hideBalances: true });
    await answer(fullWallet);
    await screen.findAllByRole('link', { name: /^ZST/ });
    expect(text()).not.toMatch(/1.200|1.500|180|1.980/);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await expectPresentable();
  });
});

describe.each(languages)('small balances in %s', (language) => {
  const small = { en: /^Hide balances under 1\sUSDT$/, ru: /^Скрыть балансы меньше 1\sUSDT$/ }[language];
  const symbols = () =>
    screen.getAllByRole('rowheader').map((cell) => /^[A-Z]+(?=[A-Z])/.exec(text(cell))?.[0]);

  test('are hidden by a switch that says how many, but for what is pending, frozen or without a price', async () => {
    const { answer, user } = start({ language });
    await answer(dustyWallet);
    const hide = await screen.findByRole('checkbox', { name: small });
    expect(symbols()).toHaveLength(7);
    await user.click(hide);
    expect(symbols().toSorted()).toEqual(['DEAR', 'DUE', 'EVEN', 'HELD', 'ZST']);
    expect(text()).toContain({ en: 'Hidden: 2 tokens', ru: 'Скрыто: 2 токена' }[language]);
    expect(text()).toMatch(/1[ ,]980[.,]50 USDT/);
    expect(document.activeElement).toBe(hide);
    await expectPresentable();
    await user.click(hide);
    expect(symbols()).toHaveLength(7);
    expect(text()).not.toMatch(/(?:Hidden|Скрыто): /);
  });

  test.each([fullWallet, emptyWallet])(
    'are not spoken of where the switch would change nothing',
    async (data) => {
      const { answer } = start({ language, hideSmall: true });
      await answer(data);
      expect(symbols()).toHaveLength(3);
      expect(screen.queryByRole('checkbox')).toBeNull();
    },
  );
});

describe('a person', () => {
  test('finds a token by its name though small balances are hidden', async () => {
    const { answer, user } = start({ hideSmall: true });
    await answer(dustyWallet);
    expect(screen.queryByRole('row', { name: /^DUST/ })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search tokens' }), 'dust');
    expect(row(/^DUST/)).toBeTruthy();
    expect(screen.getByText('1 token')).toBeTruthy();
  });

  test('can do the four things from under the total, before anything is loaded', () => {
    start();
    expect(
      within(screen.getByRole('list', { name: 'Actions' }))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Receive', '/transactions?tab=receive'],
      ['Send', '/transactions?tab=send'],
      ['Exchange', '/exchange'],
      ['Withdraw', '/transactions?tab=withdraw'],
    ]);
  });

  test('sees the total and its three parts, and token by token what they hold', async () => {
    const { answer } = start();
    await answer(fullWallet);
    expect(text()).toContain('1,980.50 USDT');
    expect(parts()).toEqual(['Available: 1,480.50 USDT', 'Pending: 300.00 USDT', 'Frozen: 200.00 USDT']);
    expect(text(row(/^ZST/))).toContain('1,200.00 ZST');
    expect(text(row(/^ZST/))).toContain('1,500.00 USDT');
    expect(text(row(/^STO/))).toContain('−2.50%');
  });

  test('in Russian, figures have their spaces and comma', async () => {
    const { answer } = start({ language: 'ru' });
    await answer(fullWallet);
    expect(text()).toContain('1 980,50 USDT');
    expect(text()).not.toContain('1,980.50');
  });

  test('sees six digits of a balance, and all of them at a press', async () => {
    const { answer, user } = start();
    const [sto, usdt, zst] = fullWallet.tokens;
    if (!sto || !usdt || !zst) throw new Error('the wallet has no tokens');
    const many = { ...zst, total: '12345.678901234567890123', available: '12000.000000000000000001' };
    await answer({ ...fullWallet, tokens: [{ ...sto, total: '0.000000123456789' }, usdt, many] });
    expect(text(row(/^ZST/))).toMatch(/12,345\.67 ZST.*Available: 12,000\.00,/);
    expect(text(row(/^STO/))).toContain('0.000000123456 STO');
    await user.click(within(row(/^ZST/)).getByRole('button', { name: /^12,345\.67/ }));
    expect(text(row(/^ZST/))).toContain('12,345.678901234567890123 ZST');
    await expectPresentable();
  });

  test('never sees an unknown price as zero', async () => {
    const { answer } = start();
    await answer(unpricedWallet);
    expect(text(row(/^STO/))).toContain('no price');
    expect(text()).toContain('We can’t show the total: a token has no price yet.');
    expect(parts()).toEqual([
      'Available: — —unknown USDT',
      'Pending: — —unknown USDT',
      'Frozen: — —unknown USDT',
    ]);
    expect(text()).not.toContain('Total0');
  });

  test('is told when a value was made with an old price, and from when that is', async () => {
    const { answer } = start();
    const [sto, ...rest] = fullWallet.tokens;
    if (!sto) throw new Error('the wallet has no tokens');
    await answer({ ...fullWallet, tokens: [{ ...sto, price_is_old: true }, ...rest] });
    expect(text(row(/^STO/))).toMatch(/180\.50 USDTprice from Nov 20, 2026, \d{1,2}:30 [AP]M/);
    expect(text(row(/^ZST/))).not.toContain('price from');
  });

  test('sees nothing that looks like a balance while it is loading', () => {
    start();
    expect(text()).not.toMatch(/\d/);
    expect(screen.getAllByRole('status').map((region) => text(region))).toContain('Loading…');
  });

  test('is shown nothing under the balances that would move once they are read', async () => {
    const { answer } = start();
    const main = [
      'Tokens',
      'Search tokens',
      'Add tokens',
      'Verify your identity to withdraw larger amounts.',
    ];
    expect(main.filter((words) => screen.queryAllByText(words).length > 0)).toEqual([]);
    expect(screen.queryByRole('searchbox')).toBeNull();
    await answer(fullWallet);
    expect(screen.getByRole('heading', { level: 2, name: 'Tokens' })).toBeTruthy();
    expect(screen.getByRole('searchbox', { name: 'Search tokens' })).toBeTruthy();
  });

  test.each([
    ['rejected', 'Replace the rejected documents to withdraw larger amounts.', 'Replace documents'],
    ['pending', /^Your documents are under review\./, 'View verification'],
    ['expired', /^Your verification has expired\./, 'Verify identity'],
  ] as const)('whose verification is %s is led to what it says', async (kyc_status, told, link) => {
    const { answer } = start({ user: { ...vera.user, kyc_status } });
    await answer(fullWallet);
    const sentence = screen.getByText(told);
    expect(sentence.nextElementSibling).toBe(screen.getByRole('link', { name: link }));
  });

  test('is invited when the wallet is empty', async () => {
    const { answer } = start();
    await answer(emptyWallet);
    expect(text()).toContain('Nothing here yet');
    expect(text()).not.toContain('Verify your identity to withdraw larger amounts.');
    expect(text(row(/^ZST/))).toContain('0.00 ZST');
  });

  test('sees the total over time and the latest transactions once there are balances', async () => {
    const { answer } = start();
    expect(text()).not.toContain('What happened last');
    await answer(fullWallet);
    expect(text()).toMatch(/The total over time.*ZST.*What happened last/);
    expect(text()).not.toContain('Nothing here yet');
  });

  test('hides balances by a tap or by one key, and then no figure is in the page', async () => {
    const { answer, user } = start();
    await answer(fullWallet);
    await user.click(screen.getByRole('button', { name: 'Hide balances' }));
    expect(text()).not.toMatch(/1,980|1,480|300\.00|1,200/);
    await user.keyboard('h');
    expect(text()).toContain('1,980.50');
    await user.keyboard('р');
    expect(text()).not.toContain('1,980.50');
    await user.type(screen.getByRole('searchbox', { name: 'Search tokens' }), 'h');
    expect(text()).not.toContain('1,980.50');
  });

  test('sorts by any column, what is unknown last', async () => {
    const { answer, user } = start();
    await answer(unpricedWallet);
    expect(order()).toEqual(['ZST', 'USDT', 'STO']);
    await user.click(screen.getByRole('button', { name: 'Value' }));
    expect(order()).toEqual(['USDT', 'ZST', 'STO']);
    expect(screen.getByRole('columnheader', { name: 'Value' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Token' }));
    expect(order()).toEqual(['STO', 'USDT', 'ZST']);
    await user.click(screen.getByRole('button', { name: 'Balance' }));
    expect(order()).toEqual(['STO', 'USDT', 'ZST']);
    await user.click(screen.getByRole('button', { name: '24h change' }));
    expect(order()).toEqual(['USDT', 'ZST', 'STO']);
  });

  test('finds a token by symbol or name, and hears how many there are', async () => {
    const { answer, user } = start();
    await answer(fullWallet);
    const search = screen.getByRole('searchbox', { name: 'Search tokens' });
    await user.type(search, 'tether');
    expect(order()).toEqual(['USDT']);
    expect(screen.getByText('1 token')).toBeTruthy();
    await user.clear(search);
    await user.type(search, 'btc');
    expect(screen.getByText('No tokens found for “btc”')).toBeTruthy();
    expect(screen.getByText('0 tokens')).toBeTruthy();
  });

  test('opens a part and sees what it is made of, and until when', async () => {
    const { answer, answerHolds, user } = start();
    await answer(fullWallet);
    await answerHolds(holds);
    await user.click(screen.getByRole('button', { name: /^Pending/ }));
    const pending = await screen.findByRole('dialog', { name: 'Pending balance' });
    const [line] = within(pending).getAllByRole('listitem');
    expect(line?.textContent).toContain('Withdrawal');
    expect(line && text(line)).toContain('300.00 USDT');
    expect(line?.textContent).toMatch(/Since Nov 19, 2026/);
    expect(line?.textContent).toMatch(/Until Nov 21, 2026/);
    expect(within(pending).getAllByRole('listitem')).toHaveLength(1);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Pending/ })),
    );

    await user.click(screen.getByRole('button', { name: /^Frozen/ }));
    const frozen = await screen.findByRole('dialog', { name: 'Frozen balance' });
    expect(
      within(frozen)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([expect.stringContaining('Manual review'), expect.stringContaining('Other reason')]);
    // What ends nobody knows when says nothing of an end.
    expect(frozen.textContent).not.toContain('Until');
  });

  test('sees in the pending part how far the network is, and goes to the transaction', async () => {
    const { answer, answerHolds, user } = start();
    await answer(fullWallet);
    const [held] = holds;
    if (!held) throw new Error('nothing is held');
    const deposit = { ...held, kind: 'deposit', operation_id: 'd-1', until: null } as const;
    await answerHolds([{ ...deposit, confirmations: { seen: 4, needed: 12 } }]);
    await user.click(screen.getByRole('button', { name: /^Pending/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Pending balance' });
    expect(text(dialog)).toContain('4 of 12 confirmations');
    const link = within(dialog).getByRole('link', { name: 'Transaction details' });
    expect(link.getAttribute('href')).toBe('/transactions/history?id=d-1');
    // A deposit with confirmations is `processing`, so no filter of one status would show all that is pending.
    const all = within(dialog).getByRole('link', { name: 'Open History' });
    expect(all.getAttribute('href')).toBe('/transactions/history');
  });

  test('keeps the balances when only the details fail, and can ask for those again', async () => {
    const { answer, failHolds, holdsCall, user } = start();
    await answer(fullWallet);
    await failHolds();
    expect(text()).toContain('1,980.50 USDT');
    await user.click(screen.getByRole('button', { name: /^Pending/ }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('alert').textContent).toContain('Your balances aren’t affected.');
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(holdsCall.calls).toHaveLength(2);
  });

  test('keeps the last figures beside a failure, with their time and age, and can try again', async () => {
    const { answer, fail, clock, user } = start();
    await answer(fullWallet);
    act(() => clock.increment(120_000));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await fail('NETWORK');
    expect(text()).toContain('1,980.50 USDT');
    const notice = screen.getByText(/Network error\. Please check your connection\./);
    expect(notice.textContent).toMatch(/Showing data from .+ \(2 minutes ago\)\./);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await answer({ ...fullWallet, total: '2000.00' });
    expect(text()).toContain('2,000.00 USDT');
    expect(screen.queryByText(/Showing data from/)).toBeNull();
  });

  test('who refreshes does not wait for live prices either', async () => {
    const still = { watchStream: fromCallback(() => {}), watchPage: fromCallback(() => {}) };
    const actors = { rates: ratesMachine.provide({ actors: still }) };
    const market = createActor(marketMachine.provide({ actors }), {
      clock: new SimulatedClock(),
      input: { now: () => noon, shown: shown('wallet', 'wallet') },
    }).start();
    const { rates, priceHistory: history } = market.getSnapshot().children;
    if (!rates || !history) throw new Error('the market is not complete');
    rates.send({ type: 'stream.closed', failure: failure('UNAVAILABLE', { retryAfter: 600 }) });
    const it = start({ market: { ...noMarket, opened: { market, rates, history } } });
    await it.answer(fullWallet);
    expect(rates.getSnapshot().value).toBe('waiting');
    await it.user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(rates.getSnapshot().hasTag('connecting')).toBe(true);
    market.stop();
  });

  test('who refreshes asks for what stands beside the figures too, by either button', async () => {
    let asked = 0;
    const { answer, clock, user } = start({ onRefresh: () => void asked++ });
    await answer(fullWallet);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await answer(fullWallet);
    expect(asked).toBe(1);
    act(() => clock.increment(300_000));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(asked).toBe(2);
  });

  test('is told that figures are old after five minutes, not before', async () => {
    const { answer, clock } = start();
    await answer(fullWallet);
    act(() => clock.increment(299_999));
    expect(screen.queryByText(/Showing data from/)).toBeNull();
    act(() => clock.increment(1));
    expect(screen.getByText(/Showing data from/).textContent).toContain('5 minutes ago');
  });

  test('without any figures reads what failed, what is still true, and can try again', async () => {
    const { fail, answer, user } = start();
    await fail('INTERNAL');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Server error. Please try again later.');
    expect(alert.textContent).toContain('This doesn’t affect your funds.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await answer(fullWallet);
    expect(text()).toContain('1,980.50 USDT');
  });

  test.each([
    ['heading', 'Wallet'],
    ['button', 'Hide balances'],
  ])('keeps the focus of the %s "%s" on the title when no figures arrive', async (role, name) => {
    const { fail } = start();
    act(() => screen.getByRole(role, { name }).focus());
    await fail('NETWORK');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test('at a provider without a wallet is told so, not that something broke', async () => {
    const { fail } = start();
    await fail('UNSUPPORTED');
    expect(screen.getByRole('alert').textContent).toBe(
      'This feature isn’t available yetEverything else works as usual.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('whose account is frozen reads that, and what to do', async () => {
    const { answer } = start({ user: { ...vera.user, status: 'frozen' } });
    await answer(fullWallet);
    const notice = screen.getByRole('region', { name: 'Your account is frozen' });
    expect(notice.textContent).toContain('Contact support to find out why');
    const link = within(notice).getByRole('link', { name: 'Contact support' });
    expect(link.getAttribute('href')).toBe('/support?ticket=new');
  });

  test('who has frozen it themselves is led to what unfreezes it', async () => {
    const { answer } = start({ user: frozenBySelf() });
    await answer(fullWallet);
    const notice = screen.getByRole('region', { name: 'Your account is frozen' });
    expect(notice.textContent).toContain('You told us that something in your account wasn’t you.');
    const link = within(notice).getByRole('link', { name: 'Unfreeze account' });
    expect(link.getAttribute('href')).toBe('/unfreeze');
  });

  test('sees which token cannot be withdrawn', async () => {
    const { answer } = start();
    await answer(fullWallet);
    expect(row(/^STO/).textContent).toContain('Withdrawals unavailable');
    expect(row(/^ZST/).textContent).not.toContain('Withdrawals unavailable');
  });
});
