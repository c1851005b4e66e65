/** The command palette: a list of everything that can be gone to or done, found by typing; and the list of keys. */
import { type ActorRefFrom, assign, setup } from 'xstate';

/** What is opened by a key. */
export type PalettePart = 'commands' | 'shortcuts';

interface PaletteContext {
  /** What was asked for before the code was there; null if the person has gone to another page since. */
  readonly first: PalettePart | null;
  /** What is typed to find a command. */
  readonly query: string;
}

type PaletteEvent =
  /** A key was pressed, or its button: the same again closes. */
  | { readonly type: 'part.asked'; readonly part: PalettePart }
  | { readonly type: 'query.typed'; readonly query: string }
  /** A command was chosen, Escape pressed, or another screen came. */
  | { readonly type: 'closed' };

type PartAsked = Extract<PaletteEvent, { type: 'part.asked' }>;

const isCommands = { type: 'isCommands', params: ({ event }: { event: PartAsked }) => event } as const;

/** Input: what was asked for first. */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    input: {} as { readonly part: PalettePart | null },
  },
  guards: {
    isCommands: (_, { part }: { part: PalettePart | null }) => part === 'commands',
    isShortcuts: (_, { part }: { part: PalettePart | null }) => part === 'shortcuts',
  },
  actions: {
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    forgetQuery: assign({ query: '' }),
  },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ first: input.part, query: '' }),
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
        'query.typed': { actions: { type: 'keepQuery', params: ({ event }) => event } },
        closed: 'closed',
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
