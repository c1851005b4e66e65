/** The operators' console: who is logged in, which area is shown, and what stays open when a session ends. */
import type { ActorRefFrom } from 'xstate';
import { required } from '../core/placeholders.ts';
import type { ConsoleOperator } from './consoleAreas.ts';
import { areaIn, consoleSetup } from './consoleSetup.ts';

const operatorIn = ({ event }: { event: { output: ConsoleOperator } }) => ({ operator: event.output });

/** Logged in, by the form or by a passkey. */
const admitted = {
  target: 'signedIn',
  actions: { type: 'keepOperator', params: operatorIn },
} as const;
const admittedAgain = [
  { guard: { type: 'isSame', params: operatorIn }, target: 'signedIn' },
  { target: 'signedIn', actions: ['closeAll', { type: 'keepOperator', params: operatorIn }] },
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
    'location.changed': { actions: { type: 'keepAsked', params: ({ event }) => event } },
    'area.locked': { actions: { type: 'keepLock', params: ({ event }) => event } },
  },
  states: {
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verifySession',
        src: 'verifySession',
        onDone: [
          {
            guard: { type: 'isSomebody', params: ({ event }) => ({ operator: event.output }) },
            target: 'signedIn',
            actions: { type: 'keepOperator', params: ({ event }) => ({ operator: event.output }) },
          },
          { target: 'signedOut' },
        ],
        onError: { target: 'unreachable', actions: { type: 'keepFailure', params: ({ event }) => event } },
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
        'location.changed': {
          target: '.choosing',
          actions: { type: 'keepAsked', params: ({ event }) => event },
        },
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
            onDone: {
              target: 'showing',
              actions: { type: 'openArea', params: ({ event }) => ({ logic: event.output }) },
            },
            onError: { target: 'missing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        showing: {},
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
      entry: ['forgetSession', 'closeAll', 'forgetOperator'],
      always: 'signedOut',
    },
  },
});

export type ConsoleRef = ActorRefFrom<typeof consoleMachine>;
