/** The command palette: a list of everything that can be gone to, done or found, by typing; and the list of keys. */
import { type ActorRefFrom, assign, setup } from 'xstate';

/** What is opened by a key. */
export type PalettePart = 'commands' | 'shortcuts';

interface PaletteContext {
  /** What was asked for before the code was there; null if the person has gone to another page since. */
  readonly first: PalettePart | null;
  /** What is typed to find a command. */
  readonly query: string;
  /** What the server is asked to find: the query, once nobody has typed for a moment. */
  readonly asked: string;
}

type PaletteEvent =
  /** A key was pressed, or its button: the same again closes. */
  | { readonly type: 'part.asked'; readonly part: PalettePart }
  | { readonly type: 'query.typed'; readonly query: string }
  /** A command was chosen, Escape pressed, or another screen came. */
  | { readonly type: 'closed' };

type PartAsked = Extract<PaletteEvent, { type: 'part.asked' }>;

const isCommands = { type: 'isCommands', params: ({ event }: { event: PartAsked }) => event } as const;

/** Input: what was asked for first. Tag: `typing` until what is typed is asked for. */
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
      on: { 'part.asked': [{ guard: isCommands, target: 'commands' }, { target: 'shortcuts' }] },
    },
    commands: {
      exit: 'forgetQuery',
      on: {
        'part.asked': [{ guard: isCommands, target: 'closed' }, { target: 'shortcuts' }],
        'query.typed': {
          target: '.typing',
          actions: { type: 'keepQuery', params: ({ event }) => event },
        },
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
        'part.asked': [{ guard: isCommands, target: 'commands' }, { target: 'closed' }],
        closed: 'closed',
      },
    },
  },
});

export type PaletteRef = ActorRefFrom<typeof paletteMachine>;
