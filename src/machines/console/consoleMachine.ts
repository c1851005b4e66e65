/** The operators' console: who is logged in, which area is shown, and what stays open when a session ends. */
import type { ActorRefFrom } from 'xstate';
import { required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { areaIn, consoleSetup } from './consoleSetup.ts';

/** Logged in, by the form or by a passkey. */
const admitted = { target: 'signedIn', actions: withOutput('keepOperator') } as const;
const admittedAgain = [
  { guard: withOutput('isSame'), target: 'signedIn' },
  { target: 'signedIn', actions: ['closeAll', withOutput('keepOperator')] },
] as const;

/**
 * Tags: `busy` while nothing can be shown yet, `loggingIn` while the login form is shown, `signedIn` while an area can be shown. An area's actor
 * outlives its session: the same operator continues it after logging in again.
 */
export const consoleMachine = consoleSetup.createMachine({
  id: 'console',
  context: ({ input }) => ({ ...input, operator: null, asked: '', areas: {}, locked: [], failure: null }),
  initial: 'verifying',
  on: {
    'location.changed': { actions: withEvent('keepAsked') },
    'area.locked': { actions: withEvent('keepLock') },
  },
  states: {
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        onDone: [
          { guard: withOutput('isSomebody'), target: 'signedIn', actions: withOutput('keepOperator') },
          { target: 'signedOut' },
        ],
        onError: { target: 'unreachable', actions: withEvent('keepFailure') },
      },
      after: { timeout: 'unreachable' },
    },
    unreachable: {
      on: { 'retry.requested': 'verifying' },
    },
    signedOut: {
      tags: 'loggingIn',
      invoke: [
        {
          id: 'login',
          src: 'login',
          input: ({ context }) => ({ now: context.now }),
          onDone: admitted,
        },
        { id: 'passkey', src: 'passkey', onDone: admitted },
      ],
    },
    signedIn: {
      tags: 'signedIn',
      invoke: { id: 'watchSession', src: 'watchSession' },
      initial: 'choosing',
      on: {
        'location.changed': { target: '.choosing', actions: withEvent('keepAsked') },
        'session.ended': 'expired',
        'logout.requested': { guard: 'isFree', target: 'signingOut' },
      },
      states: {
        choosing: {
          always: [
            { guard: 'hasNoArea', target: 'forbidden' },
            { guard: 'isOpen', target: 'showing' },
            { target: 'loading' },
          ],
        },
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadArea',
            src: 'loadArea',
            input: ({ context }) => ({ area: required(areaIn(context)) }),
            onDone: { target: 'showing', actions: withOutput('openArea') },
            onError: { target: 'missing', actions: withEvent('keepFailure') },
          },
        },
        showing: {
          invoke: { id: 'checks', src: 'checks' },
          on: { 'check.due': { actions: 'checkArea' } },
        },
        missing: { on: { 'retry.requested': 'loading' } },
        forbidden: {},
      },
    },
    /** The session ended: drafts are kept but not shown. */
    expired: {
      tags: 'loggingIn',
      invoke: [
        {
          id: 'login',
          src: 'login',
          input: ({ context }) => ({ now: context.now, initial: { name: context.operator?.name ?? '' } }),
          onDone: admittedAgain,
        },
        { id: 'passkey', src: 'passkey', onDone: admittedAgain },
      ],
      on: { 'work.discarded': { target: 'signedOut', actions: ['closeAll', 'forgetOperator'] } },
    },
    signingOut: {
      tags: 'busy',
      invoke: { id: 'endSession', src: 'endSession', onDone: 'leaving', onError: 'leaving' },
      after: { logoutTimeout: 'leaving' },
    },
    leaving: {
      entry: 'forgetSession',
      always: [
        // What was typed stays for the same operator, as when a session ends by itself.
        { guard: 'isTyped', target: 'expired' },
        { target: 'signedOut', actions: ['closeAll', 'forgetOperator'] },
      ],
    },
  },
});

export type ConsoleRef = ActorRefFrom<typeof consoleMachine>;
