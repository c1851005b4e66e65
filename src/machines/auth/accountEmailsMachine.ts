/** What is done by letter: a new password, and the confirmation of an e-mail address. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { Landing } from '../../../contract/landing.ts';
import { kept, providedPromise } from '../core/placeholders.ts';
import { askConfirmationMachine, askResetMachine, newPasswordMachine } from './accountEmailForms.ts';

type LetterLanding = Exclude<Landing, { from: 'google' }>;

interface LettersInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What a letter's link has brought; null when nobody comes by one. */
  readonly landing: LetterLanding | null;
}

interface LettersContext extends LettersInput {
  /** Where the letter goes. */
  readonly email: string;
  /** Why a link did nothing. */
  readonly failure: Failure | null;
}

type LettersEvent =
  /** `email`: what was already typed elsewhere. */
  | { readonly type: 'reset.wanted'; readonly email: string }
  | { readonly type: 'confirmation.wanted'; readonly email: string }
  | { readonly type: 'letter.landed'; readonly landing: LetterLanding }
  | { readonly type: 'confirmation.retried' }
  | { readonly type: 'letters.left' };

/** Tags: `instead` while it is drawn in place of the form, `busy`. */
export const lettersMachine = setup({
  types: {
    context: {} as LettersContext,
    events: {} as LettersEvent,
    input: {} as LettersInput,
    tags: {} as 'instead' | 'busy',
    children: {} as {
      askReset: 'askReset';
      askConfirmation: 'askConfirmation';
      newPassword: 'newPassword';
      confirmEmail: 'confirmEmail';
    },
  },
  actors: {
    askReset: askResetMachine,
    askConfirmation: askConfirmationMachine,
    newPassword: newPasswordMachine,
    confirmEmail: providedPromise<void, { readonly token: string }>('confirmEmail'),
  },
  guards: {
    isReset: ({ context }) => context.landing?.from === 'reset',
    isConfirmation: ({ context }) => context.landing?.from === 'confirmation',
  },
  actions: {
    keepEmail: assign((_, { email }: { email: string }) => ({ email })),
    keepLanding: assign((_, { landing }: { landing: LetterLanding }) => ({ landing, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    forgetLanding: assign({ landing: null, failure: null }),
  },
}).createMachine({
  id: 'letters',
  context: ({ input }) => ({ ...input, email: '', failure: null }),
  initial: 'landing',
  on: {
    'letters.left': { target: '.resting', actions: 'forgetLanding' },
    'letter.landed': { target: '.landing', actions: { type: 'keepLanding', params: ({ event }) => event } },
    'reset.wanted': {
      target: '.askingReset',
      actions: ['forgetLanding', { type: 'keepEmail', params: ({ event }) => event }],
    },
    'confirmation.wanted': {
      target: '.askingConfirmation',
      actions: ['forgetLanding', { type: 'keepEmail', params: ({ event }) => event }],
    },
  },
  states: {
    landing: {
      always: [
        { guard: 'isReset', target: 'settingPassword' },
        { guard: 'isConfirmation', target: 'confirming' },
        { target: 'resting' },
      ],
    },
    resting: {},
    askingReset: {
      tags: 'instead',
      invoke: {
        id: 'askReset',
        src: 'askReset',
        input: ({ context }) => ({ now: context.now, draft: { email: context.email } }),
        onDone: {
          target: 'resetSent',
          actions: { type: 'keepEmail', params: ({ event }) => ({ email: event.output }) },
        },
      },
    },
    resetSent: { tags: 'instead' },
    settingPassword: {
      tags: 'instead',
      invoke: {
        id: 'newPassword',
        src: 'newPassword',
        input: ({ context }) => ({ now: context.now, draft: { token: kept(context.landing).token } }),
        onDone: { target: 'passwordSet', actions: 'forgetLanding' },
      },
    },
    passwordSet: { tags: 'instead' },
    confirming: {
      tags: ['instead', 'busy'],
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: ({ context }) => ({ token: kept(context.landing).token }),
        onDone: { target: 'confirmed', actions: 'forgetLanding' },
        onError: {
          target: 'unconfirmed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    confirmed: { tags: 'instead' },
    unconfirmed: { tags: 'instead', on: { 'confirmation.retried': 'confirming' } },
    askingConfirmation: {
      tags: 'instead',
      invoke: {
        id: 'askConfirmation',
        src: 'askConfirmation',
        input: ({ context }) => ({ now: context.now, draft: { email: context.email } }),
        onDone: {
          target: 'confirmationSent',
          actions: { type: 'keepEmail', params: ({ event }) => ({ email: event.output }) },
        },
      },
    },
    confirmationSent: { tags: 'instead' },
  },
});

export type LettersRef = ActorRefFrom<typeof lettersMachine>;
