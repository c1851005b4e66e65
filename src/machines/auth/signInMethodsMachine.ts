/** The ways in beside a password. Its code is loaded once the form is drawn. */
import { type ActorRefFrom, enqueueActions, sendParent, setup } from 'xstate';
import type { Session } from '../../../contract/auth.ts';
import type { Landing } from '../../../contract/landing.ts';
import type { OfferedWays } from '../../../contract/thirdParty.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { providedWatcher } from '../core/placeholders.ts';
import { lettersMachine } from './accountEmailsMachine.ts';
import { browserWalletMachine } from './browserWalletMachine.ts';
import { googleMachine } from './googleMachine.ts';
import type { IdTokenRequest } from './idTokenCallback.ts';

/** Which ways this provider offers, or why not. */
export const waysInMachine = createResourceMachine<OfferedWays>('waysIn');

export interface WaysInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What a person has come with, from a letter or from an identity provider. */
  readonly landing: Landing | null;
  readonly takeRequest: () => IdTokenRequest | null;
}

/** One of the ways has opened a session. */
export interface SessionObtained {
  readonly type: 'session.obtained';
  readonly session: Session;
}

interface LandingArrived {
  readonly type: 'landing.arrived';
  readonly landing: Landing;
}

/** Tells its parent `session.obtained`. */
export const waysMachine = setup({
  types: {
    context: {} as WaysInput,
    events: {} as LandingArrived,
    input: {} as WaysInput,
    children: {} as {
      waysIn: 'waysIn';
      browserWallet: 'browserWallet';
      google: 'google';
      letters: 'letters';
      watchLandings: 'watchLandings';
    },
  },
  actors: {
    waysIn: waysInMachine,
    browserWallet: browserWalletMachine,
    google: googleMachine,
    letters: lettersMachine,
    /** Sends `landing.arrived` for a link that is opened in a tab that is here already. */
    watchLandings: providedWatcher('watchLandings'),
  },
  actions: {
    tellLanding: enqueueActions(({ enqueue }, { landing }: { landing: Landing }) => {
      if (landing.from === 'google') enqueue.sendTo('google', { type: 'google.landed', landing });
      else enqueue.sendTo('letters', { type: 'letter.landed', landing });
    }),
    reportSession: sendParent(
      (_, { session }: { session: Session }): SessionObtained => ({
        type: 'session.obtained',
        session,
      }),
    ),
  },
}).createMachine({
  id: 'ways',
  context: ({ input }) => input,
  invoke: [
    { id: 'watchLandings', src: 'watchLandings' },
    { id: 'waysIn', src: 'waysIn', input: ({ context }) => ({ now: context.now }) },
    {
      id: 'browserWallet',
      src: 'browserWallet',
      input: { linked: [] },
      onDone: { actions: { type: 'reportSession', params: ({ event }) => ({ session: event.output }) } },
    },
    {
      id: 'google',
      src: 'google',
      input: ({ context: { now, landing, takeRequest } }) => ({
        now,
        takeRequest,
        landing: landing?.from === 'google' ? landing : null,
      }),
      onDone: { actions: { type: 'reportSession', params: ({ event }) => ({ session: event.output }) } },
    },
    {
      id: 'letters',
      src: 'letters',
      input: ({ context: { now, landing } }) => ({
        now,
        landing: landing === null || landing.from === 'google' ? null : landing,
      }),
    },
  ],
  on: {
    'landing.arrived': { actions: { type: 'tellLanding', params: ({ event }) => event } },
  },
});

export type WaysInRef = ActorRefFrom<typeof waysInMachine>;
