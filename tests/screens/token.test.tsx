import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import { CallError } from '../../contract/failure.ts';
import type { Page } from '../../contract/paging.ts';
import type { Position } from '../../contract/portfolio.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { marketMachine, priceHistoryMachine } from '../../src/machines/wallet/marketMachine.ts';
import {
  latestMachine,
  listedMachine,
  type PositionRef,
  positionMachine,
} from '../../src/machines/wallet/portfolioArea.ts';
import { ratesMachine } from '../../src/machines/wallet/ratesMachine.ts';
import { walletMachine } from '../../src/machines/wallet/walletArea.ts';
import TokenScreen from '../../src/screens/portfolio/TokenScreen.tsx';
import { failure, manualCall } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';
import { fullWallet } from './figures.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const now = () => noon;

beforeEach(() => {
  HTMLCanvasElement.prototype.getContext = () => null;
});

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const position: Position = {
  ...{ symbol: 'ZST', held: '1200', average_cost: '1', cost: '1200', gain: '300', gain_percent: '25.00' },
};
const unknownCost: Position = { ...position, average_cost: null, cost: null, gain: null, gain_percent: null };
const listed: ListedToken = {
  ...{ symbol: 'ZST', ticker: 'ZST', name: 'Zesto', decimals: 18, network: 'Ethereum', issuer: 'Zesto' },
  ...{ contract_address: contract, explorer_url: `https://etherscan.io/token/${contract}` },
  ...{ same_ticker: true, added: true, hidden: false },
};
const sent: Transaction = {
  ...{ id: 't-1', kind: 'send', status: 'completed', token: 'ZST', amount: '5', fee: '0', total: '5' },
  ...{ counterparty: contract, tx_hash: null, note: null, reason: null, can_cancel: false, timeline: [] },
  ...{ created_at: '2026-11-19T09:00:00.000Z', updated_at: '2026-11-19T09:00:00.000Z' },
};
const page = (data: Transaction[]): Page<Transaction> => ({
  data,
  meta: { page: 1, per_page: 5, total: data.length },
});

async function start({
  language = 'en',
  isHidden = false,
  symbol = 'ZST',
  cost = position,
  token = listed,
  hasLatest = true,
}: {
  language?: Language;
  isHidden?: boolean;
  symbol?: string;
  cost?: Position | 'NOT_FOUND';
  token?: ListedToken | 'NETWORK';
  hasLatest?: boolean;
} = {}) {
  const [wallet, costs, found, lines] = [
    manualCall<Loaded<typeof fullWallet>, ReadRequest>(),
    manualCall<Loaded<Position>, ReadRequest>(),
    manualCall<Loaded<readonly ListedToken[]>, ReadRequest>(),
    manualCall<Loaded<Page<Transaction>>, ReadRequest>(),
  ];
  const input = { now, key: symbol };
  draw(
    <TokenScreen
      symbol={symbol}
      range="day"
      wallet={createActor(walletMachine.provide({ actors: { load: wallet.logic } }), {
        input: { now },
      }).start()}
      position={createActor(positionMachine.provide({ actors: { load: costs.logic } }), { input }).start()}
      listed={createActor(listedMachine.provide({ actors: { load: found.logic } }), { input }).start()}
      latest={createActor(latestMachine.provide({ actors: { load: lines.logic } }), { input }).start()}
      market={null}
      isHidden={isHidden}
    />,
    language,
  );
  await arrives(() => {
    wallet.last().answer({ data: fullWallet, loadedAt: noon });
    if (cost === 'NOT_FOUND') costs.last().fail('NOT_FOUND');
    else costs.last().answer({ data: cost, loadedAt: noon });
    if (token === 'NETWORK') found.last().fail(token);
    else found.last().answer({ data: [token], loadedAt: noon });
    if (hasLatest) lines.last().answer({ data: page([sent]), loadedAt: noon });
  });
  return { found, lines };
}

const exploration: Exploration<typeof positionMachine> = {
  input: { now, key: 'ZST' },
  events: [{ type: 'refresh.requested' }, { type: 'screen.shown' }],
  answers: {
    load: {
      done: [position, unknownCost].map((data) => ({ data, loadedAt: noon })),
      error: (['NETWORK', 'NOT_FOUND'] as const).map((code) => new CallError(failure(code))),
    },
  },
  distinguish: (state) => [
    state.matches('ready') ? state.context.data?.average_cost : state.context.data !== null,
    state.context.failure?.code,
  ],
};

