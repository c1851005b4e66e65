/** The search in the catalogue. */
import type { ActorRefFrom } from 'xstate';
import { createFilterMachine, type Filters } from '../core/createFilterMachine.ts';
import { readTokensQuery, tokensAddress } from './tokensQuery.ts';

export const tokensViewMachine = createFilterMachine({
  id: 'tokensView',
  read: readTokensQuery,
  addressOf: tokensAddress,
  withFilters: (query, { q = query }: Filters<'q'>) => q.trim(),
  cleared: () => '',
  display: {},
});

export type TokensViewRef = ActorRefFrom<typeof tokensViewMachine>;
