/** What the verification is made of: its words, its children, its guards and actions. The states are in `kycMachine.ts`. */
import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import type { KycCase } from '../../../contract/kyc.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { User } from '../../../contract/user.ts';
import type { SignedInInput } from '../core/areaMachine.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import { isRefusal } from '../money/moneyFlow.ts';
import { cameraMachine, type PictureTaken } from './cameraMachine.ts';
import { detailsMachine } from './detailsMachine.ts';
import { type CaseChanged, type CaseOutdated, documentMachine } from './documentMachine.ts';
import { canGo, isComplete, type KycStep, nextStep, stepToResume, type Verification } from './kycSteps.ts';

export interface KycContext {
  readonly input: SignedInInput;
  /** The last that was read; null until something was. */
  readonly verification: Verification | null;
  readonly step: KycStep;
  readonly key: string;
  readonly failure: Failure | null;
  /** What the provider missed in a submission, by part or detail. */
  readonly refused: FieldErrors;
}

type KycEvent =
  | CaseChanged
  | CaseOutdated
  | PictureTaken
  | { readonly type: 'shown' }
  /** Something has happened to the person: it may be what they wait for. */
  | { readonly type: 'news.heard' }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'preparation.begun' }
  | { readonly type: 'step.requested'; readonly step: KycStep }
  | { readonly type: 'step.continued' }
  | { readonly type: 'submission.requested' };

/** Whether a person has begun to prepare: documents wait to be handed in, or they were in the middle of it. */
function isPrepared({ kyc }: Verification, record: SavedFlow | null): boolean {
  return kyc.status === 'inProgress' || record !== null;
}

export const kycSetup = setup({
  types: {
    context: {} as KycContext,
    events: {} as KycEvent,
    input: {} as SignedInInput,
    tags: {} as 'busy' | 'slow',
    children: {} as {
      readVerification: 'readVerification';
      submitKyc: 'submitKyc';
      details: 'details';
      document: 'document';
      camera: 'camera';
    },
  },
  actors: {
    readVerification: placeholderPromise<Verification, void>('readVerification'),
    submitKyc: placeholderPromise<KycCase, { readonly key: string }>('submitKyc'),
    details: detailsMachine,
    document: documentMachine,
    camera: cameraMachine,
  },
  guards: {
    hasStatus: ({ context }, { status }: { status: KycCase['status'] }) =>
      context.verification?.kyc.status === status,
    isBegun: ({ context }) => isPrepared(required(context.verification), context.input.readRecord('kyc')),
    isAt: ({ context }, { step }: { step: KycStep }) => context.step === step,
    canGo: ({ context }, { step }: { step: KycStep }) => canGo(required(context.verification), step),
    canContinue: ({ context }) =>
      context.step !== 'details' && isComplete(required(context.verification), context.step),
    isOutdated: (_, { failure }: { failure: Failure }) => failure.code === 'STATUS_CONFLICT',
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  actions: {
    /** Remembers where the person is. Null: nowhere. */
    keepRecord: (_, _kept: { record: SavedFlow | null }) => {
      throw new Error('provide keepRecord');
    },
    keepVerification: assign((_, { verification }: { verification: Verification }) => ({
      verification,
      failure: null,
    })),
    keepCase: assign(({ context }, { kyc }: { kyc: KycCase }) => {
      const { user } = required(context.verification);
      return { verification: { kyc, user: { ...user, kyc_status: kyc.status } }, refused: {} };
    }),
    keepUser: assign(({ context }, { user }: { user: User }) => ({
      verification: { ...required(context.verification), user },
      refused: {},
    })),
    keepStep: assign((_, { step }: { step: KycStep }) => ({ step })),
    takeStep: assign(({ context }) => ({ step: nextStep(required(context.verification), context.step) })),
    resumeStep: assign(({ context }) => ({
      step: stepToResume(
        required(context.verification),
        context.input.readRecord('kyc')?.values.step ?? null,
      ),
    })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({
      failure: Object.keys(failure.fields).length > 0 ? null : failure,
      refused: failure.fields,
    })),
    forgetFailure: assign({ failure: null, refused: {} }),
    makeKey: assign(({ context }) => ({ key: context.input.makeKey() })),
    report: sendParent(({ context }) => ({
      type: 'profile.changed',
      user: required(context.verification).user,
    })),
    sendPicture: sendTo('document', (_, { file }: { file: File }) => ({ type: 'file.chosen', file })),
  },
  delays: { untilSlow: 10_000, timeout: 30_000 },
});
