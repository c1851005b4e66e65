/** The profile: personal details, picture, sessions and login methods. */
import type { ActorRefFrom } from 'xstate';
import { valuesWithout } from '../core/follow.ts';
import { required } from '../core/placeholders.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import { knownOf, lockedIn } from './personalMachine.ts';
import { profileAreaSetup } from './profileAreaSetup.ts';

const gain = (key: Toast['key']) => ({ toast: { tone: 'gain', key, values: {} } }) as const;

export const profileArea = profileAreaSetup.createMachine({
  id: 'profileArea',
  context: ({ input }) => ({ input, user: null, reportedAt: null }),
  invoke: [
    {
      id: 'profile',
      src: 'profile',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: [
        {
          guard: { type: 'isReadAnew', params: ({ event }) => ({ profile: event.snapshot }) },
          actions: [
            { type: 'keepUser', params: ({ event }) => ({ user: event.snapshot.context.data }) },
            { type: 'keepReported', params: ({ event }) => event.snapshot.context },
            {
              type: 'report',
              params: ({ event: { snapshot } }) => ({
                user: snapshot.context.data,
                readAt: snapshot.context.loadedAt,
              }),
            },
            'tellKept',
          ],
        },
        {
          guard: { type: 'isFirst', params: ({ event }) => ({ user: event.snapshot.context.data }) },
          actions: { type: 'keepUser', params: ({ event }) => ({ user: event.snapshot.context.data }) },
        },
      ],
    },
    { id: 'factors', src: 'factors', input: ({ context }) => ({ now: context.input.now }) },
    { id: 'factorsDialog', src: 'factorsDialog', input: ({ context }) => ({ now: context.input.now }) },
    { id: 'limits', src: 'limits', input: ({ context }) => ({ now: context.input.now }) },
    { id: 'sessions', src: 'sessions', input: ({ context }) => ({ now: context.input.now }) },
    {
      id: 'loginMethods',
      src: 'loginMethods',
      input: ({ context }) => ({ now: context.input.now }),
      onSnapshot: {
        guard: { type: 'isKnown', params: ({ event }) => ({ methods: event.snapshot.context.data }) },
        actions: { type: 'tellMethods', params: ({ event }) => ({ methods: event.snapshot.context.data }) },
      },
    },
    { id: 'access', src: 'access', input: ({ context }) => context.input },
    { id: 'accountData', src: 'accountData', input: ({ context }) => context.input },
    { id: 'avatar', src: 'avatar' },
    {
      id: 'confirmation',
      src: 'confirmation',
      input: ({ context }) => ({ now: context.input.now }),
      onDone: { actions: 'refreshLoginMethods' },
    },
    { id: 'discoverability', src: 'discoverability' },
    { id: 'endSession', src: 'endSession', input: ({ context }) => ({ now: context.input.now }) },
  ],
  on: {
    // A changed balance may mean a freeze, and a read that was already running may miss it.
    'balances.changed': { actions: 'refreshProfile' },
    'data.outdated': { actions: ['refreshSessions', 'refreshLoginMethods', 'refreshFactors'] },
    'person.read': { guard: withEvent('isNewer'), actions: [withEvent('keepUser'), 'tellKept'] },
    'kycStatus.changed': { actions: [withEvent('keepStatus'), 'tellKept'] },
    'screen.shown': { actions: ['tellProfile', 'tellSessions', 'tellLoginMethods', 'tellFactors'] },
    'avatar.changed': {
      actions: [
        withEvent('keepUser'),
        'tellKept',
        withEvent('report'),
        {
          type: 'tell',
          params: ({ event }) => gain(event.isRemoved ? 'avatarRemoved' : 'avatarChanged'),
        },
      ],
    },
    'person.outdated': { actions: ['refreshProfile', 'awaitOutcome'] },
    'outcome.settled': { actions: 'refreshProfile' },
    'discoverability.changed': {
      actions: [
        withEvent('keepUser'),
        'tellKept',
        withEvent('report'),
        { type: 'tell', params: gain('profileSaved') },
      ],
    },
    'access.changed': [
      {
        guard: { type: 'isOutdated', params: ({ event }) => ({ ...event, name: 'profile' }) },
        actions: ['refreshProfile', 'refreshSessions', 'refreshLoginMethods', withEvent('tell')],
      },
      {
        guard: { type: 'isOutdated', params: ({ event }) => ({ ...event, name: 'sessions' }) },
        actions: ['refreshSessions', 'refreshLoginMethods', 'refreshFactors', withEvent('tell')],
      },
      {
        guard: { type: 'isOutdated', params: ({ event }) => ({ ...event, name: 'wallet' }) },
        actions: ['refreshLoginMethods', 'refreshFactors', 'reportLimits', withEvent('tell')],
      },
      { actions: ['refreshLoginMethods', 'refreshFactors', withEvent('tell')] },
    ],
    'sessions.ended': {
      actions: [
        'refreshSessions',
        { type: 'tell', params: ({ event }) => gain(event.isOne ? 'sessionEnded' : 'sessionsEnded') },
      ],
    },
  },
  initial: 'unread',
  states: {
    unread: { always: { guard: 'hasUser', target: 'editing' } },
    editing: {
      on: { 'user.kept': { actions: 'tellPersonal' } },
      invoke: {
        id: 'personal',
        src: 'personal',
        input: ({ context: { input, user } }) => ({
          now: input.now,
          initial: knownOf(required(user)),
          draft: valuesWithout(input.readRecord('profile')?.values ?? {}, lockedIn(required(user))),
        }),
        onDone: {
          target: 'editing',
          reenter: true,
          actions: [
            { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
            { type: 'report', params: ({ event }) => ({ user: event.output }) },
            { type: 'tell', params: gain('profileSaved') },
          ],
        },
      },
    },
  },
});

export type ProfileAreaRef = ActorRefFrom<typeof profileArea>;
