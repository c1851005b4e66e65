/** Data about the person outside their profile: their sign-ins, the export of all data, and closing the account. */
import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { Page } from '../../../contract/paging.ts';
import type { SignIn } from '../../../contract/signIns.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import type { AccessChanged } from './accessMachine.ts';
import { closingMachine } from './closingMachine.ts';
import { createProofForm } from './proofForm.ts';

/** One page of sign-ins; the key is the page number, null while the list is not shown. */
export const signInsMachine = createResourceMachine<Page<SignIn>>('signIns');

/** Exports all data, with a fresh proof. `submit` fetches and saves the file. */
export const accountExportForm = createProofForm<void>('accountExport');

interface AccountDataInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface AccountDataContext extends AccountDataInput {
  readonly hasPassword: boolean;
}

type AccountDataEvent =
  | { readonly type: 'export.opened'; readonly hasPassword: boolean }
  /** Closes the export; a running download is cancelled. */
  | { readonly type: 'export.closed' };

export const accountDataMachine = setup({
  types: {
    context: {} as AccountDataContext,
    events: {} as AccountDataEvent,
    input: {} as AccountDataInput,
    children: {} as { signIns: 'signIns'; accountExport: 'accountExport'; closing: 'closing' },
  },
  actors: { signIns: signInsMachine, accountExport: accountExportForm, closing: closingMachine },
  actions: {
    keepPassword: assign((_, { hasPassword }: { hasPassword: boolean }) => ({ hasPassword })),
    report: sendParent((_, change: Omit<AccessChanged, 'type'>) => ({ type: 'access.changed', ...change })),
  },
}).createMachine({
  id: 'accountData',
  context: ({ input }) => ({ now: input.now, hasPassword: false }),
  invoke: [
    { id: 'signIns', src: 'signIns', input: ({ context: { now } }) => ({ now, key: null }) },
    { id: 'closing', src: 'closing', input: ({ context: { now } }) => ({ now }) },
  ],
  initial: 'closed',
  states: {
    closed: { on: { 'export.opened': { target: 'exporting', actions: withEvent('keepPassword') } } },
    exporting: {
      invoke: {
        id: 'accountExport',
        src: 'accountExport',
        input: ({ context: { now, hasPassword } }) => ({ now, initial: { hasPassword } }),
        onDone: {
          target: 'closed',
          actions: {
            type: 'report',
            params: { outdated: null, toast: { tone: 'gain', key: 'accountExported', values: {} } },
          },
        },
      },
      on: { 'export.closed': 'closed' },
    },
  },
});

export type SignInsRef = ActorRefFrom<typeof signInsMachine>;
export type AccountExportRef = ActorRefFrom<typeof accountExportForm>;
export type AccountDataRef = ActorRefFrom<typeof accountDataMachine>;
