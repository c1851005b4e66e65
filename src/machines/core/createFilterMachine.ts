/** A person's filters: those in the address, and those typed but not yet applied. */
import { assign, sendParent, setup } from 'xstate';
import type { AddressRequested } from './area.ts';
import { withEvent } from './withEvent.ts';

/** The texts of some filters, by name. */
export type Filters<Name extends string> = Readonly<Partial<Record<Name, string>>>;

interface FilterContext<Query, Name extends string, Display> {
  /** The filters in the address. Only an address changes them. */
  readonly query: Query;
  /** Filters that were typed but not yet applied, or end in a space that the query has not; they override the query. */
  readonly typed: Filters<Name>;
  /** How the result is displayed; not part of the address. */
  readonly display: Display;
}

export interface FilterSet<Name extends string> {
  readonly name: Name;
  readonly value: string;
}

type FilterEvent<Query, Name extends string, Display> =
  /** The screen is shown at an address with this query string. */
  | { readonly type: 'address.shown'; readonly search: string }
  /** Applied at once. */
  | (FilterSet<Name> & { readonly type: 'filter.chosen' })
  /** Applied after a pause in typing. */
  | (FilterSet<Name> & { readonly type: 'filter.typed' })
  | { readonly type: 'filters.cleared' }
  | { readonly type: 'query.requested'; readonly query: Query }
  | { readonly type: 'display.chosen'; readonly display: Partial<Display> };

interface FilterRules<Query, Name extends string, Display> {
  readonly id: string;
  readonly read: (search: string) => Query;
  readonly addressOf: (query: Query) => string;
  readonly withFilters: (query: Query, filters: Filters<Name>) => Query;
  readonly cleared: (query: Query) => Query;
  readonly display: Display;
}

/** Of what was typed, what the address has without the space at the end, behind which a word may be typed yet. */
function unfinished(typed: object, search: string) {
  const shown = new URLSearchParams(search);
  const isUnfinished = ([name, value]: [string, string]) =>
    value !== value.trimEnd() && value.trim() === (shown.get(name)?.trim() ?? '');
  return Object.fromEntries(Object.entries(typed).filter(isUnfinished));
}

/** Input: the query string of the first address. Asks its parent for addresses by `address.requested`. */
export function createFilterMachine<Query, Name extends string, Display extends object>(
  rules: FilterRules<Query, Name, Display>,
) {
  type Context = FilterContext<Query, Name, Display>;
  const nothing = {} as Filters<Name>;
  const requested = (query: Query): AddressRequested => ({
    type: 'address.requested',
    to: rules.addressOf(query),
  });
  return setup({
    types: {
      context: {} as Context,
      events: {} as FilterEvent<Query, Name, Display>,
      input: {} as { readonly search: string },
    },
    actions: {
      keepQuery: assign((_, { search }: { search: string }) => ({ query: rules.read(search) })),
      keepTyped: assign(({ context }, { name, value }: FilterSet<Name>) => ({
        typed: { ...context.typed, [name]: value },
      })),
      forgetTyped: assign({ typed: nothing }),
      forgetApplied: assign(({ context }, { search }: { search: string }) => ({
        typed: unfinished(context.typed, search) as Filters<Name>,
      })),
      keepDisplay: assign(({ context }, { display }: { display: Partial<Display> }) => ({
        display: { ...context.display, ...display },
      })),
      request: sendParent((_, { query }: { query: Query }) => requested(query)),
      requestTyped: sendParent(({ context }: { context: Context }) =>
        requested(rules.withFilters(context.query, context.typed)),
      ),
      requestChosen: sendParent(({ context }: { context: Context }, { name, value }: FilterSet<Name>) =>
        requested(rules.withFilters(context.query, { ...context.typed, [name]: value })),
      ),
      requestCleared: sendParent(({ context }: { context: Context }) =>
        requested(rules.cleared(context.query)),
      ),
    },
    delays: { pause: 350 },
  }).createMachine({
    id: rules.id,
    context: ({ input }) => ({ query: rules.read(input.search), typed: nothing, display: rules.display }),
    initial: 'settled',
    on: {
      'filter.typed': { target: '.typing', actions: withEvent('keepTyped'), reenter: true },
      'filter.chosen': { target: '.asking', actions: withEvent('requestChosen') },
      'filters.cleared': { target: '.settled', actions: ['forgetTyped', 'requestCleared'] },
      'query.requested': { actions: withEvent('request') },
      'display.chosen': { actions: withEvent('keepDisplay') },
    },
    states: {
      settled: { on: { 'address.shown': { actions: [withEvent('keepQuery'), withEvent('forgetApplied')] } } },
      /** An address that arrives while typing was requested before the last key, so the typed text is kept. */
      typing: {
        after: { pause: { target: 'asking', actions: 'requestTyped' } },
        on: { 'address.shown': { actions: withEvent('keepQuery') } },
      },
      asking: {
        on: {
          'address.shown': {
            target: 'settled',
            actions: [withEvent('keepQuery'), withEvent('forgetApplied')],
          },
        },
      },
    },
  });
}
