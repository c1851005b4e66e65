/** A person's picture: choosing it, cutting it to a square, uploading it with progress, and removing it. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import type { User } from '../../../contract/user.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
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

/** A part of a picture, in its pixels. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface AvatarContext extends Upload {
  /** The URL for showing the chosen picture while it is cut; null otherwise. */
  readonly url: string | null;
  readonly area: PictureArea | null;
}

type AvatarEvent =
  | { readonly type: 'file.chosen'; readonly file: File }
  | { readonly type: 'area.chosen'; readonly area: PictureArea }
  | { readonly type: 'area.accepted' }
  | UploadProgressed
  | { readonly type: 'upload.retried' }
  | { readonly type: 'avatar.removed' }
  | { readonly type: 'avatar.cancelled' };

/** Sent to the parent when the picture was changed or removed. */
export interface AvatarChanged {
  readonly type: 'avatar.changed';
  readonly user: User;
  /** Whether the picture was removed. */
  readonly isRemoved: boolean;
}

/** Sent to the parent when the person may have changed without an answer that says so, and has to be read again. */
export interface PersonOutdated {
  readonly type: 'person.outdated';
}

/** The upload of a picture's part, and the callback for its progress. */
export interface AvatarUpload {
  readonly file: File;
  readonly area: PictureArea;
  readonly hear: HearProgress;
}

const chosen = { target: '#avatar.opening', actions: withEvent('keepFile') } as const;

const failed = { target: '#avatar.failed', actions: withEvent('keepFailure') } as const;
const failedOrLost = [
  {
    guard: withEvent('mayHaveChanged'),
    target: '#avatar.failed',
    actions: [withEvent('keepFailure'), 'reportOutdated'],
  },
  failed,
] as const;

/** Tags: `busy` while it waits for something, `refused` after a failure. Leaving `sending` cancels the upload. */
export const avatarMachine = setup({
  types: {
    context: {} as AvatarContext,
    events: {} as AvatarEvent,
    tags: {} as 'busy' | 'refused',
  },
  actors: {
    /** Answers the URL for showing the picture; rejects a file that is not a picture. */
    openPicture: placeholderPromise<string, { readonly file: File }>('openPicture'),
    /** Revokes the picture's URL when it ends, also with the whole machine. */
    holdPicture: placeholderCallback<{ readonly url: string }>('holdPicture'),
    sendAvatar: placeholderPromise<User, AvatarUpload>('sendAvatar'),
    removeAvatar: placeholderPromise<User, void>('removeAvatar'),
  },
  guards: {
    isCut: ({ context }) => context.area !== null,
    canRetry: ({ context: { area, failure } }) => area !== null && failure !== null && canPassLater(failure),
    mayHaveChanged: (_, { error }: { error: unknown }) => mayHaveArrived(failureOf(error)),
  },
  actions: {
    keepFile: assign((_, { file }: { file: File }) => ({ file, area: null, failure: null })),
    keepUrl: assign((_, url: string) => ({ url })),
    keepArea: assign((_, { area }: { area: PictureArea }) => ({ area })),
    keepProgress: assign((_, { sent, total }: Progress) => ({ sent, total })),
    forgetProgress: assign({ sent: 0, total: 0, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetUrl: assign({ url: null }),
    forgetPicture: assign({ file: null, area: null }),
    report: sendParent((_, changed: Omit<AvatarChanged, 'type'>) => ({ type: 'avatar.changed', ...changed })),
    reportOutdated: sendParent({ type: 'person.outdated' }),
  },
}).createMachine({
  id: 'avatar',
  context: { ...noUpload, url: null, area: null },
  initial: 'ready',
  states: {
    ready: {
      entry: 'forgetPicture',
      on: { 'file.chosen': chosen, 'avatar.removed': 'removing' },
    },
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openPicture',
        src: 'openPicture',
        input: ({ context }) => ({ file: required(context.file) }),
        onDone: { target: 'cutting', actions: withOutput('keepUrl') },
        onError: failed,
      },
      on: { 'avatar.cancelled': 'ready' },
    },
    cutting: {
      exit: 'forgetUrl',
      invoke: {
        id: 'holdPicture',
        src: 'holdPicture',
        input: ({ context }) => ({ url: required(context.url) }),
      },
      on: {
        'area.chosen': { actions: withEvent('keepArea') },
        'area.accepted': { guard: 'isCut', target: 'sending' },
        'avatar.cancelled': 'ready',
      },
    },
    sending: {
      tags: 'busy',
      entry: 'forgetProgress',
      invoke: {
        id: 'sendAvatar',
        src: 'sendAvatar',
        input: ({ context, self }) => ({
          file: required(context.file),
          area: required(context.area),
          hear: (progress) => self.send({ type: 'upload.progressed', ...progress }),
        }),
        onDone: {
          target: 'ready',
          actions: {
            type: 'report',
            params: ({ event }) => ({ user: event.output, isRemoved: false }),
          },
        },
        onError: failedOrLost,
      },
      on: {
        'upload.progressed': { actions: withEvent('keepProgress') },
        // The whole file may have arrived all the same.
        'avatar.cancelled': { target: 'ready', actions: 'reportOutdated' },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeAvatar',
        src: 'removeAvatar',
        onDone: {
          target: 'ready',
          actions: {
            type: 'report',
            params: ({ event }) => ({ user: event.output, isRemoved: true }),
          },
        },
        onError: failedOrLost,
      },
      // The picture may be removed all the same.
      on: { 'avatar.cancelled': { target: 'ready', actions: 'reportOutdated' } },
    },
    failed: {
      tags: 'refused',
      on: {
        'file.chosen': chosen,
        'upload.retried': { guard: 'canRetry', target: 'sending' },
        'avatar.cancelled': 'ready',
        'avatar.removed': 'removing',
      },
    },
  },
});

export type AvatarRef = ActorRefFrom<typeof avatarMachine>;
