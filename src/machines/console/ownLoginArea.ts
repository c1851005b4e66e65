/** An operator's own login methods, and the dialog that changes them. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { OwnLogin } from '../../../contract/operatorLogin.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { heard } from '../core/heldDialog.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { AreaInput } from './consoleAreas.ts';
import {
  type LoginChangeAnswer,
  type LoginChangeRequest,
  loginChangeForm,
  newAppForm,
  type OwnLoginChange,
} from './loginChangeForm.ts';
import type { AppSecret } from './setupForms.ts';

export const ownLoginFactors = createResourceMachine<OwnLogin>('factors');

interface OwnLoginContext extends AreaInput {
  readonly request: LoginChangeRequest;
  /** The secret of the authenticator app, until its first code is confirmed. */
  readonly secret: AppSecret | null;
  /** The last change; null before the first. */
  readonly changed: OwnLoginChange | null;
  /** While the server or a device is asked, the dialog stays open so that the answer is seen. */
  readonly isBusy: boolean;
}

type OwnLoginEvent =
  | ({ readonly type: 'change.requested' } & LoginChangeRequest)
  | { readonly type: 'change.closed' };

export const ownLoginArea = setup({
  types: {
    context: {} as OwnLoginContext,
    events: {} as OwnLoginEvent,
    input: {} as AreaInput,
    children: {} as { factors: 'factors'; loginChange: 'loginChange'; newApp: 'newApp' },
  },
  actors: { factors: ownLoginFactors, loginChange: loginChangeForm, newApp: newAppForm },
  guards: {
    isSecret: (_, answer: LoginChangeAnswer) => answer.kind === 'secret',
    isIdle: ({ context }) => !context.isBusy,
  },
  actions: {
    keepRequest: assign((_, { change, passkey, name, hasPasskey }: LoginChangeRequest) => ({
      request: { change, passkey, name, hasPasskey },
      changed: null,
    })),
    keepBusy: assign((_, { isBusy }: { isBusy: boolean }) => ({ isBusy })),
    keepSecret: assign((_, answer: LoginChangeAnswer) => ({
      secret: answer.kind === 'secret' ? answer : null,
      isBusy: false,
    })),
    keepChanged: assign(({ context }) => ({ changed: context.request.change })),
    forget: assign({ secret: null, isBusy: false }),
    outdate: sendTo('factors', { type: 'outdated' }),
  },
}).createMachine({
  id: 'ownLogin',
  context: ({ input }) => ({
    ...input,
    request: { change: 'password', passkey: '', name: '', hasPasskey: false },
    secret: null,
    changed: null,
    isBusy: false,
  }),
  invoke: { id: 'factors', src: 'factors', input: ({ context }) => ({ now: context.now }) },
  initial: 'viewing',
  states: {
    viewing: {
      entry: 'forget',
      on: {
        'change.requested': { target: 'changing', actions: withEvent('keepRequest') },
      },
    },
    changing: {
      invoke: {
        id: 'loginChange',
        src: 'loginChange',
        input: ({ context: { now, request } }) => ({ now, initial: { ...request } }),
        onSnapshot: heard,
        onDone: [
          { guard: withOutput('isSecret'), target: 'confirming', actions: withOutput('keepSecret') },
          { target: 'viewing', actions: ['keepChanged', 'outdate'] },
        ],
      },
      on: { 'change.closed': { guard: 'isIdle', target: 'viewing', actions: 'outdate' } },
    },
    confirming: {
      invoke: {
        id: 'newApp',
        src: 'newApp',
        input: ({ context: { now } }) => ({ now }),
        onSnapshot: heard,
        onDone: { target: 'viewing', actions: ['keepChanged', 'outdate'] },
      },
      on: { 'change.closed': { guard: 'isIdle', target: 'viewing', actions: 'outdate' } },
    },
  },
});

export type OwnLoginAreaRef = ActorRefFrom<typeof ownLoginArea>;
