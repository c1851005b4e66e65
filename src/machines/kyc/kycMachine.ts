/** A person's verification: read, prepared step by step, handed in, decided. Its states are in order of meeting them. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { required } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { knownOf } from '../profile/personalMachine.ts';
import { type KycContext, kycSetup } from './kycSetup.ts';
import type { KycStep, Verification } from './kycSteps.ts';

const keepFailure = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) }),
} as const;
const keepRead = {
  type: 'keepVerification',
  params: ({ event }: { event: { output: Verification } }) => ({ verification: event.output }),
} as const;
const at = (step: KycStep) => ({ guard: { type: 'isAt', params: { step } }, target: step }) as const;
const keepPlace = {
  type: 'keepRecord',
  params: ({ context }: { context: KycContext }): { record: SavedFlow } => ({
    record: { step: 'drafting', values: { step: context.step }, key: null, quote: null },
  }),
} as const;
const forgetPlace = { type: 'keepRecord', params: { record: null } } as const;
const uploadOf = { id: 'document', src: 'document' } as const;
const lost: Failure = { code: 'NETWORK', fields: {}, retryAfter: null, requestId: null };

/**
 * Input: as every flow of an account holder. Tags: `busy` while the case is read or handed in, `slow` when that takes long.
 * Drawn by the status of the case, except in `preparing`, which is drawn by its step.
 */
export const kycMachine = kycSetup.createMachine({
  id: 'kyc',
  context: ({ input }) => ({
    input,
    verification: null,
    step: 'details',
    key: '',
    failure: null,
    refused: {},
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readVerification',
        src: 'readVerification',
        onDone: { target: 'deciding', actions: [keepRead, 'report'] },
        onError: { target: 'failed', actions: keepFailure },
      },
      initial: 'prompt',
      states: {
        prompt: { after: { untilSlow: 'slow' } },
        slow: { tags: 'slow', on: { 'refresh.requested': { target: '#kyc.loading', reenter: true } } },
      },
    },
    failed: { on: { 'refresh.requested': 'loading', shown: 'loading' } },
    deciding: {
      always: [
        { guard: { type: 'hasStatus', params: { status: 'pending' } }, target: 'waiting' },
        { guard: { type: 'hasStatus', params: { status: 'approved' } }, target: 'verified' },
        { guard: { type: 'hasStatus', params: { status: 'unknown' } }, target: 'waiting' },
        { guard: 'isBegun', target: 'preparing', actions: 'resumeStep' },
        { target: 'inviting' },
      ],
    },
    inviting: {
      on: {
        'preparation.begun': { target: 'preparing', actions: ['resumeStep', keepPlace] },
        'refresh.requested': 'loading',
        shown: 'loading',
      },
    },
    preparing: {
      on: {
        'case.changed': { actions: [{ type: 'keepCase', params: ({ event }) => event }, 'report'] },
        'case.outdated': 'loading',
        'step.requested': {
          guard: { type: 'canGo', params: ({ event }) => event },
          target: '.choosing',
          actions: [{ type: 'keepStep', params: ({ event }) => event }, keepPlace],
        },
        'step.continued': {
          guard: 'canContinue',
          target: '.choosing',
          actions: ['takeStep', keepPlace],
        },
        'picture.taken': { actions: { type: 'sendPicture', params: ({ event }) => event } },
      },
      initial: 'choosing',
      states: {
        choosing: {
          always: [
            at('details'),
            at('identity'),
            at('address'),
            at('selfie'),
            { target: 'review', actions: 'makeKey' },
          ],
        },
        details: {
          invoke: {
            id: 'details',
            src: 'details',
            input: ({ context }) => ({
              now: context.input.now,
              initial: knownOf(required(context.verification).user),
              draft: context.input.readRecord('kycDetails')?.values ?? null,
            }),
            onDone: {
              target: 'choosing',
              actions: [
                { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                'report',
                'takeStep',
                keepPlace,
              ],
            },
          },
        },
        identity: { invoke: { ...uploadOf, input: { type: 'passport' } } },
        address: { invoke: { ...uploadOf, input: { type: 'utility_bill' } } },
        selfie: {
          invoke: [
            { ...uploadOf, input: { type: 'selfie' } },
            { id: 'camera', src: 'camera' },
          ],
        },
        review: { on: { 'submission.requested': 'submitting' } },
        submitting: {
          tags: 'busy',
          entry: 'forgetFailure',
          invoke: {
            id: 'submitKyc',
            src: 'submitKyc',
            input: ({ context }) => ({ key: context.key }),
            onDone: {
              target: '#kyc.deciding',
              actions: [{ type: 'keepCase', params: ({ event }) => ({ kyc: event.output }) }, 'report'],
            },
            onError: [
              {
                guard: {
                  type: 'isOutdated',
                  params: ({ event }) => ({ failure: failureOf(event.error) }),
                },
                target: '#kyc.loading',
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
                target: 'review',
                actions: [keepFailure, 'makeKey'],
              },
              // The same key again: if it did arrive, the answer is the same.
              { target: 'review', actions: keepFailure },
            ],
          },
          after: {
            timeout: { target: 'review', actions: { type: 'keepFailure', params: { failure: lost } } },
          },
          // What is being handed in stays as it is.
          on: { 'step.requested': {}, 'step.continued': {} },
        },
      },
    },
    waiting: {
      entry: forgetPlace,
      on: { 'refresh.requested': 'loading', shown: 'loading', 'news.heard': 'loading' },
    },
    verified: { entry: forgetPlace, on: { 'refresh.requested': 'loading', shown: 'loading' } },
  },
});

export type KycRef = ActorRefFrom<typeof kycMachine>;
export type KycSnapshot = SnapshotFrom<typeof kycMachine>;
