/** Takes a selfie with the camera: asking for access, previewing, taking, and repeating. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { ScreenLeft } from '../core/area.ts';
import type { CameraProblem } from '../core/cameraProblem.ts';
import { placeholderCallback, placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';

/** A picture that was taken, and the URL for showing it. */
export interface TakenPicture {
  readonly file: File;
  readonly url: string;
}

interface CameraContext {
  readonly stream: MediaStream | null;
  readonly picture: TakenPicture | null;
  readonly problem: CameraProblem | null;
}

type CameraEvent =
  | { readonly type: 'camera.opened' }
  | { readonly type: 'camera.closed' }
  | ScreenLeft
  /** Sent by `watchCamera`. */
  | { readonly type: 'camera.started'; readonly stream: MediaStream }
  | { readonly type: 'camera.failed'; readonly problem: CameraProblem }
  | { readonly type: 'picture.requested' }
  | { readonly type: 'picture.accepted' }
  | { readonly type: 'picture.declined' };

/** Sent to the parent with the accepted picture. */
export interface PictureTaken {
  readonly type: 'picture.taken';
  readonly file: File;
}

/** The camera is on only in `on`. Tag: `busy` while access is requested, or a picture is being made. */
export const cameraMachine = setup({
  types: { context: {} as CameraContext, events: {} as CameraEvent, tags: {} as 'busy' },
  actors: {
    /** Sends `camera.started` or `camera.failed`; turns the camera off when it is stopped. */
    watchCamera: placeholderCallback('watchCamera'),
    takePicture: placeholderPromise<TakenPicture, { readonly stream: MediaStream }>('takePicture'),
    /** Revokes the picture's URL when it ends, also with the whole machine. */
    holdPicture: placeholderCallback<{ readonly url: string }>('holdPicture'),
  },
  actions: {
    keepStream: assign((_, { stream }: { stream: MediaStream }) => ({ stream, problem: null })),
    keepPicture: assign((_, picture: TakenPicture) => ({ picture })),
    keepProblem: assign((_, { problem }: { problem: CameraProblem }) => ({ problem })),
    forgetStream: assign({ stream: null }),
    forgetPicture: assign({ picture: null }),
    report: sendParent(({ context }) => ({ type: 'picture.taken', file: required(context.picture).file })),
  },
}).createMachine({
  id: 'camera',
  context: { stream: null, picture: null, problem: null },
  initial: 'off',
  states: {
    off: { on: { 'camera.opened': 'on' } },
    on: {
      exit: 'forgetStream',
      invoke: { id: 'watchCamera', src: 'watchCamera' },
      on: {
        'camera.closed': 'off',
        'screen.left': 'off',
        'camera.failed': { target: 'unavailable', actions: withEvent('keepProblem') },
      },
      initial: 'opening',
      states: {
        opening: {
          tags: 'busy',
          on: { 'camera.started': { target: 'live', actions: withEvent('keepStream') } },
        },
        live: { on: { 'picture.requested': 'taking' } },
        taking: {
          tags: 'busy',
          invoke: {
            id: 'takePicture',
            src: 'takePicture',
            input: ({ context }) => ({ stream: required(context.stream) }),
            onDone: { target: '#camera.proposing', actions: withOutput('keepPicture') },
            onError: {
              target: '#camera.unavailable',
              actions: { type: 'keepProblem', params: { problem: 'failed' } },
            },
          },
        },
      },
    },
    proposing: {
      invoke: {
        id: 'holdPicture',
        src: 'holdPicture',
        input: ({ context }) => ({ url: required(context.picture).url }),
      },
      on: {
        'picture.accepted': { target: 'off', actions: ['report', 'forgetPicture'] },
        'picture.declined': { target: 'on', actions: 'forgetPicture' },
        'camera.closed': { target: 'off', actions: 'forgetPicture' },
      },
    },
    unavailable: { on: { 'camera.opened': 'on' } },
  },
});

export type CameraRef = ActorRefFrom<typeof cameraMachine>;
