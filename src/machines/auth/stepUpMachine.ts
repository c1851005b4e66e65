/** Asks the person for a fresh proof, by a method that they choose among those the server names. */
import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { type StepUpKind, type StepUpSubject, stepUpForm } from './stepUpForm.ts';

interface StepUpInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly subject: StepUpSubject;
}

/** What the server accepts. `until`: when the quote that the proof is for expires; null when the server does not say. */
export interface StepUpOptions {
  /** The methods that this browser supports; the first is the default. */
  readonly kinds: readonly StepUpKind[];
  readonly until: string | null;
}

/** `expired` and `used` refer to the quote that the proof was for. `proof` is empty when it was already used. */
export type StepUpOutcome =
  | { readonly type: 'proven'; readonly proof: string; readonly until: string | null }
  | { readonly type: 'expired' | 'used' };

interface StepUpContext extends StepUpInput, StepUpOptions {
  readonly kind: StepUpKind | null;
  /** Why no method is available, or why no code was sent. */
  readonly failure: Failure | null;
  readonly outcome: StepUpOutcome | null;
}

type StepUpEvent =
  | { readonly type: 'options.requested' }
  | { readonly type: 'method.chosen'; readonly kind: StepUpKind }
  /** Sends another email, allowed once the last one has had time to arrive. */
  | { readonly type: 'code.requested' };

interface FormChanged {
  readonly snapshot: SnapshotFrom<typeof stepUpForm>;
}

const over = { QUOTE_EXPIRED: 'expired', NOT_FOUND: 'expired', QUOTE_USED: 'used' } as const;
const endOf = (failure: Failure | null): StepUpOutcome | null => {
  const type = Object.entries(over).find(([code]) => code === failure?.code)?.[1];
  return type === undefined ? null : { type };
};

/** Tags: `busy` while the server is asked which methods it accepts. */
export const stepUpMachine = setup({
  types: {
    context: {} as StepUpContext,
    events: {} as StepUpEvent,
    input: {} as StepUpInput,
    output: {} as StepUpOutcome,
    tags: {} as 'busy',
    children: {} as { stepUpForm: 'stepUpForm' },
  },
  actors: {
    stepUpForm,
    readOptions: placeholderPromise<StepUpOptions, { readonly subject: StepUpSubject }>('readOptions'),
    sendCode: placeholderPromise<void, { readonly subject: StepUpSubject }>('sendCode'),
  },
  guards: {
    isByEmail: ({ context }) => context.kind === 'email',
    isOffered: ({ context }, { kind }: { kind: StepUpKind }) =>
      context.kinds.includes(kind) && kind !== context.kind,
    hasKinds: (_, { kinds }: StepUpOptions) => kinds.length > 0,
    isOver: (_, { error }: { error: unknown }) => endOf(failureOf(error)) !== null,
    hasEnded: (_, { snapshot }: FormChanged) => endOf(snapshot.context.failure) !== null,
  },
  actions: {
    keepOptions: assign((_, { kinds, until }: StepUpOptions) => ({
      kinds,
      until,
      kind: kinds[0] ?? null,
      failure: null,
    })),
    keepKind: assign((_, { kind }: { kind: StepUpKind }) => ({ kind, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    keepNoWay: assign({
      failure: { code: 'STEP_UP_REQUIRED', fields: {}, retryAfter: null, requestId: null } as const,
    }),
    forgetFailure: assign({ failure: null }),
    keepProof: assign(({ context }, proof: string) => ({
      outcome: { type: 'proven', proof, until: context.until } as const,
    })),
    keepEnd: assign((_, { error }: { error: unknown }) => ({ outcome: endOf(failureOf(error)) })),
    keepFormEnd: assign((_, { snapshot }: FormChanged) => ({ outcome: endOf(snapshot.context.failure) })),
  },
  delays: { slowEmail: 30_000, optionsTimeout: 15_000 },
}).createMachine({
  id: 'stepUp',
  context: ({ input }) => ({ ...input, kinds: [], until: null, kind: null, failure: null, outcome: null }),
  output: ({ context }) => required(context.outcome),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'readOptions',
        src: 'readOptions',
        input: ({ context }) => ({ subject: context.subject }),
        onDone: [
          { guard: withOutput('hasKinds'), target: 'open', actions: withOutput('keepOptions') },
          { target: 'unanswered', actions: 'keepNoWay' },
        ],
        onError: [
          { guard: withEvent('isOver'), target: 'over', actions: withEvent('keepEnd') },
          { target: 'unanswered', actions: withEvent('keepFailure') },
        ],
      },
      after: { optionsTimeout: 'unanswered' },
    },
    unanswered: { on: { 'options.requested': { target: 'asking', actions: 'forgetFailure' } } },
    open: {
      invoke: {
        id: 'stepUpForm',
        src: 'stepUpForm',
        input: ({ context: { now, subject, kind } }) => ({ now, initial: { subject, kind: required(kind) } }),
        onSnapshot: { guard: withEvent('hasEnded'), target: 'over', actions: withEvent('keepFormEnd') },
        onDone: { target: 'proven', actions: withOutput('keepProof') },
      },
      on: {
        'method.chosen': {
          guard: withEvent('isOffered'),
          target: 'open',
          reenter: true,
          actions: withEvent('keepKind'),
        },
      },
      initial: 'plain',
      states: {
        plain: { always: { guard: 'isByEmail', target: 'sendingCode' } },
        sendingCode: {
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: ({ context }) => ({ subject: context.subject }),
            onDone: 'codeSent',
            onError: [
              { guard: withEvent('isOver'), target: '#stepUp.over', actions: withEvent('keepEnd') },
              { target: 'codeDue', actions: withEvent('keepFailure') },
            ],
          },
          after: { optionsTimeout: 'codeDue' },
        },
        codeSent: { after: { slowEmail: 'codeDue' } },
        codeDue: { on: { 'code.requested': { target: 'sendingCode', actions: 'forgetFailure' } } },
      },
    },
    proven: { type: 'final' },
    over: { type: 'final' },
  },
});

export type StepUpRef = ActorRefFrom<typeof stepUpMachine>;
