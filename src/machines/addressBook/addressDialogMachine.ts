/** The dialog that changes the address book: an address and its proof, a table, another label. */
import { type ActorRefFrom, assign, type SnapshotFrom, sendParent, setup } from 'xstate';
import type { SavedAddress } from '../../../contract/addressBook.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import {
  type AddressDetails,
  addressDetailsForm,
  addressEditForm,
  addressImportForm,
  addressProofForm,
  type CheckedAddress,
  tableErrors,
} from './addressForms.ts';
import type { BookChanged } from './bookChanged.ts';

interface AddressDialogContext {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  readonly hasPassword: boolean;
  /** The typed details, kept for when the person goes back from the proof. */
  readonly details: Details;
  readonly checked: CheckedAddress | null;
  readonly edited: SavedAddress | null;
  /** The table that was chosen. */
  readonly file: File | null;
  readonly csv: string;
  /** What is wrong with it, by line and column. */
  readonly tableErrors: FieldErrors;
  /** While the server is asked, the dialog stays open so that its answer is seen. */
  readonly isBusy: boolean;
}

type Details = Partial<AddressDetails>;
type FormTold = { readonly snapshot: { hasTag(tag: 'busy'): boolean } };

interface AddressDialogInput extends Pick<AddressDialogContext, 'now'> {
  /** The recipient that the page's address asked to save; null when it asked for none. */
  readonly asked: Details | null;
}

type AddressDialogEvent =
  | { readonly type: 'address.requested'; readonly details: Details }
  | { readonly type: 'import.requested' }
  | { readonly type: 'file.chosen'; readonly file: File }
  /** Whether the proof asks for the password. */
  | { readonly type: 'methods.known'; readonly hasPassword: boolean }
  | { readonly type: 'edit.requested'; readonly entry: SavedAddress }
  | { readonly type: 'details.reopened' }
  | { readonly type: 'dialog.closed' };

const kept = { details: {}, checked: null, edited: null, file: null, csv: '', tableErrors: {} } as const;
const nothing = { ...kept, isBusy: false } as const;
const busy = { actions: withEvent('keepBusy') } as const;
/** After a failure the book is read again, because the server may have acted although its answer was lost. */
const sent = [{ guard: withEvent('isAnswered'), actions: ['report', withEvent('keepBusy')] }, busy] as const;
const chosen = { target: 'reading', actions: withEvent('keepFile') } as const;
const closed = { 'dialog.closed': { guard: 'isIdle', target: 'closed' } } as const;
const done = { target: 'closed', actions: 'report' } as const;

