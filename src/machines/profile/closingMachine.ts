/** The dialog in which a person closes their account: shows what prevents it, or the consequences, then asks for a proof. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Closing } from '../../../contract/accountData.ts';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { heard } from '../core/heldDialog.ts';
import { placeholderPromise } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { createProofForm } from './proofForm.ts';

/** The result of a closing: what has come to prevent it meanwhile, or null. */
export interface ClosingOutcome {
  readonly hindered: Closing | null;
}

/** Closes the account, with a fresh proof. */
export const closingForm = createProofForm<ClosingOutcome>('closingForm');

interface ClosingInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface ClosingContext extends ClosingInput {
  readonly hasPassword: boolean;
  readonly closing: Closing | null;
  readonly failure: Failure | null;
  /** While the account is being closed, the dialog stays open: leaving it would not stop what cannot be undone. */
  readonly isBusy: boolean;
}

type ClosingEvent =
  | { readonly type: 'closing.opened'; readonly hasPassword: boolean }
  | { readonly type: 'closing.dismissed' }
  | { readonly type: 'retry.requested' };

const nothing = { closing: null, failure: null, isBusy: false } as const;

export const closingMachine = setup({
  types: {
    context: {} as ClosingContext,
    events: {} as ClosingEvent,
    input: {} as ClosingInput,
    children: {} as { readClosing: 'readClosing'; closingForm: 'closingForm' },
  },
  actors: {
    readClosing: placeholderPromise<Closing, void>('readClosing'),
    closingForm,
  },
  guards: {
    isHindered: (_, { obstacles }: Closing) => obstacles.length > 0,
    isClosed: (_, { hindered }: ClosingOutcome) => hindered === null,
    isHinderedAnew: (_, { hindered }: ClosingOutcome) => hindered !== null && hindered.obstacles.length > 0,
    isIdle: ({ context }) => !context.isBusy,
  },
  actions: {
    keepRequest: assign((_, { hasPassword }: { hasPassword: boolean }) => ({ hasPassword })),
    keepClosing: assign((_, closing: Closing) => ({ closing, failure: null })),
    keepHindrance: assign((_, { hindered }: ClosingOutcome) => ({ closing: hindered, isBusy: false })),
    keepBusy: assign((_, { isBusy }: { isBusy: boolean }) => ({ isBusy })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetAll: assign(nothing),
  },
}).createMachine({
  id: 'closing',
  context: ({ input: { now } }) => ({ now, ...nothing, hasPassword: false }),
  initial: 'closed',
  on: { 'closing.dismissed': { guard: 'isIdle', target: '.closed' } },
  states: {
    closed: {
      entry: 'forgetAll',
      on: { 'closing.opened': { target: 'reading', actions: withEvent('keepRequest') } },
    },
    reading: {
      invoke: {
        id: 'readClosing',
        src: 'readClosing',
        onDone: [
          { guard: withOutput('isHindered'), target: 'hindered', actions: withOutput('keepClosing') },
          { target: 'asking', actions: withOutput('keepClosing') },
        ],
        onError: { target: 'failed', actions: withEvent('keepFailure') },
      },
    },
    failed: { on: { 'retry.requested': 'reading' } },
    hindered: { on: { 'retry.requested': 'reading' } },
    asking: {
      invoke: {
        id: 'closingForm',
        src: 'closingForm',
        onSnapshot: heard,
        input: ({ context: { now, hasPassword } }) => ({ now, initial: { hasPassword } }),
        onDone: [
          {
            // Closing the account ends the session, which the app machine handles.
            guard: withOutput('isClosed'),
            target: 'closed',
          },
          {
            guard: withOutput('isHinderedAnew'),
            target: 'hindered',
            actions: withOutput('keepHindrance'),
          },
          // It is gone again by now: the person is asked once more.
          { target: 'reading', actions: withOutput('keepHindrance') },
        ],
      },
    },
  },
});

export type ClosingFormRef = ActorRefFrom<typeof closingForm>;
export type ClosingRef = ActorRefFrom<typeof closingMachine>;
