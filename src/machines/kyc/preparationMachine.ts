/** The preparation of a verification: the person's details, the documents of each part, and submitting them. */
import { type ActorRefFrom, assign, forwardTo, type SnapshotFrom, sendParent, sendTo, setup } from 'xstate';
import { failureOf, unanswered } from '../../../contract/failure.ts';
import type { KycCase } from '../../../contract/kyc.ts';
import type { User } from '../../../contract/user.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { isRefusal } from '../money/moneyFlow.ts';
import { knownOf } from '../profile/personalMachine.ts';
import { cameraMachine } from './cameraMachine.ts';
import { detailsMachine } from './detailsMachine.ts';
import { documentMachine } from './documentMachine.ts';
import type { KycStep, Verification, VerificationChanged } from './kycSteps.ts';
import { canGo, hasOtherDocuments, isComplete, nextStep, stepToResume, stillMissing } from './kycSteps.ts';
import type { PreparationContext, PreparationEvent, PreparationInput } from './preparationContext.ts';

const justRead = ({ context, event }: { context: PreparationContext; event: { output: User } }) => ({
  ...{ user: event.output, readAt: context.input.now() },
});
const at = (step: KycStep) => ({ guard: { type: 'isAt', params: { step } }, target: step }) as const;

/** Keeps a case and its person that the parent has read, and what is still missing by it. */
const keepRead = [
  withEvent('keepElsewhere'),
  { type: 'keepKnown', params: ({ event }: { event: VerificationChanged }) => event.verification },
  'forgetPresent',
] as const;

