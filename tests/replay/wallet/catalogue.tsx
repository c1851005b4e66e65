import { createActor } from 'xstate';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { CallError } from '../../../contract/failure.ts';
import { tokenChoiceMachine } from '../../../src/machines/wallet/tokenChoiceMachine.ts';
import { catalogueMachine } from '../../../src/machines/wallet/tokensArea.ts';
import { tokensViewMachine } from '../../../src/machines/wallet/tokensViewMachine.ts';
import AddTokenScreen from '../../../src/screens/addToken/AddTokenScreen.tsx';
import { failure } from '../../support/actors.ts';
import { paste, press } from '../../support/replay/gestures.ts';
import { resourceMap, standingResource } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const tether: ListedToken = {
  symbol: 'USDT',
  ticker: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  network: 'Zesto Demo',
  contract_address: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  issuer: 'Tether',
  same_ticker: false,
  added: true,
  hidden: false,
};
const entries = [tether, { ...tether, symbol: 'STO', ticker: 'STO', name: 'Stone', added: false }];
const view = createActor(tokensViewMachine, { input: { search: '' } });
const choice = createActor(tokenChoiceMachine);
// Those of the other maps of this screen.
const search = [/^Ticker, name/, /^$|^Clear/];
const facts = /^About this token/;
const choices = /(?:to|from) the wallet$/;

export const catalogue = resourceMap({
  machine: catalogueMachine,
  data: [entries, []],
  keys: ['', 'q=usdt', null],
  isByAddress: true,
  screen: (actor) => <AddTokenScreen catalogue={actor} view={view} choice={choice} />,
  views: [...search, facts, choices],
});

export const searching = screenMap({
  machine: tokensViewMachine,
  input: () => ({ search: '' }),
  screen: (actor) => (
    <AddTokenScreen catalogue={standingResource(catalogueMachine, entries)} view={actor} choice={choice} />
  ),
  person: [
    { events: [{ type: 'filter.typed', name: 'q', value: 'usdt' }], by: paste(/^Ticker, name/, 'usdt') },
  ],
  outside: ['', 'q=usdt'].map((text) => ({
    event: { type: 'address.shown', search: text },
    isNavigation: true,
  })),
  answers: {},
  distinguish: (actor) => [actor.getSnapshot().context.query, actor.getSnapshot().context.typed],
  views: [/^$|^Clear/, facts, choices],
  unreached: Object.fromEntries(
    ['filter.chosen', 'filters.cleared', 'query.requested', 'display.chosen'].map((event) => [
      `tokensView: ${event}`,
      'a search has none of these',
    ]),
  ),
});

export const choosing = screenMap({
  machine: tokenChoiceMachine,
  input: () => undefined,
  screen: (actor) => (
    <AddTokenScreen catalogue={standingResource(catalogueMachine, entries)} view={view} choice={actor} />
  ),
  person: [
    ...entries.map(({ symbol, added }) => ({
      events: [{ type: 'choice.made', choice: { symbol, isShown: !added } }],
      by: press(new RegExp(`${symbol} (?:to|from) the wallet$`)),
    })),
    { events: [{ type: 'undo.requested' }], by: press('Undo') },
  ],
  outside: [{ event: { type: 'screen.shown' }, isNavigation: true }],
  answers: { showToken: { done: [undefined], error: [new CallError(failure('NETWORK'))] } },
  distinguish: (actor) => {
    const { choice: last, isUndo } = actor.getSnapshot().context;
    return [last, isUndo];
  },
  views: [...search, facts],
});
