/** What a person looks for in the catalogue: what the address asks, and what is being typed before it is asked. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { AddressRequested } from '../core/areaMachine.ts';
import { readTokensQuery, tokensAddress } from './tokensQuery.ts';

interface TokensViewContext {
  /** What the address says. Only an address changes it. */
  readonly query: string;
  /** What is typed and not asked yet; null when that is nothing. */
  readonly typed: string | null;
}

type TokensViewEvent =
  /** The screen is shown at an address with this behind its path. */
  | { readonly type: 'address.shown'; readonly search: string }
  | { readonly type: 'query.typed'; readonly query: string };

/** Input: what is behind the path of the first address. It asks its parent for addresses: `address.requested`. */
export const tokensViewMachine = setup({
  types: {
    context: {} as TokensViewContext,
    events: {} as TokensViewEvent,
    input: {} as { readonly search: string },
  },
  actions: {
    keepQuery: assign((_, { search }: { search: string }) => ({ query: readTokensQuery(search) })),
    keepTyped: assign((_, { query }: { query: string }) => ({ typed: query })),
    forgetTyped: assign({ typed: null }),
    askTyped: sendParent(
      ({ context }: { context: TokensViewContext }): AddressRequested => ({
        type: 'address.requested',
        to: tokensAddress((context.typed ?? context.query).trim()),
      }),
    ),
  },
  delays: { pause: 350 },
}).createMachine({
  id: 'tokensView',
  context: ({ input }) => ({ query: readTokensQuery(input.search), typed: null }),
  initial: 'settled',
  on: {
    'query.typed': {
      target: '.typing',
      actions: { type: 'keepTyped', params: ({ event }) => event },
      reenter: true,
    },
  },
  states: {
    settled: {
      on: {
        'address.shown': {
          actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'forgetTyped'],
        },
      },
    },
    /** An address that arrives now was asked for before the last key. */
    typing: {
      after: { pause: { target: 'asking', actions: 'askTyped' } },
      on: { 'address.shown': { actions: { type: 'keepQuery', params: ({ event }) => event } } },
    },
    asking: {
      on: {
        'address.shown': {
          target: 'settled',
          actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'forgetTyped'],
        },
      },
    },
  },
});

export type TokensViewRef = ActorRefFrom<typeof tokensViewMachine>;
