/** Lifting a freeze that "This was not me" set: what is still required, and a proof of the person. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Factors } from '../../../contract/factors.ts';
import type { SignInMethods } from '../../../contract/security.ts';
import type { User } from '../../../contract/user.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withOutput } from '../core/withEvent.ts';
import { createProofForm } from './proofForm.ts';

/** `submit` answers the account after the proof. */
export const unfreezeForm = createProofForm<User>('unfreezeForm');

/** The account's current state, and the methods by which the person can prove who they are. */
export interface FreezeDetails {
  readonly user: User;
  readonly methods: SignInMethods;
  readonly factors: Factors;
}

interface UnfreezeInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface UnfreezeContext extends UnfreezeInput {
  readonly details: FreezeDetails | null;
}

type UnfreezeEvent = { readonly type: 'refresh.requested' };

const isProtected = ({ totp, passkeys }: Factors) => totp !== null || passkeys.length > 0;

/** Tag: `busy` while the account is read. */
export const unfreezeMachine = setup({
  types: {
    context: {} as UnfreezeContext,
    events: {} as UnfreezeEvent,
    input: {} as UnfreezeInput,
    tags: {} as 'busy',
    children: {} as { readDetails: 'readDetails'; unfreezeForm: 'unfreezeForm' },
  },
  actors: { unfreezeForm, readDetails: placeholderPromise<FreezeDetails, void>('readDetails') },
  guards: {
    isActive: ({ context }) => context.details?.user.status !== 'frozen',
    isProven: ({ context }) => (context.details?.user.freeze?.lifting?.proven_at ?? null) !== null,
    isReported: ({ context }) => context.details?.user.freeze?.lifting !== undefined,
  },
  actions: {
    keepDetails: assign((_, details: FreezeDetails) => ({ details })),
    keepUser: assign(({ context }, user: User) => ({
      details: { ...required(context.details), user },
    })),
  },
  // While the person waits for support, the account is read again automatically.
  delays: { timeout: 15_000, recheck: 20_000 },
}).createMachine({
  id: 'unfreeze',
  context: ({ input }) => ({ ...input, details: null }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDetails',
        src: 'readDetails',
        onDone: { target: 'read', actions: withOutput('keepDetails') },
        onError: 'failed',
      },
      after: { timeout: 'failed' },
    },
    failed: { on: { 'refresh.requested': 'reading' } },
    read: {
      always: [
        { guard: 'isActive', target: 'lifted' },
        { guard: 'isProven', target: 'waiting' },
        { guard: 'isReported', target: 'asking' },
        { target: 'supportOnly' },
      ],
    },
    asking: {
      invoke: {
        id: 'unfreezeForm',
        src: 'unfreezeForm',
        input: ({ context: { now, details } }) => {
          const { methods, factors } = required(details);
          return { now, initial: { hasPassword: methods.password && !isProtected(factors) } };
        },
        onDone: { target: 'read', actions: withOutput('keepUser') },
      },
    },
    waiting: {
      on: { 'refresh.requested': 'reading' },
      initial: 'resting',
      states: {
        resting: { after: { recheck: 'rechecking' } },
        rechecking: {
          invoke: {
            id: 'readDetails',
            src: 'readDetails',
            onDone: { target: '#unfreeze.read', actions: withOutput('keepDetails') },
            onError: 'resting',
          },
          after: { timeout: 'resting' },
        },
      },
    },
    supportOnly: { on: { 'refresh.requested': 'reading' } },
    lifted: {},
  },
});

export type UnfreezeRef = ActorRefFrom<typeof unfreezeMachine>;
export type UnfreezeFormRef = ActorRefFrom<typeof unfreezeForm>;
