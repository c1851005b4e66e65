/** The command palette, a searchable list of pages, actions and data, and the list of keyboard shortcuts. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { withEvent } from '../core/withEvent.ts';

/** The parts that a key opens. */
export type PalettePart = 'commands' | 'shortcuts';

interface PaletteContext {
  /** The part requested before the code loaded; null if the person has gone to another page since. */
  readonly first: PalettePart | null;
  readonly query: string;
  /** The query that the server is asked for, set after a pause in typing. */
  readonly asked: string;
}

type PaletteEvent =
  /** A key or its button was pressed; pressing it again closes the part. */
  | { readonly type: 'part.asked'; readonly part: PalettePart }
  | { readonly type: 'query.typed'; readonly query: string }
  /** A command was chosen, Escape pressed, or another screen opened. */
  | { readonly type: 'closed' };

/** Input: the part to open first. Tag: `typing` until the typed query is searched. */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    input: {} as { readonly part: PalettePart | null },
    tags: {} as 'typing',
  },
  guards: {
    isCommands: (_, { part }: { part: PalettePart | null }) => part === 'commands',
    isShortcuts: (_, { part }: { part: PalettePart | null }) => part === 'shortcuts',
  },
  actions: {
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    askQuery: assign(({ context: { query } }) => ({ asked: query.trim() })),
    forgetQuery: assign({ query: '', asked: '' }),
  },
  delays: { untilAsked: 200 },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ first: input.part, query: '', asked: '' }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        {
          guard: { type: 'isCommands', params: ({ context }) => ({ part: context.first }) },
          target: 'commands',
        },
        {
          guard: { type: 'isShortcuts', params: ({ context }) => ({ part: context.first }) },
          target: 'shortcuts',
        },
        { target: 'closed' },
      ],
    },
    closed: {
      on: { 'part.asked': [{ guard: withEvent('isCommands'), target: 'commands' }, { target: 'shortcuts' }] },
    },
    commands: {
      exit: 'forgetQuery',
      on: {
        'part.asked': [{ guard: withEvent('isCommands'), target: 'closed' }, { target: 'shortcuts' }],
        'query.typed': { target: '.typing', actions: withEvent('keepQuery') },
        closed: 'closed',
      },
      initial: 'asked',
      states: {
        asked: {},
        typing: { tags: 'typing', after: { untilAsked: { target: 'asked', actions: 'askQuery' } } },
      },
    },
    shortcuts: {
      on: {
        'part.asked': [{ guard: withEvent('isCommands'), target: 'commands' }, { target: 'closed' }],
        closed: 'closed',
      },
    },
  },
});

export type PaletteRef = ActorRefFrom<typeof paletteMachine>;