/** Beside a wallet that is being read, by the call that is answered. */
function drawAt(position: PositionRef, language: Language) {
  const wallet = manualCall<Loaded<typeof fullWallet>, ReadRequest>();
  draw(
    <TokenScreen
      symbol="ZST"
      range="day"
      wallet={createActor(walletMachine.provide({ actors: { load: wallet.logic } }), {
        input: { now },
      }).start()}
      position={position}
      listed={createActor(listedMachine, { input: { now } })}
      latest={createActor(latestMachine, { input: { now } })}
      market={null}
      isHidden={false}
    />,
    language,
  );
  return wallet;
}

describe.each(languages)('in %s', (language) => {
  test.each(
    reachableSnapshots(positionMachine, exploration).map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    const load = drawAt(actorAt(positionMachine, snapshot), language);
    await arrives(() => load.last().answer({ data: fullWallet, loadedAt: noon }));
    await expectPresentable();
  });

  test('before the balances are there no amount is told, and what could not be read is said', async () => {
    const load = drawAt(createActor(positionMachine, { input: { now, key: 'ZST' } }), language);
    await expectPresentable();
    expect(text()).not.toMatch(/\d\s*ZST/);
    await arrives(() => load.last().fail('FORBIDDEN'));
    await expectPresentable();
    expect(text()).not.toMatch(/\d\s*ZST/);
    screen.getByRole('button', { name: language === 'en' ? 'Try again' : 'Повторить' }).click();
    await arrives(() => load.last().answer({ data: fullWallet, loadedAt: noon }));
    expect(text().replaceAll('\u00a0', ' ')).toMatch(/1[ ,]200[.,]00 ZST/);
  });

  test('all of it is presentable, and nothing of it when balances are hidden', async () => {
    await start({ language, isHidden: true });
    await expectPresentable();
    expect(text()).not.toMatch(/1.?200|1.?500|300/);
  });
});

