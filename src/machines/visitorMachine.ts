/** What a signed-out visitor has begun: a flow starts when they first come to its screen and is kept until a session opens. */
import { assign, setup } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { captchaMachine } from './captchaMachine.ts';
import type { FormDraft } from './createFormMachine.ts';
import type { RouteName } from './location.ts';
import { kept } from './provided.ts';
import { registrationMachine } from './registrationMachine.ts';
import { signInMachine } from './signInMachine.ts';

interface VisitorInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What was typed of a registration before a reload. */
  readonly readDraft?: () => FormDraft | null;
}

interface VisitorContext extends VisitorInput {
  readonly session: Session | null;
}

/** Output: the session that one of the flows opened. */
export const visitorMachine = setup({
  types: {
    context: {} as VisitorContext,
    events: {} as { readonly type: 'screen.shown'; readonly name: RouteName },
    input: {} as VisitorInput,
    output: {} as Session,
    children: {} as { signIn: 'signIn'; registration: 'registration'; captcha: 'captcha' },
  },
  actors: { signIn: signInMachine, registration: registrationMachine, captcha: captchaMachine },
  guards: {
    isScreen: (_, { name, shown }: { name: RouteName; shown: RouteName }) => name === shown,
  },
  actions: {
    keepSession: assign((_, { output }: { output: Session }) => ({ session: output })),
  },
}).createMachine({
  id: 'visitor',
  context: ({ input }) => ({ ...input, session: null }),
  output: ({ context }) => kept(context.session),
  initial: 'visiting',
  states: {
    visiting: {
      type: 'parallel',
      states: {
        signIn: {
          initial: 'unvisited',
          states: {
            unvisited: {
              on: {
                'screen.shown': {
                  guard: { type: 'isScreen', params: ({ event }) => ({ name: 'login', shown: event.name }) },
                  target: 'open',
                },
              },
            },
            open: {
              invoke: {
                id: 'signIn',
                src: 'signIn',
                input: ({ context }) => ({ now: context.now }),
                onDone: {
                  target: '#visitor.admitted',
                  actions: { type: 'keepSession', params: ({ event }) => event },
                },
              },
            },
          },
        },
        registration: {
          initial: 'unvisited',
          states: {
            unvisited: {
              on: {
                'screen.shown': {
                  guard: {
                    type: 'isScreen',
                    params: ({ event }) => ({ name: 'registration', shown: event.name }),
                  },
                  target: 'open',
                },
              },
            },
            open: {
              invoke: [
                { id: 'captcha', src: 'captcha' },
                {
                  id: 'registration',
                  src: 'registration',
                  input: ({ context }) => ({ now: context.now, draft: context.readDraft?.() ?? null }),
                  onDone: {
                    target: '#visitor.admitted',
                    actions: { type: 'keepSession', params: ({ event }) => event },
                  },
                },
              ],
            },
          },
        },
      },
    },
    admitted: { type: 'final' },
  },
});
