/** The files of a message that is being written. They are uploaded one after the other while the person writes. */
import { type ActorRefFrom, type AnyEventObject, assign, fromCallback, setup } from 'xstate';
import type { Failure } from '../../../contract/failure.ts';
import { type Attachment, mostAttachments } from '../../../contract/support.ts';
import { required } from '../core/placeholders.ts';
import { canPassLater, type UploadProgressed } from '../core/upload.ts';
import { withEvent } from '../core/withEvent.ts';

/** A file of the list. `sent` is in bytes. */
interface AttachedFile {
  /** Identifies the file while the page lives. */
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly status: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly sent: number;
  /** The server's record of it, once it is uploaded. */
  readonly attachment: Attachment | null;
  readonly failure: Failure | null;
  /** Its bytes; null for a file that was uploaded before a reload. */
  readonly file: File | null;
}

export interface AttachmentsContext {
  readonly files: readonly AttachedFile[];
  readonly made: number;
  /** Whether the last choice exceeded the limit of a message, so that some files were left out. */
  readonly hasLeftOut: boolean;
}

type AttachmentsEvent =
  | { readonly type: 'files.chosen'; readonly files: readonly File[] }
  /** Also removes a file that is being uploaded. */
  | { readonly type: 'file.removed'; readonly key: number }
  | { readonly type: 'upload.retried'; readonly key: number }
  /** The message was sent: the next one begins without files. */
  | { readonly type: 'files.forgotten' }
  | UploadProgressed
  | { readonly type: 'upload.finished'; readonly attachment: Attachment }
  | { readonly type: 'upload.failed'; readonly failure: Failure };

/** Whether a retry can help. */
export const canRetry = ({ failure }: AttachedFile) => failure !== null && canPassLater(failure);

const sentBefore = (attachment: Attachment, key: number): AttachedFile => ({
  key,
  name: attachment.name,
  size: attachment.size,
  status: 'sent',
  sent: attachment.size,
  attachment,
  failure: null,
  file: null,
});

const chosen = (file: File, key: number): AttachedFile => ({
  key,
  name: file.name,
  size: file.size,
  status: 'waiting',
  sent: 0,
  attachment: null,
  failure: null,
  file,
});

const current = ({ files }: AttachmentsContext) => files.find(({ status }) => status === 'sending');

/** The files, with changes to the one that is being uploaded. */
const withCurrent = (context: AttachmentsContext, changes: Partial<AttachedFile>) => {
  const { key } = current(context) ?? {};
  return { files: context.files.map((file) => (file.key === key ? { ...file, ...changes } : file)) };
};

/** Input: the files uploaded before a reload. Tag: `busy` while a file is being uploaded. */
export const attachmentsMachine = setup({
  types: {
    context: {} as AttachmentsContext,
    events: {} as AttachmentsEvent,
    input: {} as { readonly attachments: readonly Attachment[] },
    tags: {} as 'busy',
  },
  actors: {
    /** Sends `upload.progressed`, then `upload.finished` or `upload.failed`; cancels the upload when it is stopped. */
    uploadFile: fromCallback<AnyEventObject, { readonly file: File }>(() => {
      throw new Error('provide uploadFile');
    }),
  },
  guards: {
    isWaiting: ({ context }) => context.files.some(({ status }) => status === 'waiting'),
    isCurrent: ({ context }, { key }: { key: number }) => current(context)?.key === key,
  },
  actions: {
    addFiles: assign(({ context }, { files }: { files: readonly File[] }) => {
      const room = mostAttachments - context.files.length;
      const added = files.slice(0, room).map((file, index) => chosen(file, context.made + index));
      return {
        files: [...context.files, ...added],
        made: context.made + added.length,
        hasLeftOut: files.length > room,
      };
    }),
    dropFile: assign(({ context }, { key }: { key: number }) => ({
      files: context.files.filter((file) => file.key !== key),
      hasLeftOut: false,
    })),
    dropAll: assign({ files: [], hasLeftOut: false }),
    putBack: assign(({ context }, { key }: { key: number }) => ({
      files: context.files.map((file) =>
        file.key === key && file.file && canRetry(file)
          ? { ...file, status: 'waiting' as const, sent: 0, failure: null }
          : file,
      ),
    })),
    begin: assign(({ context }) => {
      const next = context.files.find(({ status }) => status === 'waiting');
      return {
        files: context.files.map((file) => (file === next ? { ...file, status: 'sending' as const } : file)),
      };
    }),
    keepProgress: assign(({ context }, { sent }: { sent: number }) =>
      withCurrent(context, { sent: Math.min(sent, current(context)?.size ?? 0) }),
    ),
    keepSent: assign(({ context }, { attachment }: { attachment: Attachment }) =>
      withCurrent(context, { status: 'sent', sent: attachment.size, attachment, file: null }),
    ),
    keepFailure: assign(({ context }, { failure }: { failure: Failure }) =>
      withCurrent(context, { status: 'failed', sent: 0, failure }),
    ),
  },
}).createMachine({
  id: 'attachments',
  context: ({ input }) => ({
    files: input.attachments.map(sentBefore),
    made: input.attachments.length,
    hasLeftOut: false,
  }),
  initial: 'resting',
  on: {
    'files.chosen': { actions: withEvent('addFiles') },
    'file.removed': { actions: withEvent('dropFile') },
    'upload.retried': { actions: withEvent('putBack') },
    'files.forgotten': { target: '.resting', actions: 'dropAll' },
  },
  states: {
    resting: { always: { guard: 'isWaiting', target: 'uploading' } },
    uploading: {
      tags: 'busy',
      entry: 'begin',
      invoke: {
        id: 'uploadFile',
        src: 'uploadFile',
        input: ({ context }) => ({ file: required(current(context)?.file ?? null) }),
      },
      on: {
        'upload.progressed': { actions: withEvent('keepProgress') },
        'upload.finished': { target: 'resting', actions: withEvent('keepSent') },
        'upload.failed': { target: 'resting', actions: withEvent('keepFailure') },
        'file.removed': [
          { guard: withEvent('isCurrent'), target: 'resting', actions: withEvent('dropFile') },
          { actions: withEvent('dropFile') },
        ],
      },
    },
  },
});

export type AttachmentsRef = ActorRefFrom<typeof attachmentsMachine>;
