/** The documents of one part of a verification: uploading one at a time with progress, retrying, and removing. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { DocumentType, KycCase } from '../../../contract/kyc.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import {
  canPassLater,
  type HearProgress,
  mayHaveArrived,
  noUpload,
  type Progress,
  type Upload,
  type UploadProgressed,
} from '../core/upload.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

interface DocumentContext extends Upload {
  /** The type of the next file. */
  readonly type: DocumentType;
  /** The type that the file was chosen as. */
  readonly fileType: DocumentType;
  readonly removing: string | null;
  /** What was done last, until the next upload or removal begins. */
  readonly done: 'uploaded' | 'removed' | null;
}

type DocumentEvent =
  | { readonly type: 'type.chosen'; readonly document: DocumentType }
  | { readonly type: 'file.chosen'; readonly file: File }
  | UploadProgressed
  | { readonly type: 'upload.cancelled' }
  | { readonly type: 'upload.retried' }
  | { readonly type: 'document.removed'; readonly id: string };

/** Sent to the parent with the case after a document was added or removed. */
export interface CaseChanged {
  readonly type: 'case.changed';
  readonly kyc: KycCase;
}

/** Sent to the parent when the case has changed, or may have, and has to be read again. */
export interface CaseOutdated {
  readonly type: 'case.outdated';
}

/** An upload, and the callback for its progress. */
export interface DocumentUpload {
  readonly type: DocumentType;
  readonly file: File;
  readonly hear: HearProgress;
}

const chosen = { target: '#document.sending', actions: withEvent('keepFile') } as const;
const removed = { target: '#document.removing', actions: withEvent('keepRemoving') } as const;
const typeChosen = { actions: withEvent('keepType') } as const;
/** A file is sent, and sent again, as the type that it was chosen as. */
const nextTypeChosen = { actions: withEvent('keepNextType') } as const;
const failed = [
  { guard: withEvent('isOutdated'), target: 'failed', actions: [withEvent('keepFailure'), 'reportOutdated'] },
  { target: 'failed', actions: withEvent('keepFailure') },
] as const;

/** Whether the case may be another than the one that is shown: it was decided meanwhile, or the call had its effect without an answer. */
const mayHaveChanged = (failure: Failure): boolean =>
  failure.code === 'STATUS_CONFLICT' || mayHaveArrived(failure);

/** Input: the proposed type of document. Tags: `busy`, `refused`. Leaving `sending` cancels the upload. */
export const documentMachine = setup({
  types: {
    context: {} as DocumentContext,
    events: {} as DocumentEvent,
    input: {} as { readonly type: DocumentType },
    tags: {} as 'busy' | 'refused',
  },
  actors: {
    addDocument: placeholderPromise<KycCase, DocumentUpload>('addDocument'),
    removeDocument: placeholderPromise<KycCase, { readonly id: string }>('removeDocument'),
  },
  guards: {
    isOutdated: (_, { error }: { error: unknown }) => mayHaveChanged(failureOf(error)),
    canRetry: ({ context: { file, failure } }) => file !== null && failure !== null && canPassLater(failure),
  },
  actions: {
    keepType: assign((_, { document }: { document: DocumentType }) => ({ type: document, file: null })),
    keepNextType: assign((_, { document }: { document: DocumentType }) => ({ type: document })),
    keepFile: assign(({ context }, { file }: { file: File }) => ({
      file,
      fileType: context.type,
      sent: 0,
      total: file.size,
      failure: null,
      done: null,
    })),
    startAgain: assign({ sent: 0, failure: null }),
    keepRemoving: assign((_, { id }: { id: string }) => ({
      removing: id,
      file: null,
      failure: null,
      done: null,
    })),
    keepProgress: assign((_, { sent, total }: Progress) => ({ sent, total })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetFile: assign({ file: null, failure: null }),
    keepDone: assign((_, { done }: { done: 'uploaded' | 'removed' }) => ({ done })),
    report: sendParent((_, kyc: KycCase) => ({ type: 'case.changed', kyc })),
    reportOutdated: sendParent({ type: 'case.outdated' }),
  },
}).createMachine({
  id: 'document',
  context: ({ input: { type } }) => ({ ...noUpload, type, fileType: type, removing: null, done: null }),
  initial: 'ready',
  states: {
    ready: { on: { 'type.chosen': typeChosen, 'file.chosen': chosen, 'document.removed': removed } },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'addDocument',
        src: 'addDocument',
        input: ({ context, self }) => ({
          type: context.fileType,
          file: required(context.file),
          hear: (progress) => self.send({ type: 'upload.progressed', ...progress }),
        }),
        onDone: {
          target: 'ready',
          actions: ['forgetFile', { type: 'keepDone', params: { done: 'uploaded' } }, withOutput('report')],
        },
        onError: failed,
      },
      on: {
        'type.chosen': nextTypeChosen,
        'upload.progressed': { actions: withEvent('keepProgress') },
        // The whole file may have arrived all the same.
        'upload.cancelled': { target: 'ready', actions: ['forgetFile', 'reportOutdated'] },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeDocument',
        src: 'removeDocument',
        input: ({ context }) => ({ id: required(context.removing) }),
        onDone: {
          target: 'ready',
          actions: [{ type: 'keepDone', params: { done: 'removed' } }, withOutput('report')],
        },
        onError: failed,
      },
      on: {
        'type.chosen': nextTypeChosen,
        // The document may have been removed all the same.
        'upload.cancelled': { target: 'ready', actions: 'reportOutdated' },
      },
    },
    failed: {
      tags: 'refused',
      on: {
        'type.chosen': { ...typeChosen, target: 'ready' },
        'file.chosen': chosen,
        'document.removed': removed,
        'upload.retried': { guard: 'canRetry', target: 'sending', actions: 'startAgain' },
        'upload.cancelled': { target: 'ready', actions: 'forgetFile' },
      },
    },
  },
});

export type DocumentRef = ActorRefFrom<typeof documentMachine>;
