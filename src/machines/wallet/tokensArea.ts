/** The token catalogue: search, results, and choosing tokens. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import type { ListedToken } from '../../../contract/catalogue.ts';
import type { AddressRequested, AreaInput, BalancesChanged, TokensChanged } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { withEvent } from '../core/withEvent.ts';
import { tokenChoiceMachine } from './tokenChoiceMachine.ts';
import { readTokensQuery, tokensKey } from './tokensQuery.ts';
import { tokensViewMachine } from './tokensViewMachine.ts';

/** The search results in the catalogue, by their query string. */
export const catalogueMachine = createResourceMachine<readonly ListedToken[]>('catalogue');

interface TokensAreaContext {
  readonly now: () => number;
  /** The query string of the screen's address. */
  readonly search: string;
}

const keyOf = ({ search }: TokensAreaContext) => tokensKey(readTokensQuery(search));

export const tokensArea = setup({
  types: {
    context: {} as TokensAreaContext,
    events: {} as ScreenShown | AddressRequested | BalancesChanged | TokensChanged,
    input: {} as Pick<AreaInput, 'now' | 'shown'>,
    children: {} as { catalogue: 'catalogue'; tokensView: 'tokensView'; tokenChoice: 'tokenChoice' },
  },
  actors: {
    catalogue: catalogueMachine,
    tokensView: tokensViewMachine,
    tokenChoice: tokenChoiceMachine,
  },
  guards: {
    isOtherSearch: ({ context }, { search }: { search: string }) => context.search !== search,
  },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellCatalogue: sendTo('catalogue', ({ context }: { context: TokensAreaContext }) => ({
      type: 'screen.shown',
      key: keyOf(context),
    })),
    tellView: sendTo('tokensView', ({ context }: { context: TokensAreaContext }) => ({
      type: 'address.shown',
      search: context.search,
    })),
    tellChoice: sendTo('tokenChoice', { type: 'screen.shown' }),
    refreshCatalogue: sendTo('catalogue', { type: 'refresh.requested' }),
    passOn: sendParent((_, report: AddressRequested | TokensChanged) => report),
  },
}).createMachine({
  id: 'tokensArea',
  context: ({ input }) => ({ now: input.now, search: input.shown.search }),
  invoke: [
    {
      id: 'catalogue',
      src: 'catalogue',
      input: ({ context }) => ({ now: context.now, key: keyOf(context) }),
    },
    { id: 'tokensView', src: 'tokensView', input: ({ context }) => ({ search: context.search }) },
    { id: 'tokenChoice', src: 'tokenChoice' },
  ],
  on: {
    'screen.shown': [
      {
        // Another search is not another visit, so the last choice can still be undone.
        guard: withEvent('isOtherSearch'),
        actions: [withEvent('keepSearch'), 'tellCatalogue', 'tellView'],
      },
      { actions: ['tellCatalogue', 'tellView', 'tellChoice'] },
    ],
    'balances.changed': { actions: 'refreshCatalogue' },
    'tokens.changed': { actions: withEvent('passOn') },
    'address.requested': { actions: withEvent('passOn') },
  },
});

export type CatalogueRef = ActorRefFrom<typeof catalogueMachine>;