/** Output: the submitted case, and its person. Tag: `busy` while it is submitted. Each step is a state. */
export const preparationMachine = setup({
  types: {
    context: {} as PreparationContext,
    events: {} as PreparationEvent,
    input: {} as PreparationInput,
    output: {} as Verification,
    tags: {} as 'busy',
    children: {} as { submitKyc: 'submitKyc'; details: 'details'; document: 'document'; camera: 'camera' },
  },
  actors: {
    submitKyc: placeholderPromise<KycCase, { readonly key: string }>('submitKyc'),
    details: detailsMachine,
    document: documentMachine,
    camera: cameraMachine,
  },
  guards: {
    isAt: ({ context }, { step }: { step: KycStep }) => context.step === step,
    canGo: ({ context }, { step }: { step: KycStep }) => canGo(context.verification, step),
    canContinue: ({ context }) =>
      context.step !== 'details' && isComplete(context.verification, context.step),
    isRefused: (_, { error }: { error: unknown }) =>
      isRefusal(error) || failureOf(error).code === 'STATUS_CONFLICT',
  },
  actions: {
    keepRecord: (_, _kept: { record: SavedFlow }) => {
      throw new Error('provide keepRecord');
    },
    keepCase: assign(({ context }, kyc: KycCase) => {
      const { user, readAt } = context.verification;
      const verification = { kyc, user: { ...user, kyc_status: kyc.status }, readAt };
      return { verification, isChangedElsewhere: false, refused: {} };
    }),
    keepKnown: assign(({ context }, known: Partial<Verification>) => ({
      verification: { ...context.verification, ...known },
    })),
    forgetRefused: assign({ refused: {} }),
    forgetPresent: assign(({ context: { verification, refused } }) => ({
      refused: stillMissing(verification, refused),
    })),
    keepElsewhere: assign(({ context }, { verification: { kyc } }: { verification: Verification }) => ({
      isChangedElsewhere:
        context.isChangedElsewhere || hasOtherDocuments(context.verification.kyc, kyc, context.step),
    })),
    keepStep: assign((_, { step }: { step: KycStep }) => ({ step, isChangedElsewhere: false })),
    takeStep: assign(({ context }) => ({
      step: nextStep(context.verification, context.step),
      isChangedElsewhere: false,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => {
      const failure = failureOf(error);
      const { fields } = failure;
      return { failure: Object.keys(fields).length > 0 ? null : failure, refused: fields };
    }),
    keepNoAnswer: assign({ failure: unanswered, refused: {} }),
    forgetFailure: assign({ failure: null, refused: {} }),
    makeKey: assign(({ context }) => ({ key: context.input.makeKey() })),
    tellDetails: sendTo('details', ({ context }: { context: PreparationContext }) => ({
      type: 'initial.read',
      initial: knownOf(context.verification.user),
    })),
    sendPicture: sendTo('document', (_, { file }: { file: File }) => ({ type: 'file.chosen', file })),
    /** Whoever leaves a step cancels its upload, so that the case is read again. */
    cancelUpload: sendTo('document', { type: 'upload.cancelled' }),
    report: sendParent(({ context: { verification } }) => ({ type: 'verification.changed', verification })),
    reportOutdated: sendParent({ type: 'case.outdated' }),
  },
  delays: { timeout: 30_000 },
}).createMachine({
  id: 'preparation',
  context: ({ input }) => ({
    ...input,
    step: stepToResume(input.verification, input.input.readRecord('kyc')?.values.step ?? null),
    key: '',
    isChangedElsewhere: false,
    failure: null,
    refused: {},
  }),
  output: ({ context }) => context.verification,
  initial: 'choosing',
  on: {
    'case.changed': { actions: [{ type: 'keepCase', params: ({ event }) => event.kyc }, 'report'] },
    'case.outdated': { actions: 'reportOutdated' },
    'verification.changed': { actions: keepRead },
    'step.requested': { guard: withEvent('canGo'), target: '.choosing', actions: withEvent('keepStep') },
    'step.continued': { guard: 'canContinue', target: '.choosing', actions: 'takeStep' },
    'picture.taken': { actions: withEvent('sendPicture') },
  },
  states: {
    choosing: {
      entry: {
        type: 'keepRecord',
        params: ({ context: { step } }) => ({
          record: { step: 'drafting', values: { step }, key: null, quote: null },
        }),
      },
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
          initial: knownOf(context.verification.user),
          draft: context.input.readRecord('kycDetails')?.values ?? null,
        }),
        onDone: {
          target: 'choosing',
          actions: [{ type: 'keepKnown', params: justRead }, 'forgetRefused', 'report', 'takeStep'],
        },
      },
      on: { 'verification.changed': { actions: [...keepRead, 'tellDetails'] } },
    },
    identity: {
      exit: 'cancelUpload',
      invoke: { id: 'document', src: 'document', input: { type: 'passport' } },
    },
    address: {
      exit: 'cancelUpload',
      invoke: { id: 'document', src: 'document', input: { type: 'utility_bill' } },
    },
    selfie: {
      exit: 'cancelUpload',
      invoke: [
        { id: 'document', src: 'document', input: { type: 'selfie' } },
        { id: 'camera', src: 'camera' },
      ],
      on: { 'screen.left': { actions: forwardTo('camera') } },
    },
    review: { on: { 'submission.requested': 'submitting' } },
    submitting: {
      tags: 'busy',
      entry: 'forgetFailure',
      invoke: {
        id: 'submitKyc',
        src: 'submitKyc',
        input: ({ context }) => ({ key: context.key }),
        onDone: { target: 'submitted', actions: withOutput('keepCase') },
        onError: [
          // What was there may be missing by now, as a document that was rejected since.
          {
            guard: withEvent('isRefused'),
            target: 'review',
            actions: [withEvent('keepFailure'), 'makeKey', 'reportOutdated'],
          },
          // A retry uses the same key, so the answer is the same if the first request arrived.
          { target: 'review', actions: withEvent('keepFailure') },
        ],
      },
      after: { timeout: { target: 'review', actions: 'keepNoAnswer' } },
      // The steps cannot change while they are submitted.
      on: { 'step.requested': {}, 'step.continued': {} },
    },
    submitted: { type: 'final' },
  },
});

export type PreparationRef = ActorRefFrom<typeof preparationMachine>;
export type PreparationSnapshot = SnapshotFrom<typeof preparationMachine>;
