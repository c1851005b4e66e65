import type { AnyStateMachine } from 'xstate';
import {
  paletteAddressesMachine,
  paletteArea,
  paletteBookMachine,
  paletteFoundMachine,
  paletteRecentMachine,
  paletteTicketsMachine,
  paletteTokensMachine,
} from '../../../src/machines/shell/paletteArea.ts';
import { paletteMachine } from '../../../src/machines/shell/paletteMachine.ts';
import PaletteScreen from '../../../src/screens/palette/PaletteScreen.tsx';
import { shown } from '../../support/areas.ts';
import { actorAt } from '../../support/paths.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { closeDialog, paste } from '../../support/replay/gestures.ts';
import { resourceMap, standingResource, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';
import { screenMap, unseenMap } from '../../support/replay/screenMap.ts';

const preferences = preferencesActor();
const tokens = standingResource(paletteTokensMachine);
const unread = {
  found: standingResource(paletteFoundMachine),
  recent: standingResource(paletteRecentMachine),
  book: standingResource(paletteBookMachine),
  tickets: standingResource(paletteTicketsMachine),
  addresses: standingResource(paletteAddressesMachine),
};
const searching = actorAt(
  paletteMachine,
  paletteMachine.resolveState({
    value: { commands: 'asked' },
    context: { first: 'commands', query: 'qqqq', asked: 'qqqq' },
  }),
);
const frame = { tokens, preferences, places: [], actions: [], copied: null, isApple: false };
/** It stands in the place of a command. */
const nothingFound = /^(?:Searching|No results)/;
const noPage = { data: [], meta: { page: 1, per_page: 5, total: 0 } };

const listMap = (name: keyof typeof unread, machine: AnyStateMachine, data: unknown) =>
  resourceMap({
    machine,
    data: [data],
    keys: ['qqqq', 'rrrr', null],
    screen: (actor) => (
      <PaletteScreen {...frame} palette={searching} lists={{ ...unread, [name]: actor }} onCopy={() => {}} />
    ),
    refresh: { offered: whenSlowOrFailed },
    views: [/^(?:Close|Dismiss|Search|Clear search)$/, nothingFound],
  });

export const found = listMap('found', paletteFoundMachine, noPage);
export const recent = listMap('recent', paletteRecentMachine, noPage);
export const book = listMap('book', paletteBookMachine, { addresses: [] });
export const tickets = listMap('tickets', paletteTicketsMachine, noPage);
export const addresses = listMap('addresses', paletteAddressesMachine, []);

/** Tokens are left out of the list while they are not known. */
export const catalogue = resourceMap({
  machine: paletteTokensMachine,
  data: [[]],
  keys: ['', null],
  screen: null,
  refresh: null,
});

const key = (part: string) => ({ event: { type: 'part.asked', part }, isNavigation: true }) as const;

export const palette = screenMap({
  machine: paletteMachine,
  input: () => ({ part: 'commands' as const }),
  screen: (actor) => <PaletteScreen {...frame} palette={actor} lists={unread} onCopy={() => {}} />,
  isShown: (actor) => !actor.getSnapshot().matches('closed'),
  person: [
    { events: [{ type: 'closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
    { events: [{ type: 'query.typed', query: 'qqqq' }], by: paste('Search', 'qqqq') },
  ],
  outside: [key('commands'), key('shortcuts')],
  answers: {},
  // That of the preferences.
  views: [/^Use single/, /^Clear/, nothingFound],
  scenes: [{ input: () => ({ part: 'shortcuts' as const }) }, { input: () => ({ part: null }) }],
});

export const area = unseenMap({
  machine: paletteArea,
  why: 'what it reads, and the palette, have screens of their own',
  input: (now) => ({ now, shown: { ...shown('wallet', 'palette'), params: { part: 'commands' } } }),
  outside: [
    { event: shown('wallet', 'palette') },
    { event: { type: 'balances.changed' } },
    { at: 'palette', event: { type: 'query.typed', query: '5' } },
  ],
  answers: Object.fromEntries(
    ['Tokens', 'Found', 'Recent', 'Book', 'Tickets', 'Addresses'].map((name) => [`palette${name}.load`, {}]),
  ),
  until: (actor) => actor.getSnapshot().context.asked !== '',
});
