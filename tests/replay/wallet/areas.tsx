import { CallError } from '../../../contract/failure.ts';
import { portfolioArea, sparklinesMachine } from '../../../src/machines/wallet/portfolioArea.ts';
import { tokensArea } from '../../../src/machines/wallet/tokensArea.ts';
import { accountMachine, walletArea } from '../../../src/machines/wallet/walletArea.ts';
import { fullWallet } from '../../screens/figures.ts';
import { failure } from '../../support/actors.ts';
import { shown } from '../../support/areas.ts';
import { vera } from '../../support/people.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const changed = { event: { type: 'balances.changed' } };
const confirmed = { event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } };
const read = (data: unknown) => ({ done: [(now: number) => ({ data, loadedAt: now })] });

/** What it reads is told to the rest of the app. */
export const account = resourceMap({ machine: accountMachine, data: [vera], screen: null, refresh: null });

/** A line without words beside each token, which is left out while there are no prices. */
export const sparklines = resourceMap({
  machine: sparklinesMachine,
  data: [{ as_of: '2026-11-20T09:00:00.000Z', prices: [] }],
  keys: ['day', null],
  screen: null,
  refresh: null,
});

export const wallet = unseenMap({
  machine: walletArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({ now, shown: shown('wallet', 'wallet') }),
  outside: [{ event: shown('wallet', 'wallet') }, changed, confirmed],
  answers: { 'wallet.load': read(fullWallet), 'holds.load': {}, 'account.load': read(vera) },
  distinguish: (area) => area.getSnapshot().context.isAsked,
});

export const tokens = unseenMap({
  machine: tokensArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({ now, shown: shown('addToken', 'tokens') }),
  outside: [
    { event: shown('addToken', 'tokens') },
    { event: shown('addToken', 'tokens', 'q=usdt') },
    changed,
    { at: 'tokensView', event: { type: 'filter.chosen', name: 'q', value: 'usdt' } },
    { at: 'tokenChoice', event: { type: 'choice.made', choice: { symbol: 'USDT', isShown: false } } },
  ],
  answers: {
    'catalogue.load': {},
    'tokenChoice.showToken': { done: [undefined], error: [new CallError(failure('NETWORK'))] },
  },
});

export const portfolio = unseenMap({
  machine: portfolioArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({ now, shown: shown('wallet', 'wallet') }),
  outside: [
    { event: shown('wallet', 'wallet') },
    { event: shown('wallet', 'wallet', 'token=USDT') },
    changed,
    confirmed,
    // Its buttons are those of the chart.
    { event: { type: 'range.chosen', range: 'week' } },
    { at: 'confirmation', event: { type: 'email.wanted' } },
  ],
  answers: {
    ...Object.fromEntries(
      ['sparklines', 'position', 'listed', 'latest', 'loginMethods'].map((id) => [`${id}.load`, {}]),
    ),
    'totalHistory.load': read({
      range: 'month',
      currency: 'USDT',
      points: [],
      change: null,
      without_price: [],
    }),
    'confirmation.sendConfirmation': { done: [null] },
  },
  distinguish: (area) => area.getSnapshot().context.symbol,
});
