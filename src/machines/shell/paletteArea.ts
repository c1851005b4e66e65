/** The command palette and its search results. An area without an address: it is shown over any screen. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { AddressBook } from '../../../contract/addressBook.ts';
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { ListedToken } from '../../../contract/catalogue.ts';
import type { Page } from '../../../contract/paging.ts';
import type { TicketSummary } from '../../../contract/support.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { AreaInput, BalancesChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { type PaletteKeys, paletteKeys } from './paletteKeys.ts';
import { type PalettePart, paletteMachine } from './paletteMachine.ts';

/** The whole catalogue. */
export const paletteTokensMachine = createResourceMachine<readonly ListedToken[]>('paletteTokens');
/** The transactions that the server finds for the query. */
export const paletteFoundMachine = createResourceMachine<Page<Transaction>>('paletteFound');
/** The latest transactions, which are searched for amounts. */
export const paletteRecentMachine = createResourceMachine<Page<Transaction>>('paletteRecent');
export const paletteBookMachine = createResourceMachine<AddressBook>('paletteBook');
export const paletteTicketsMachine = createResourceMachine<Page<TicketSummary>>('paletteTickets');
/** The person's existing deposit addresses. */
export const paletteAddressesMachine = createResourceMachine<readonly DepositAddress[]>('paletteAddresses');

/** The part to open when the area is shown; null when another screen is shown. */
function partOf({ area, params }: ScreenShown): PalettePart | null {
  if (area !== 'palette') return null;
  return params.part === 'shortcuts' ? 'shortcuts' : 'commands';
}

interface PaletteAreaContext extends Pick<AreaInput, 'now' | 'shown'> {
  /** The query that the lists were read for. */
  readonly asked: string;
}

const read = (_: unknown, { key }: { key: string | null }) => ({ type: 'screen.shown', key }) as const;
const unread = ({ context: { now } }: { context: PaletteAreaContext }) => ({ now, key: null });
const keyOf =
  (name: keyof PaletteKeys) =>
  ({ event }: { event: { readonly snapshot: { readonly context: { readonly asked: string } } } }) => ({
    key: paletteKeys(event.snapshot.context.asked)[name],
  });

export const paletteArea = setup({
  types: {
    context: {} as PaletteAreaContext,
    events: {} as ScreenShown | BalancesChanged,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as {
      palette: 'palette';
      paletteTokens: 'paletteTokens';
      paletteFound: 'paletteFound';
      paletteRecent: 'paletteRecent';
      paletteBook: 'paletteBook';
      paletteTickets: 'paletteTickets';
      paletteAddresses: 'paletteAddresses';
    },
  },
  actors: {
    palette: paletteMachine,
    paletteTokens: paletteTokensMachine,
    paletteFound: paletteFoundMachine,
    paletteRecent: paletteRecentMachine,
    paletteBook: paletteBookMachine,
    paletteTickets: paletteTicketsMachine,
    paletteAddresses: paletteAddressesMachine,
  },
  guards: {
    isAskedAnew: ({ context }, { asked }: { asked: string }) => asked !== context.asked,
  },
  actions: {
    tellPalette: sendTo('palette', (_, shown: ScreenShown) => {
      const part = partOf(shown);
      return part === null ? { type: 'closed' } : { type: 'part.asked', part };
    }),
    tellTokens: sendTo('paletteTokens', { type: 'screen.shown' }),
    refreshTokens: sendTo('paletteTokens', { type: 'refresh.requested' }),
    keepAsked: assign((_, { asked }: { asked: string }) => ({ asked })),
    readFound: sendTo('paletteFound', read),
    readRecent: sendTo('paletteRecent', read),
    readBook: sendTo('paletteBook', read),
    readTickets: sendTo('paletteTickets', read),
    readAddresses: sendTo('paletteAddresses', read),
  },
}).createMachine({
  id: 'paletteArea',
  context: ({ input: { now, shown } }) => ({ now, shown, asked: '' }),
  invoke: [
    {
      id: 'palette',
      src: 'palette',
      input: ({ context }) => ({ part: partOf(context.shown) }),
      // A list with a new query cancels its running read, so that an older answer never replaces a newer one.
      onSnapshot: {
        guard: { type: 'isAskedAnew', params: ({ event }) => event.snapshot.context },
        actions: [
          { type: 'keepAsked', params: ({ event }) => event.snapshot.context },
          { type: 'readFound', params: keyOf('found') },
          { type: 'readRecent', params: keyOf('recent') },
          { type: 'readBook', params: keyOf('book') },
          { type: 'readTickets', params: keyOf('tickets') },
          { type: 'readAddresses', params: keyOf('addresses') },
        ],
      },
    },
    { id: 'paletteTokens', src: 'paletteTokens', input: ({ context }) => ({ now: context.now, key: '' }) },
    { id: 'paletteFound', src: 'paletteFound', input: unread },
    { id: 'paletteRecent', src: 'paletteRecent', input: unread },
    { id: 'paletteBook', src: 'paletteBook', input: unread },
    { id: 'paletteTickets', src: 'paletteTickets', input: unread },
    { id: 'paletteAddresses', src: 'paletteAddresses', input: unread },
  ],
  on: {
    'screen.shown': { actions: [withEvent('tellPalette'), 'tellTokens'] },
    'balances.changed': { actions: 'refreshTokens' },
  },
});

export type PaletteTokensRef = ActorRefFrom<typeof paletteTokensMachine>;
/** The lists that are searched. */
export interface PaletteLists {
  readonly found: ActorRefFrom<typeof paletteFoundMachine>;
  readonly recent: ActorRefFrom<typeof paletteRecentMachine>;
  readonly book: ActorRefFrom<typeof paletteBookMachine>;
  readonly tickets: ActorRefFrom<typeof paletteTicketsMachine>;
  readonly addresses: ActorRefFrom<typeof paletteAddressesMachine>;
}
