/** A person's verification: read, prepared, submitted, decided. The case that was read determines the state; see `preparationMachine`. */
import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  forwardTo,
  raise,
  type SnapshotFrom,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { KycCase } from '../../../contract/kyc.ts';
import type { ScreenLeft, SignedInInput } from '../core/area.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { CaseOutdated } from './documentMachine.ts';
import {
  stepToResume,
  type Verification,
  type VerificationChanged,
  type VerificationRead,
} from './kycSteps.ts';
import { preparationMachine } from './preparationMachine.ts';

interface KycContext {
  readonly input: SignedInInput;
  /** The verification that was read last; null before. */
  readonly verification: Verification | null;
  /** The stored step of the preparation when the case was read; null for none. */
  readonly keptStep: string | null;
  /** Why the last read failed. */
  readonly failure: Failure | null;
  /** The case changed, or may have, after the running read began. */
  readonly isOutdated: boolean;
}

type KycEvent =
  | CaseOutdated
  | VerificationChanged
  | ScreenLeft
  | { readonly type: 'verification.read' }
  | { readonly type: 'screen.shown' }
  /** A notification arrived, so the case may have been decided. */
  | { readonly type: 'notification.heard' }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'preparation.begun' };

const isJudged = ({ status }: KycCase) =>
  status === 'pending' || status === 'unknown' || status === 'approved';

const keepAnswer = [withOutput('keepVerification'), 'report', 'tellRead'] as const;
const again = { target: '#kyc.reading.loading', reenter: true } as const;
const forgetPlace = { type: 'keepRecord', params: { record: null } } as const;

/**
 * Input: as for every flow of a signed-in person. `stage` is what the person is asked for, `reading` the freshness of the case:
 * the last case stays while it is read again. Tags: `busy` while it is read, `slow` when that takes long.
 */
export const kycMachine = setup({
  types: {
    context: {} as KycContext,
    events: {} as KycEvent,
    input: {} as SignedInInput,
    tags: {} as 'busy' | 'slow',
    children: {} as { readVerification: 'readVerification'; preparation: 'preparation' },
  },
  actors: {
    readVerification: placeholderPromise<VerificationRead, void>('readVerification'),
    preparation: preparationMachine,
  },
  guards: {
    hasStatus: ({ context }, { status }: { status: KycCase['status'] }) =>
      context.verification?.kyc.status === status,
    /** Whether the person stays at their step after a read. */
    goesOn: ({ context: { verification, keptStep } }) =>
      verification !== null &&
      !isJudged(verification.kyc) &&
      (keptStep === null || stepToResume(verification, keptStep) === keptStep),
    /** Whether documents wait to be submitted, or the person was in the middle of a preparation. */
    isBegun: ({ context: { verification, keptStep } }) =>
      verification?.kyc.status === 'inProgress' || keptStep !== null,
  },
  actions: {
    /** Null when no preparation is in progress. */
    keepRecord: (_, _kept: { record: SavedFlow | null }) => {
      throw new Error('provide keepRecord');
    },
    keepVerification: assign((_, verification: Verification) => ({ verification, failure: null })),
    keepStep: assign((_, { keptStep }: VerificationRead) => ({ keptStep })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    markOutdated: assign({ isOutdated: true }),
    forgetMark: assign({ isOutdated: false }),
    askAgain: enqueueActions(({ context, enqueue }) => {
      if (context.isOutdated) enqueue.raise({ type: 'refresh.requested' });
    }),
    tellRead: raise({ type: 'verification.read' }),
    /** The preparation stays, so that a running upload continues. */
    tellPreparation: sendTo('preparation', ({ context }) => ({
      type: 'verification.changed',
      verification: required(context.verification),
    })),
    readAgain: raise({ type: 'refresh.requested' }),
    report: sendParent(({ context }) => ({
      type: 'kycStatus.changed',
      status: required(context.verification).kyc.status,
    })),
    /** Reports a person whom the preparation has just read. One that it only kept may have changed elsewhere since. */
    reportRead: enqueueActions(({ context, enqueue }, { user, readAt }: Verification) => {
      if (readAt > required(context.verification).readAt)
        enqueue.sendParent({ type: 'profile.changed', user, readAt });
    }),
  },
  delays: { untilSlow: 10_000 },
}).createMachine({
  id: 'kyc',
  context: ({ input }) => ({ input, verification: null, keptStep: null, failure: null, isOutdated: false }),
  type: 'parallel',
  on: { 'case.outdated': { actions: 'readAgain' } },
  states: {
    reading: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          entry: 'forgetMark',
          // The read may have begun before the change, so it is repeated.
          on: { 'verification.changed': again },
          invoke: {
            id: 'readVerification',
            src: 'readVerification',
            onDone: { target: 'read', actions: [withOutput('keepStep'), ...keepAnswer, 'askAgain'] },
            onError: { target: 'failed', actions: [withEvent('keepFailure'), 'askAgain'] },
          },
          initial: 'prompt',
          states: {
            prompt: {
              after: { untilSlow: 'slow' },
              on: { 'refresh.requested': { actions: 'markOutdated' } },
            },
            slow: { tags: 'slow', on: { 'refresh.requested': again } },
          },
        },
        read: {
          on: {
            'refresh.requested': 'loading',
            // Also during a preparation: the person may have changed their details elsewhere.
            'screen.shown': 'loading',
          },
        },
        failed: { on: { 'refresh.requested': 'loading', 'screen.shown': 'loading' } },
      },
    },
    stage: {
      initial: 'unknown',
      on: {
        'verification.read': [
          { guard: { type: 'hasStatus', params: { status: 'pending' } }, target: '.waiting' },
          { guard: { type: 'hasStatus', params: { status: 'unknown' } }, target: '.waiting' },
          { guard: { type: 'hasStatus', params: { status: 'approved' } }, target: '.verified' },
          { guard: 'isBegun', target: '.preparing' },
          { target: '.inviting' },
        ],
      },
      states: {
        unknown: { on: { 'notification.heard': { actions: 'readAgain' } } },
        inviting: { on: { 'preparation.begun': 'preparing' } },
        preparing: {
          invoke: {
            id: 'preparation',
            src: 'preparation',
            input: ({ context }) => ({ input: context.input, verification: required(context.verification) }),
            onDone: { actions: keepAnswer },
          },
          on: {
            // Handled here only when the person stays at their step; otherwise as in the other states.
            'verification.read': { guard: 'goesOn', actions: 'tellPreparation' },
            'screen.left': { actions: forwardTo('preparation') },
            'verification.changed': {
              actions: [
                { type: 'reportRead', params: ({ event }) => event.verification },
                { type: 'keepVerification', params: ({ event }) => event.verification },
                'report',
              ],
            },
          },
        },
        waiting: { entry: forgetPlace, on: { 'notification.heard': { actions: 'readAgain' } } },
        verified: { entry: forgetPlace },
      },
    },
  },
});

export type KycRef = ActorRefFrom<typeof kycMachine>;
export type KycSnapshot = SnapshotFrom<typeof kycMachine>;
