/** The address book: saved addresses, the dialogs that change them, and their export as a table. */
import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { AddressBook } from '../../../contract/addressBook.ts';
import type { Factors } from '../../../contract/factors.ts';
import type { SignInMethods } from '../../../contract/security.ts';
import type { AreaEvent, AreaInput } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { exportMachine } from '../core/exportMachine.ts';
import type { Toast } from '../core/toastsMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import type { AccessChanged } from '../profile/accessMachine.ts';
import { limitsMachine } from '../profile/limitsMachine.ts';
import { readAddressBookQuery } from './addressBookQuery.ts';
import { addressDialogMachine } from './addressDialogMachine.ts';
import { addressRemovalMachine } from './addressRemovalMachine.ts';
import type { BookChanged } from './bookChanged.ts';

/** The saved addresses, and the rules for new ones. */
export const addressBookMachine = createResourceMachine<AddressBook>('addressBook');
/** The login methods, which decide whether a proof asks for the password or for a second factor. */
export const bookLoginMethods = createResourceMachine<SignInMethods>('bookLoginMethods');
export const bookFactors = createResourceMachine<Factors>('bookFactors');

type AddressBookInput = Pick<AreaInput, 'now' | 'shown' | 'toasts'>;

interface AddressBookContext {
  readonly input: AddressBookInput;
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
}

const isProtected = (factors: Factors | null) =>
  factors !== null && (factors.totp !== null || factors.passkeys.length > 0);

export const addressBookArea = setup({
  types: {
    context: {} as AddressBookContext,
    events: {} as AreaEvent | BookChanged | AccessChanged,
    input: {} as AddressBookInput,
    children: {} as {
      addressBook: 'addressBook';
      loginMethods: 'loginMethods';
      factors: 'factors';
      dialog: 'dialog';
      removal: 'removal';
      limits: 'limits';
      addressExport: 'addressExport';
    },
  },
  actors: {
    addressBook: addressBookMachine,
    loginMethods: bookLoginMethods,
    factors: bookFactors,
    dialog: addressDialogMachine,
    removal: addressRemovalMachine,
    limits: limitsMachine,
    addressExport: exportMachine,
  },
  actions: {
    tellBook: sendTo('addressBook', { type: 'screen.shown' }),
    tellMethods: sendTo('loginMethods', { type: 'screen.shown' }),
    tellFactors: sendTo('factors', { type: 'screen.shown' }),
    tellRemoval: sendTo('removal', { type: 'screen.shown' }),
    tell: sendTo(
      ({ context }) => context.input.toasts,
      (_, { toast }: { toast: Toast }) => ({ type: 'toast.raised', toast }),
    ),
    outdateBook: sendTo('addressBook', { type: 'outdated' }),
    openAsked: enqueueActions(({ enqueue }, { search }: { search: string }) => {
      const details = readAddressBookQuery(search);
      if (details) enqueue.sendTo('dialog', { type: 'address.requested', details });
    }),
    keepMethods: assign((_, { methods }: { methods: SignInMethods | null }) => ({
      hasPassword: methods?.password ?? false,
    })),
    keepFactors: assign((_, { factors }: { factors: Factors | null }) => ({
      hasFactor: isProtected(factors),
    })),
    tellDialog: sendTo('dialog', ({ context }: { context: AddressBookContext }) => ({
      type: 'methods.known',
      hasPassword: context.hasPassword && !context.hasFactor,
    })),
  },
}).createMachine({
  id: 'addressBookArea',
  context: ({ input }) => ({ input, hasPassword: false, hasFactor: false }),
  invoke: [
    { id: 'addressBook', src: 'addressBook', input: ({ context: { input } }) => ({ now: input.now }) },
    {
      id: 'loginMethods',
      src: 'loginMethods',
      input: ({ context: { input } }) => ({ now: input.now }),
      onSnapshot: {
        actions: [
          { type: 'keepMethods', params: ({ event }) => ({ methods: event.snapshot.context.data }) },
          'tellDialog',
        ],
      },
    },
    {
      id: 'factors',
      src: 'factors',
      input: ({ context: { input } }) => ({ now: input.now }),
      onSnapshot: {
        actions: [
          { type: 'keepFactors', params: ({ event }) => ({ factors: event.snapshot.context.data }) },
          'tellDialog',
        ],
      },
    },
    {
      id: 'dialog',
      src: 'dialog',
      input: ({ context: { input } }) => ({
        now: input.now,
        asked: readAddressBookQuery(input.shown.search),
      }),
    },
    { id: 'removal', src: 'removal' },
    { id: 'limits', src: 'limits', input: ({ context: { input } }) => ({ now: input.now }) },
    { id: 'addressExport', src: 'addressExport' },
  ],
  on: {
    'screen.shown': {
      actions: ['tellBook', 'tellMethods', 'tellFactors', 'tellRemoval', withEvent('openAsked')],
    },
    'balances.changed': { actions: 'outdateBook' },
    'book.changed': { actions: 'outdateBook' },
    'access.changed': { actions: ['outdateBook', withEvent('tell')] },
  },
});

export type AddressBookAreaRef = ActorRefFrom<typeof addressBookArea>;