export const addressDialogMachine = setup({
  types: {
    context: {} as AddressDialogContext,
    events: {} as AddressDialogEvent,
    input: {} as AddressDialogInput,
    children: {} as {
      addressDetails: 'addressDetails';
      addressProof: 'addressProof';
      addressImport: 'addressImport';
      addressEdit: 'addressEdit';
    },
  },
  actors: {
    readTable: placeholderPromise<string, { readonly file: File }>('readTable'),
    addressDetails: addressDetailsForm,
    addressProof: addressProofForm,
    addressImport: addressImportForm,
    addressEdit: addressEditForm,
  },
  guards: {
    isIdle: ({ context }) => !context.isBusy,
    isAnswered: ({ context }, { snapshot }: FormTold) => context.isBusy && !snapshot.hasTag('busy'),
    isTableRight: ({ context }) => Object.keys(context.tableErrors).length === 0,
    isAsked: ({ context }) => context.details.walletAddress !== undefined,
    isOther: ({ context: { isBusy, details } }, { details: { walletAddress } }: { details: Details }) =>
      !isBusy && walletAddress !== undefined && walletAddress !== details.walletAddress,
  },
  actions: {
    keepRequest: assign((_, { details }: { details: Details }) => ({ details })),
    keepMethods: assign((_, { hasPassword }: { hasPassword: boolean }) => ({ hasPassword })),
    keepEdited: assign((_, { entry }: { entry: SavedAddress }) => ({ edited: entry })),
    keepFile: assign((_, { file }: { file: File }) => ({ file })),
    keepCsv: assign((_, csv: string) => ({ csv, tableErrors: tableErrors(csv) })),
    keepBusy: assign((_, { snapshot }: FormTold) => ({ isBusy: snapshot.hasTag('busy') })),
    keepDetails: assign((_, { details }: { details: SnapshotFrom<typeof addressDetailsForm> }) => ({
      details: details.context.values,
    })),
    keepChecked: assign((_, checked: CheckedAddress) => ({ checked, isBusy: false })),
    forgetAll: assign(nothing),
    report: sendParent({ type: 'book.changed' } satisfies BookChanged),
  },
}).createMachine({
  id: 'addressDialog',
  context: ({ input: { now, asked } }) => ({ now, ...nothing, details: asked ?? {}, hasPassword: false }),
  initial: 'opening',
  on: {
    'methods.known': { actions: withEvent('keepMethods') },
    // A dialog that was left open gives way, so that no other address is saved than the one that was asked for.
    'address.requested': {
      guard: withEvent('isOther'),
      target: '.filling',
      actions: ['forgetAll', withEvent('keepRequest')],
    },
  },
  states: {
    opening: { always: [{ guard: 'isAsked', target: 'filling' }, 'closed'] },
    closed: {
      entry: 'forgetAll',
      on: {
        'address.requested': { target: 'filling', actions: withEvent('keepRequest') },
        'import.requested': 'choosing',
        'edit.requested': { target: 'editing', actions: withEvent('keepEdited') },
      },
    },
    filling: {
      invoke: {
        id: 'addressDetails',
        src: 'addressDetails',
        input: ({ context: { now, details } }) => ({ now, initial: details }),
        onSnapshot: {
          actions: [
            busy.actions,
            { type: 'keepDetails', params: ({ event }) => ({ details: event.snapshot }) },
          ],
        },
        onDone: { target: 'proving', actions: withOutput('keepChecked') },
      },
      on: closed,
    },
    proving: {
      invoke: {
        id: 'addressProof',
        src: 'addressProof',
        input: ({ context: { now, details, hasPassword, checked } }) => {
          const { address, looksLike } = required(checked);
          const mustCompare = looksLike !== null;
          return { now, initial: { ...details, walletAddress: address, hasPassword, mustCompare } };
        },
        onSnapshot: sent,
        onDone: done,
      },
      on: { ...closed, 'details.reopened': { guard: 'isIdle', target: 'filling' } },
    },
    choosing: { on: { ...closed, 'file.chosen': chosen } },
    unreadable: { on: { ...closed, 'file.chosen': chosen } },
    refused: { on: { ...closed, 'file.chosen': chosen } },
    reading: {
      invoke: {
        id: 'readTable',
        src: 'readTable',
        input: ({ context }) => ({ file: required(context.file) }),
        onDone: { target: 'judging', actions: withOutput('keepCsv') },
        onError: 'unreadable',
      },
      on: closed,
    },
    judging: { always: [{ guard: 'isTableRight', target: 'importing' }, 'refused'] },
    importing: {
      invoke: {
        id: 'addressImport',
        src: 'addressImport',
        input: ({ context: { now, hasPassword, file, csv } }) => ({
          now,
          initial: { hasPassword, csv, name: required(file).name },
        }),
        onSnapshot: sent,
        onDone: done,
      },
      on: { ...closed, 'file.chosen': { guard: 'isIdle', ...chosen } },
    },
    editing: {
      invoke: {
        id: 'addressEdit',
        src: 'addressEdit',
        input: ({ context: { now, edited } }) => {
          const { id, label, note } = required(edited);
          return { now, initial: { id, label, note: note ?? '' } };
        },
        onSnapshot: sent,
        onDone: done,
      },
      on: closed,
    },
  },
});

export type AddressDialogRef = ActorRefFrom<typeof addressDialogMachine>;
