/** The list of operators, and an administrator's changes to it. An invitation link is shown once, to the administrator who made it. */
import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { addPersonCall, disablePersonCall, type OperatorPerson } from '../../../contract/operatorPeople.ts';
import { checkFields } from '../../../contract/rules.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { Checked } from '../core/formState.ts';
import { heard } from '../core/heldDialog.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import type { AreaInput, CheckDue } from './consoleAreas.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';

/** Changes by an administrator: invite an operator, or renew the link, change the role, reset the login or disable an existing one. */
export type PersonChange = 'invite' | 'link' | 'role' | 'reset' | 'disable';

type PersonValues = {
  readonly [name: string]: string;
  readonly change: PersonChange;
  readonly name: string;
  readonly role: string;
};

export interface PersonChangeSent {
  readonly change: PersonChange;
  readonly name: string;
  readonly role: string;
}

/** `link`: shown once. `proposed`: another operator has to approve the change. */
export type PersonAnswer =
  | { readonly kind: 'link'; readonly name: string; readonly url: string; readonly expires_at: string }
  | { readonly kind: 'proposed' }
  | { readonly kind: 'done' };

export const personForm = createFormMachine<PersonValues, PersonChangeSent, PersonAnswer>({
  id: 'person',
  empty: { change: 'invite', name: '', role: '' },
  check({ change, name, role }): Checked<PersonChangeSent> {
    const needsRole = change === 'invite' || change === 'role';
    if (needsRole && role === '') return { ok: false, fields: { role: 'required' } };
    const trimmed = { name: name.trim() };
    const checked = needsRole
      ? checkFields(addPersonCall.body(), { ...trimmed, role })
      : checkFields(disablePersonCall.body(), trimmed);
    return checked.ok ? { ok: true, value: { change, name: checked.value.name, role } } : checked;
  },
});

export const operatorsPart = createPartMachine<OperatorPerson>();
export const operatorsList = createListMachine('operatorsList', operatorsPart);

interface OperatorsContext extends AreaInput {
  readonly opened: OperatorPerson | null;
  readonly change: PersonChange;
  readonly answer: PersonAnswer | null;
  readonly isBusy: boolean;
}

type OperatorsEvent =
  | { readonly type: 'item.opened'; readonly item: OperatorPerson }
  | { readonly type: 'invitation.requested' }
  | { readonly type: 'change.requested'; readonly change: PersonChange }
  | { readonly type: 'dialog.closed' }
  | CheckDue;

export const operatorsArea = setup({
  types: {
    context: {} as OperatorsContext,
    events: {} as OperatorsEvent,
    input: {} as AreaInput,
    children: {} as { list: 'list'; person: 'person' },
  },
  actors: { list: operatorsList, person: personForm },
  guards: { isIdle: ({ context }) => !context.isBusy },
  actions: {
    open: assign((_, { item }: { item: OperatorPerson | null }) => ({ opened: item })),
    keepChange: assign((_, { change }: { change: PersonChange }) => ({ change })),
    keepBusy: assign((_, { isBusy }: { isBusy: boolean }) => ({ isBusy })),
    keepAnswer: assign((_, answer: PersonAnswer) => ({ answer })),
    forget: assign({ opened: null, answer: null, isBusy: false }),
    outdate: sendTo('list', { type: 'outdated' }),
    check: sendTo('list', { type: 'check.due' }),
  },
}).createMachine({
  id: 'operators',
  context: ({ input }) => ({ ...input, opened: null, change: 'invite', answer: null, isBusy: false }),
  invoke: { id: 'list', src: 'list', input: ({ context }) => ({ now: context.now }) },
  initial: 'listing',
  states: {
    listing: {
      entry: 'forget',
      on: {
        'check.due': { actions: 'check' },
        'item.opened': {
          target: 'reviewing',
          actions: { type: 'open', params: ({ event }) => ({ item: event.item }) },
        },
        'invitation.requested': {
          target: 'changing',
          actions: { type: 'keepChange', params: { change: 'invite' } },
        },
      },
    },
    reviewing: {
      on: {
        'change.requested': { target: 'changing', actions: withEvent('keepChange') },
        'dialog.closed': 'listing',
      },
    },
    changing: {
      invoke: {
        id: 'person',
        src: 'person',
        input: ({ context: { now, opened, change } }) => ({
          now,
          initial: { change, name: opened?.name ?? '', role: opened?.role ?? '' },
        }),
        onSnapshot: heard,
        onDone: { target: 'told', actions: [withOutput('keepAnswer'), 'outdate'] },
      },
      on: { 'dialog.closed': { guard: 'isIdle', target: 'listing' } },
    },
    told: { on: { 'dialog.closed': 'listing' } },
  },
});

export type OperatorsAreaRef = ActorRefFrom<typeof operatorsArea>;
export type PersonFormRef = ActorRefFrom<typeof personForm>;
