/** The flows of a signed-out person: each starts at the first visit to its screen and is kept until a session opens. */
import { type AnyActorLogic, type AnyActorRef, assign, fromCallback, sendTo, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { AuthCallback } from '../../../contract/authCallback.ts';
import { type CodeLoaded, createCodeLoaderMachine } from '../core/createCodeLoaderMachine.ts';
import type { FormValues } from '../core/formState.ts';
import type { RouteName } from '../core/location.ts';
import { required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { captchaMachine } from './captchaMachine.ts';
import { registrationMachine } from './registrationMachine.ts';
import type { PendingLogin, SecondFactorRequired } from './secondFactorForm.ts';
import { signInMachine } from './signInMachine.ts';
import type { SessionObtained } from './signInMethodsMachine.ts';

type MethodsLoaded = CodeLoaded<AnyActorLogic, 'signInMethods'>;

/** Password login works without these methods, so a failure to load their code is not reported. */
export const signInMethodsLoader = createCodeLoaderMachine<AnyActorLogic, 'signInMethods'>();

export interface SignedOutInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The draft of a registration from before a reload. */
  readonly readDraft?: () => FormValues | null;
  /** What was typed in the login form before a reload, without the password. */
  readonly readSignInDraft?: () => FormValues | null;
  /** Takes the data of an email link or of an identity provider's answer; it can be read once. */
  readonly takeCallback?: (() => AuthCallback | null) | undefined;
}

interface SignedOutContext extends SignedOutInput {
  readonly session: Session | null;
  readonly callback: AuthCallback | null;
  /** The sign-in methods other than a password; null until their code has loaded. */
  readonly signInMethods: AnyActorRef | null;
  /** The first step of an account with a second factor, passed on to the sign-in methods. */
  readonly pending: PendingLogin | null;
}

type SignedOutEvent =
  | { readonly type: 'screen.shown'; readonly name: RouteName }
  | SecondFactorRequired
  | SessionObtained
  | MethodsLoaded;

/** Output: the session that one of the flows opened. */
export const signedOutMachine = setup({
  types: {
    context: {} as SignedOutContext,
    events: {} as SignedOutEvent,
    input: {} as SignedOutInput,
    output: {} as Session,
    children: {} as {
      signInMethodsLoader: 'signInMethodsLoader';
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
    /** The captcha for a sign-in is solved only on demand, because most sign-ins need none; the app provides what tells its progress. */
    signInCaptcha: captchaMachine.provide({ actors: { watchCaptcha: fromCallback(() => {}) } }),
    signInMethodsLoader,
  },
  guards: {
    hasSignInMethods: ({ context }) => context.signInMethods !== null,
    isScreen: (_, { name, shown }: { name: RouteName; shown: RouteName }) => name === shown,
  },
  actions: {
    keepSession: assign((_, session: Session) => ({ session })),
    openSignInMethods: assign(({ context, spawn }, { logic }: MethodsLoaded) => {
      const { now, callback, pending } = context;
      return { signInMethods: spawn(logic, { input: { now, callback, pending } }), pending: null };
    }),
    keepPending: assign((_, { first, methods }: SecondFactorRequired) => ({ pending: { first, methods } })),
    passOn: sendTo(
      ({ context }) => required(context.signInMethods),
      ({ event }) => event,
    ),
  },
}).createMachine({
  id: 'signedOut',
  context: ({ input }) => ({
    ...input,
    session: null,
    callback: input.takeCallback?.() ?? null,
    signInMethods: null,
    pending: null,
  }),
  output: ({ context }) => required(context.session),
  initial: 'visiting',
  states: {
    visiting: {
      type: 'parallel',
      invoke: {
        id: 'signInMethodsLoader',
        src: 'signInMethodsLoader',
        input: { name: 'signInMethods', shown: null },
      },
      on: {
        'code.loaded': { actions: withEvent('openSignInMethods') },
        // The server may answer a password before the code of the sign-in methods has loaded.
        'secondFactor.required': [
          { guard: 'hasSignInMethods', actions: 'passOn' },
          { actions: withEvent('keepPending') },
        ],
        'session.obtained': {
          target: 'admitted',
          actions: { type: 'keepSession', params: ({ event }) => event.session },
        },
      },
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
              invoke: [
                { id: 'signInCaptcha', src: 'signInCaptcha' },
                {
                  id: 'signIn',
                  src: 'signIn',
                  input: ({ context }) => ({ now: context.now, draft: context.readSignInDraft?.() ?? null }),
                  onDone: { target: '#signedOut.admitted', actions: withOutput('keepSession') },
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
                  onDone: { target: '#signedOut.admitted', actions: withOutput('keepSession') },
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
