/** The dialog that changes the second factors of an account: a proof of the person, the first code of an app, the recovery codes. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { type Asking, asked, type Heard, heard, isDoubtful, leaving, notAsked } from '../core/heldDialog.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { AccessChanged } from './accessMachine.ts';
import {
  type ChangedPasskey,
  type FactorAnswer,
  type FactorChange,
  factorChangeForm,
  totpForm,
} from './factorForms.ts';

interface FactorsInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface FactorsContext extends FactorsInput, Asking {
  readonly request: FactorRequested;
  /** The secret of the authenticator app, until its first code is confirmed. */
  readonly secret: { readonly secret: string; readonly uri: string } | null;
  /** The recovery codes. The server sends them once, and they are stored nowhere. */
  readonly codes: readonly string[];
  /** Whether the person says that they have kept the codes. */
  readonly isSaved: boolean;
  /** Whether the person tried to leave without saying so. */
  readonly isUrged: boolean;
}

export interface FactorRequested extends ChangedPasskey {
  readonly change: FactorChange;
  readonly hasPassword: boolean;
}

type FactorsEvent =
  | ({ readonly type: 'factor.requested' } & FactorRequested)
  | { readonly type: 'factor.closed' }
  | { readonly type: 'file.requested' }
  | { readonly type: 'codes.saved'; readonly isSaved: boolean };

const nothing: Omit<FactorsContext, 'now' | 'request'> = {
  ...{ secret: null, codes: [], isSaved: false, isUrged: false },
  ...notAsked,
};

const toasts = {
  add: 'totpAdded',
  renew: 'codesRenewed',
  remove: 'totpRemoved',
  addPasskey: 'passkeyAdded',
  renamePasskey: 'passkeyRenamed',
  removePasskey: 'passkeyRemoved',
} as const satisfies Readonly<Record<FactorChange, AccessChanged['toast']['key']>>;

/** Removing a factor ends the other sessions. */
const told = ({ request: { change } }: FactorsContext): Omit<AccessChanged, 'type'> => ({
  outdated: change === 'remove' || change === 'removePasskey' ? 'sessions' : null,
  toast: { tone: 'gain', key: toasts[change], values: {} },
});

export const factorsMachine = setup({
  types: {
    context: {} as FactorsContext,
    events: {} as FactorsEvent,
    input: {} as FactorsInput,
    children: {} as { factorChange: 'factorChange'; totp: 'totp' },
  },
  actors: { factorChange: factorChangeForm, totp: totpForm },
  guards: {
    isSecret: (_, answer: FactorAnswer) => answer.kind === 'secret',
    isCodes: (_, answer: FactorAnswer) => answer.kind === 'codes',
    isSaved: ({ context }) => context.isSaved,
    isIdle: ({ context }) => !context.isBusy,
    isDoubtful: ({ context }) => isDoubtful(context),
    isWithoutCodes: (_, codes: readonly string[]) => codes.length === 0,
  },
  actions: {
    keepRequest: assign((_, { change, passkey, name, hasPassword }: FactorRequested) => ({
      request: { change, passkey, name, hasPassword },
    })),
    keepBusy: assign(({ context }, told: Heard) => asked(context, told)),
    keepSecret: assign((_, answer: FactorAnswer) => ({
      secret: answer.kind === 'secret' ? answer : null,
      ...notAsked,
    })),
    keepCodes: assign((_, codes: readonly string[]) => ({ codes, secret: null })),
    /** The codes of the app that is on were not seen, so others are created. */
    requestCodes: assign({
      secret: null,
      request: { change: 'renew', passkey: '', name: '', hasPassword: false },
      ...notAsked,
    }),
    keepAnsweredCodes: assign((_, answer: FactorAnswer) => ({
      codes: answer.kind === 'codes' ? answer.codes : [],
    })),
    keepSaved: assign((_, { isSaved }: { isSaved: boolean }) => ({ isSaved, isUrged: false })),
    urge: assign({ isUrged: true }),
    forgetAll: assign(nothing),
    saveFile: (_, _file: { codes: readonly string[] }) => {
      throw new Error('provide saveFile');
    },
    report: sendParent((_, change: Omit<AccessChanged, 'type'>) => ({ type: 'access.changed', ...change })),
    outdate: sendParent({ type: 'data.outdated' }),
  },
}).createMachine({
  id: 'factors',
  context: ({ input }) => ({
    ...input,
    ...nothing,
    request: { change: 'add', passkey: '', name: '', hasPassword: false },
  }),
  initial: 'closed',
  states: {
    closed: {
      entry: 'forgetAll',
      on: { 'factor.requested': { target: 'proving', actions: withEvent('keepRequest') } },
    },
    proving: {
      invoke: {
        id: 'factorChange',
        src: 'factorChange',
        onSnapshot: heard,
        input: ({ context: { now, request } }) => ({ now, initial: { ...request } }),
        onDone: [
          { guard: withOutput('isSecret'), target: 'confirming', actions: withOutput('keepSecret') },
          {
            guard: withOutput('isCodes'),
            target: 'showing',
            actions: [
              withOutput('keepAnsweredCodes'),
              { type: 'report', params: ({ context }) => told(context) },
            ],
          },
          { target: 'closed', actions: { type: 'report', params: ({ context }) => told(context) } },
        ],
      },
      on: {
        'factor.closed': leaving,
      },
    },
    confirming: {
      invoke: {
        id: 'totp',
        src: 'totp',
        onSnapshot: heard,
        input: ({ context: { now } }) => ({ now }),
        onDone: [
          {
            guard: withOutput('isWithoutCodes'),
            target: 'proving',
            actions: [{ type: 'report', params: ({ context }) => told(context) }, 'requestCodes'],
          },
          {
            target: 'showing',
            actions: [withOutput('keepCodes'), { type: 'report', params: ({ context }) => told(context) }],
          },
        ],
      },
      on: {
        'factor.closed': leaving,
      },
    },
    showing: {
      on: {
        'file.requested': {
          actions: { type: 'saveFile', params: ({ context: { codes } }) => ({ codes }) },
        },
        'codes.saved': { actions: withEvent('keepSaved') },
        'factor.closed': [{ guard: 'isSaved', target: 'closed' }, { actions: 'urge' }],
      },
    },
  },
});

export type FactorsDialogRef = ActorRefFrom<typeof factorsMachine>;
