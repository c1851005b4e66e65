/** A person's picture: chosen, cut to a square, sent with its progress, or taken away. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import type { User } from '../../../contract/user.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import {
  canPassLater,
  type HearProgress,
  noUpload,
  type Progress,
  type Upload,
  type UploadProgressed,
} from '../core/upload.ts';

/** A part of a picture, in its pixels. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface AvatarContext extends Upload {
  /** An address under which the chosen picture can be shown. */
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

/** Told upwards: the person has another picture, or none. */
export interface AvatarChanged {
  readonly type: 'avatar.changed';
  readonly user: User;
  /** They took it away. */
  readonly isRemoved: boolean;
}

/** What is sent of a picture, and who is told how far it is. */
export interface AvatarUpload {
  readonly file: File;
  readonly area: PictureArea;
  readonly hear: HearProgress;
}

const chosen = {
  target: '#avatar.opening',
  actions: { type: 'keepFile', params: ({ event }: { event: { readonly file: File } }) => event },
} as const;

const failed = {
  target: '#avatar.failed',
  actions: { type: 'keepFailure', params: ({ event }: { event: { error: unknown } }) => event },
} as const;

/** Tags: `busy` while something is awaited, `refused` after a failure. Leaving `sending` takes the upload back. */
export const avatarMachine = setup({
  types: {
    context: {} as AvatarContext,
    events: {} as AvatarEvent,
    tags: {} as 'busy' | 'refused',
  },
  actors: {
    /** Answers where the picture can be seen; rejects what is none. */
    openPicture: placeholderPromise<string, { readonly file: File }>('openPicture'),
    sendAvatar: placeholderPromise<User, AvatarUpload>('sendAvatar'),
    removeAvatar: placeholderPromise<User, void>('removeAvatar'),
  },
  guards: {
    isCut: ({ context }) => context.area !== null,
    canRetry: ({ context: { area, failure } }) => area !== null && failure !== null && canPassLater(failure),
  },
  actions: {
    /** Frees what shows the picture. */
    closePicture: (_, _picture: { url: string | null }) => {
      throw new Error('provide closePicture');
    },
    keepFile: assign((_, { file }: { file: File }) => ({ file, url: null, area: null, failure: null })),
    keepUrl: assign((_, { url }: { url: string }) => ({ url })),
    keepArea: assign((_, { area }: { area: PictureArea }) => ({ area })),
    keepProgress: assign((_, { sent, total }: Progress) => ({ sent, total })),
    forgetProgress: assign({ sent: 0, total: 0, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetPicture: assign({ file: null, url: null, area: null }),
    report: sendParent((_, changed: Omit<AvatarChanged, 'type'>) => ({ type: 'avatar.changed', ...changed })),
  },
}).createMachine({
  id: 'avatar',
  context: { ...noUpload, url: null, area: null },
  initial: 'ready',
  states: {
    ready: {
      entry: [{ type: 'closePicture', params: ({ context }) => ({ url: context.url }) }, 'forgetPicture'],
      on: { 'file.chosen': chosen, 'avatar.removed': 'removing' },
    },
    opening: {
      tags: 'busy',
      invoke: {
        id: 'openPicture',
        src: 'openPicture',
        input: ({ context }) => ({ file: required(context.file) }),
        onDone: {
          target: 'cutting',
          actions: { type: 'keepUrl', params: ({ event }) => ({ url: event.output }) },
        },
        onError: failed,
      },
      on: { 'avatar.cancelled': 'ready' },
    },
    cutting: {
      on: {
        'area.chosen': { actions: { type: 'keepArea', params: ({ event }) => event } },
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
        onError: failed,
      },
      on: {
        'upload.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event } },
        'avatar.cancelled': 'ready',
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
        onError: failed,
      },
      on: { 'avatar.cancelled': 'ready' },
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
