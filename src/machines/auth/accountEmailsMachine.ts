/** Setting a new password and confirming an email address, both by a link in an email. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { isEmailToken } from '../../../contract/accountEmails.ts';
import type { AuthCallback } from '../../../contract/authCallback.ts';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { askConfirmationMachine, askResetMachine, newPasswordMachine } from './accountEmailForms.ts';

type EmailLinkCallback = Exclude<AuthCallback, { from: 'google' }>;

interface AccountEmailsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The data of the email link by which the page was opened; null without one. */
  readonly callback: EmailLinkCallback | null;
}

interface AccountEmailsContext extends AccountEmailsInput {
  /** The address that the email goes to. */
  readonly email: string;
  /** Why the link failed. */
  readonly failure: Failure | null;
}

type AccountEmailsEvent =
  /** `email`: what was typed in the login form. */
  | { readonly type: 'reset.wanted'; readonly email: string }
  | { readonly type: 'confirmation.wanted'; readonly email: string }
  | { readonly type: 'emailLink.opened'; readonly callback: EmailLinkCallback }
  | { readonly type: 'confirmation.retried' }
  | { readonly type: 'accountEmails.left' };

/** Tags: `instead` while this is drawn in place of the login form, `busy`. */
export const accountEmailsMachine = setup({
  types: {
    context: {} as AccountEmailsContext,
    events: {} as AccountEmailsEvent,
    input: {} as AccountEmailsInput,
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
    confirmEmail: placeholderPromise<void, { readonly token: string }>('confirmEmail'),
  },
  guards: {
    isUnusable: ({ context }) => context.callback !== null && !isEmailToken(context.callback.token),
    isReset: ({ context }) => context.callback?.from === 'reset',
    isConfirmation: ({ context }) => context.callback?.from === 'confirmation',
  },
  actions: {
    keepEmail: assign((_, { email }: { email: string }) => ({ email })),
    keepRecipient: assign((_, email: string) => ({ email })),
    keepCallback: assign((_, { callback }: { callback: EmailLinkCallback }) => ({ callback, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFailure: assign({ failure: null }),
    forgetCallback: assign({ callback: null, failure: null }),
  },
}).createMachine({
  id: 'accountEmails',
  context: ({ input }) => ({ ...input, email: '', failure: null }),
  initial: 'callback',
  on: {
    'accountEmails.left': { target: '.resting', actions: 'forgetCallback' },
    'emailLink.opened': { target: '.callback', actions: withEvent('keepCallback') },
    'reset.wanted': { target: '.askingReset', actions: ['forgetCallback', withEvent('keepEmail')] },
    'confirmation.wanted': {
      target: '.askingConfirmation',
      actions: ['forgetCallback', withEvent('keepEmail')],
    },
  },
  states: {
    callback: {
      always: [
        { guard: 'isUnusable', target: 'unusable' },
        { guard: 'isReset', target: 'settingPassword' },
        { guard: 'isConfirmation', target: 'confirming' },
        { target: 'resting' },
      ],
    },
    resting: {},
    /** The link is incomplete or altered. */
    unusable: { tags: 'instead' },
    askingReset: {
      tags: 'instead',
      invoke: {
        id: 'askReset',
        src: 'askReset',
        input: ({ context }) => ({ now: context.now, draft: { email: context.email } }),
        onDone: { target: 'resetSent', actions: withOutput('keepRecipient') },
      },
    },
    resetSent: { tags: 'instead' },
    settingPassword: {
      tags: 'instead',
      invoke: {
        id: 'newPassword',
        src: 'newPassword',
        input: ({ context }) => ({ now: context.now, draft: { token: required(context.callback).token } }),
        onDone: { target: 'passwordSet', actions: 'forgetCallback' },
      },
    },
    passwordSet: { tags: 'instead' },
    confirming: {
      tags: ['instead', 'busy'],
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: ({ context }) => ({ token: required(context.callback).token }),
        onDone: { target: 'confirmed', actions: 'forgetCallback' },
        onError: { target: 'unconfirmed', actions: withEvent('keepFailure') },
      },
    },
    confirmed: { tags: 'instead' },
    unconfirmed: {
      tags: 'instead',
      on: { 'confirmation.retried': { target: 'confirming', actions: 'forgetFailure' } },
    },
    askingConfirmation: {
      tags: 'instead',
      invoke: {
        id: 'askConfirmation',
        src: 'askConfirmation',
        input: ({ context }) => ({ now: context.now, draft: { email: context.email } }),
        onDone: { target: 'confirmationSent', actions: withOutput('keepRecipient') },
      },
    },
    confirmationSent: { tags: 'instead' },
  },
});

export type AccountEmailsRef = ActorRefFrom<typeof accountEmailsMachine>;