test('a token has its balances, its cost, its last transactions and what can be done with it', async () => {
  await start();
  expect(text()).toContain('1,200.00 ZST');
  expect(text()).toContain('1,500.00 USDT');
  expect(text()).toContain('Average purchase price1.00 USDT');
  expect(text()).toContain('+300.00 USDT');
  expect(text()).toContain('+25.00%');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const title = screen.getByRole('heading', { level: 1, name: 'ZST' });
  const back = screen.getByRole('link', { name: 'Back to wallet' });
  expect(title.compareDocumentPosition(back)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(links).toEqual(
    expect.arrayContaining([
      '/wallet',
      '/transactions?tab=receive&token=ZST',
      '/transactions?tab=send&token=ZST',
      '/exchange?from=ZST',
      '/transactions?tab=withdraw&token=ZST',
      '/transactions/history?token=ZST',
      '/transactions/history?token=ZST&id=t-1',
      `https://etherscan.io/token/${contract}`,
    ]),
  );
  expect(text()).toContain(contract);
  expect(text()).not.toContain('of another token');
});

test('a balance of many digits has six significant ones, and all at a press', async () => {
  const wallet = drawAt(createActor(positionMachine, { input: { now, key: 'ZST' } }), 'en');
  const long = { total: '1200.123456789012345678', pending: '0.123456789012345678' };
  const tokens = fullWallet.tokens.map((token) => (token.symbol === 'ZST' ? { ...token, ...long } : token));
  await arrives(() => wallet.last().answer({ data: { ...fullWallet, tokens }, loadedAt: noon }));
  expect(text()).not.toContain('345678');
  await expectPresentable();
  await userEvent.click(screen.getByRole('button', { name: '1,200.12 ZST, all digits' }));
  expect(text()).toContain('1,200.123456789012345678 ZST');
  await userEvent.click(screen.getByRole('button', { name: '0.123456 ZST, all digits' }));
  expect(text()).toContain('0.123456789012345678 ZST');
});

test('the stable token, in which values are shown, tells its balance once and not again as its value', async () => {
  await start({ symbol: 'USDT', token: { ...listed, symbol: 'USDT' } });
  // The total, and the same amount pending.
  expect(text().match(/300\.00 USDT/g)).toHaveLength(2);
});

test.each([
  ['USDT', true],
  ['ZST', false],
])('on a wide screen the contract of %s is under what is held: %s', async (symbol, isBeside) => {
  await start({ symbol, token: { ...listed, symbol } });
  const card = screen.getByRole('region', { name: 'Latest transactions' }).parentElement;
  expect(card?.classList.contains('min-[75rem]:row-span-2')).toBe(isBeside);
});

test('an average price far below a cent has all of its digits', async () => {
  await start({ cost: { ...position, average_cost: '0.0000049' } });
  expect(text()).toContain('Average purchase price0.0000049 USDT');
});

test.each([
  ['ZST', true],
  ['WBTC', false],
])('whether prices are live is said of a token that the stream tells: %s %s', (symbol, isSaid) => {
  const input = { now, key: symbol };
  draw(
    <TokenScreen
      symbol={symbol}
      range="day"
      wallet={createActor(walletMachine, { input: { now } })}
      position={createActor(positionMachine, { input })}
      listed={createActor(listedMachine, { input })}
      latest={createActor(latestMachine, { input })}
      market={{
        market: createActor(marketMachine, { input: { now, shown: shown('wallet', 'wallet') } }),
        rates: createActor(ratesMachine, { input: { now, random: () => 0 } }),
        history: createActor(priceHistoryMachine, { input: { now, key: `${symbol}/day` } }),
      }}
      isHidden={false}
    />,
  );
  expect(text().includes('Connecting…')).toBe(isSaid);
  expect(screen.getByRole('heading', { level: 2, name: `${symbol} rate` })).toBeTruthy();
  const ranges = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(ranges).toEqual(['24h', '7d', '30d', '1y']);
});

test('the later one of two of one ticker is warned of, and a cost that is not known is said to be', async () => {
  await start({
    symbol: 'ZST.5AAEB6',
    token: { ...listed, symbol: 'ZST.5AAEB6' },
    cost: { ...unknownCost, symbol: 'ZST.5AAEB6' },
  });
  expect(text()).toContain('This token uses the ticker ZST of another token.');
  expect(text()).toContain('Average purchase priceUnknown.');
  expect(screen.queryByRole('link', { name: 'Exchange' })).toBeNull();
});

test('the contract, which is under the transactions on a phone, comes once their number is known', async () => {
  const { lines } = await start({ hasLatest: false });
  expect(screen.queryByRole('heading', { name: 'About this token' })).toBeNull();
  await arrives(() => lines.last().fail('NETWORK'));
  expect(screen.getByRole('heading', { name: 'About this token' })).toBeTruthy();
});

test('the parts of the page have headings that do not look like the labels of figures', async () => {
  await start();
  for (const name of ['Latest transactions', 'About this token'])
    expect(screen.getByRole('heading', { name }).classList.contains('font-semibold')).toBe(true);
});

test('where the contract could not be read it is said, and it is read again', async () => {
  const { found } = await start({ token: 'NETWORK' });
  expect(text()).toContain('We couldn’t load the token details');
  await expectPresentable();
  screen.getByRole('button', { name: 'Try again' }).click();
  await arrives(() => found.last().answer({ data: [listed], loadedAt: noon }));
  expect(text()).not.toContain('We couldn’t load the token details');
  expect(text()).toContain(contract);
});

test('a token that is not here is said to be none', async () => {
  await start({ symbol: 'NOPE', cost: 'NOT_FOUND' });
  expect(text()).toContain('We don’t have a token with this name.');
  expect(screen.getByRole('link', { name: 'Back to wallet' }).getAttribute('href')).toBe('/wallet');
});

describe('a cost that is old', () => {
  /** Its cost was read at noon, and grows old by a clock of its own. */
  async function startCost(walletFailure?: Loaded<typeof fullWallet>['failure']) {
    const clock = new SimulatedClock();
    const costs = manualCall<Loaded<Position>, ReadRequest>();
    const wallet = drawAt(
      createActor(positionMachine.provide({ actors: { load: costs.logic } }), {
        clock,
        input: { now: () => noon + clock.now(), key: 'ZST' },
      }).start(),
      'en',
    );
    await arrives(() => {
      wallet.last().answer({
        data: fullWallet,
        loadedAt: noon,
        ...(walletFailure && { failure: walletFailure }),
      });
      costs.last().answer({ data: position, loadedAt: noon });
    });
    const tryAgain = () => arrives(() => screen.getByRole('button', { name: 'Try again' }).click());
    return { clock, costs, wallet, tryAgain };
  }

  test('says so, and so does one that could not be read again; it is read when a person asks for it', async () => {
    const { clock, costs, tryAgain } = await startCost();
    expect(text()).toContain('+300.00 USDT');
    expect(text()).not.toContain('Showing data from');
    await arrives(() => clock.increment(300_000));
    expect(text()).toContain('Showing data from');
    await expectPresentable();
    await tryAgain();
    await arrives(() => costs.last().fail('UNAVAILABLE'));
    expect(text()).toContain('Showing data from');
    expect(text()).toContain('+300.00 USDT');
    await tryAgain();
    await arrives(() =>
      costs.last().answer({ data: { ...position, gain: '310' }, loadedAt: noon + clock.now() }),
    );
    expect(text()).toContain('+310.00 USDT');
    expect(text()).not.toContain('Showing data from');
  });

  test('is read again with the balances beside it', async () => {
    const { costs, wallet, tryAgain } = await startCost(failure('NETWORK'));
    await tryAgain();
    expect([wallet.calls.length, costs.calls.length]).toEqual([2, 2]);
  });
});
