/** The dialog of security settings: shows current and pending values, changes values and cancels pending changes. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf, unanswered } from '../../../contract/failure.ts';
import type {
  SecurityChange,
  SecurityMember,
  ToldSecuritySettings,
} from '../../../contract/securitySettings.ts';
import { type Heard, heard } from '../core/heldDialog.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { AccessChanged } from './accessMachine.ts';
import { limitsForm, type SettingsTopic, valuesOf } from './limitsForm.ts';

interface LimitsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface LimitsContext extends LimitsInput, Heard {
  readonly topic: SettingsTopic;
  readonly hasPassword: boolean;
  readonly settings: ToldSecuritySettings | null;
  /** The setting whose pending change is being cancelled; null while none is. */
  readonly member: SecurityMember | null;
  readonly failure: Failure | null;
}

type LimitsEvent =
  | { readonly type: 'limits.opened'; readonly topic: SettingsTopic; readonly hasPassword: boolean }
  | { readonly type: 'limits.closed' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'pending.cancelled'; readonly member: SecurityMember };

const nothing = { settings: null, member: null, failure: null, isBusy: false } as const;

/** The wallet tells what is left of the limits, and nothing of the other settings. */
const saved = {
  type: 'report',
  params: ({ context: { topic } }: { context: LimitsContext }) =>
    ({
      outdated: topic === 'limits' ? 'wallet' : null,
      toast: { tone: 'gain', key: 'limitsSaved', values: {} },
    }) as const,
} as const;

export const limitsMachine = setup({
  types: {
    context: {} as LimitsContext,
    events: {} as LimitsEvent,
    input: {} as LimitsInput,
    children: {} as { limitsForm: 'limitsForm'; readSettings: 'readSettings'; takeBack: 'takeBack' },
  },
  actors: {
    limitsForm,
    readSettings: placeholderPromise<ToldSecuritySettings, void>('readSettings'),
    /** Setting a member to its current value cancels its pending change. */
    takeBack: placeholderPromise<ToldSecuritySettings, { readonly change: SecurityChange }>('takeBack'),
  },
  guards: {
    /** While the server is asked to change something, the dialog stays open so that its answer is seen. */
    isIdle: ({ context: { isBusy, member } }) => !isBusy && member === null,
  },
  actions: {
    keepRequest: assign((_, { topic, hasPassword }: Pick<LimitsContext, 'topic' | 'hasPassword'>) => ({
      topic,
      hasPassword,
    })),
    keepSettings: assign((_, settings: ToldSecuritySettings) => ({
      settings,
      member: null,
      failure: null,
    })),
    keepMember: assign((_, { member }: { member: SecurityMember }) => ({ member, failure: null })),
    keepBusy: assign((_, { isBusy }: Heard) => ({ isBusy })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({
      member: null,
      failure: failureOf(error),
    })),
    keepNoAnswer: assign({ member: null, failure: unanswered }),
    forgetAll: assign(nothing),
    report: sendParent((_, change: Omit<AccessChanged, 'type'>) => ({ type: 'access.changed', ...change })),
  },
  delays: { timeout: 15_000 },
}).createMachine({
  id: 'limits',
  context: ({ input }) => ({ ...input, ...nothing, topic: 'limits', hasPassword: false }),
  initial: 'closed',
  on: { 'limits.closed': { guard: 'isIdle', target: '.closed' } },
  states: {
    closed: {
      entry: 'forgetAll',
      on: { 'limits.opened': { target: 'reading', actions: withEvent('keepRequest') } },
    },
    reading: {
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        onDone: { target: 'shown', actions: withOutput('keepSettings') },
        onError: { target: 'failed', actions: withEvent('keepFailure') },
      },
    },
    failed: { on: { 'retry.requested': 'reading' } },
    shown: {
      invoke: {
        id: 'limitsForm',
        src: 'limitsForm',
        onSnapshot: heard,
        input: ({ context: { now, settings, hasPassword } }) => ({
          now,
          initial: { ...valuesOf(required(settings)), hasPassword },
        }),
        onDone: {
          target: 'shown',
          reenter: true,
          actions: [withOutput('keepSettings'), { type: 'keepBusy', params: { isBusy: false } }, saved],
        },
      },
      initial: 'still',
      states: {
        still: { on: { 'pending.cancelled': { target: 'takingBack', actions: withEvent('keepMember') } } },
        takingBack: {
          invoke: {
            id: 'takeBack',
            src: 'takeBack',
            input: ({ context }) => ({ change: inForce(context) }),
            onDone: { target: 'still', actions: [withOutput('keepSettings'), saved] },
            onError: { target: 'still', actions: withEvent('keepFailure') },
          },
          // Taking back twice has the same result, so after a timeout it may be sent again.
          after: { timeout: { target: 'still', actions: 'keepNoAnswer' } },
        },
      },
    },
  },
});

function inForce({ settings, member }: LimitsContext): SecurityChange {
  const name = required(member);
  return { [name]: required(settings)[name] };
}

export type LimitsDialogRef = ActorRefFrom<typeof limitsMachine>;
