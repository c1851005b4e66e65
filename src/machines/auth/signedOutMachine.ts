/** What a signed-out visitor has begun: a flow starts when they first come to its screen and is kept until a session opens. */
import { type AnyActorLogic, type AnyActorRef, assign, fromCallback, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { Landing } from '../../../contract/landing.ts';
import type { FormDraft } from '../core/createFormMachine.ts';
import type { RouteName } from '../core/location.ts';
import { kept, providedPromise } from '../core/placeholders.ts';
import { captchaMachine } from './captchaMachine.ts';
import { registrationMachine } from './registrationMachine.ts';
import { signInMachine } from './signInMachine.ts';
import type { SessionObtained, WaysInput } from './signInMethodsMachine.ts';

export interface VisitorInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What was typed of a registration before a reload. */
  readonly readDraft?: () => FormDraft | null;
  /** What a person has come with from outside, to be had once. */
  readonly takeLanding?: (() => Landing | null) | undefined;
  /** What this tab has kept of a sign-in elsewhere, to be had once. */
  readonly takeRequest?: WaysInput['takeRequest'] | undefined;
}

interface VisitorContext extends VisitorInput {
  readonly session: Session | null;
  readonly landing: Landing | null;
  /** The ways in beside a password; null until their code is there. */
  readonly ways: AnyActorRef | null;
}

type VisitorEvent = { readonly type: 'screen.shown'; readonly name: RouteName } | SessionObtained;

/** Output: the session that one of the flows opened. */
export const visitorMachine = setup({
  types: {
    context: {} as VisitorContext,
    events: {} as VisitorEvent,
    input: {} as VisitorInput,
    output: {} as Session,
    children: {} as {
      signIn: 'signIn';
      signInCaptcha: 'signInCaptcha';
      registration: 'registration';
      captcha: 'captcha';
    },
  },
  actors: {
    signIn: signInMachine,
    registration: registrationMachine,
    captcha: captchaMachine,
    /** Nothing is solved ahead of a sign-in, because most need no captcha. Where nobody watches, none is shown. */
    signInCaptcha: captchaMachine.provide({ actors: { watchCaptcha: fromCallback(() => {}) } }),
    loadWays: providedPromise<AnyActorLogic, void>('loadWays'),
  },
  guards: {
    isScreen: (_, { name, shown }: { name: RouteName; shown: RouteName }) => name === shown,
  },
  actions: {
    keepSession: assign((_, { output }: { output: Session }) => ({ session: output })),
    openWays: assign(({ context, spawn }, { logic }: { logic: AnyActorLogic }) => {
      const { now, landing, takeRequest = () => null } = context;
      const input: WaysInput = { now, landing, takeRequest };
      return { ways: spawn(logic, { input }) };
    }),
  },
  delays: { patience: 1000, untilAnew: 30_000 },
}).createMachine({
  id: 'visitor',
  context: ({ input }) => ({
    ...input,
    session: null,
    landing: input.takeLanding?.() ?? null,
    ways: null,
  }),
  output: ({ context }) => kept(context.session),
  initial: 'visiting',
  states: {
    visiting: {
      type: 'parallel',
      on: {
        'session.obtained': {
          target: 'admitted',
          actions: { type: 'keepSession', params: ({ event }) => ({ output: event.session }) },
        },
      },
      states: {
        ways: {
          initial: 'unvisited',
          states: {
            unvisited: { on: { 'screen.shown': 'loading' } },
            loading: {
              invoke: {
                id: 'loadWays',
                src: 'loadWays',
                onDone: {
                  target: 'open',
                  actions: { type: 'openWays', params: ({ event }) => ({ logic: event.output }) },
                },
                // Whoever has a password needs none of them, so nobody is told.
                onError: 'waiting',
              },
              after: { untilAnew: { target: 'loading', reenter: true } },
            },
            waiting: { after: { patience: 'loading' } },
            open: {},
          },
        },
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
              invoke: [
                { id: 'signInCaptcha', src: 'signInCaptcha' },
                {
                  id: 'signIn',
                  src: 'signIn',
                  input: ({ context }) => ({ now: context.now }),
                  onDone: {
                    target: '#visitor.admitted',
                    actions: { type: 'keepSession', params: ({ event }) => event },
                  },
                },
              ],
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
